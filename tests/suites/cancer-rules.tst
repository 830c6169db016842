# What a client sees of the rules of Cancer. The rules themselves: tests/rules/by_hand/cancer.rs.

set_game cancer

# Seats b = Red (first) and w = White; no pass; the default size is 9.
1 quintet-side_to_move
#? [black]
2 play r J9
#?
3 list_stones red
#? [J9]
4 play b pass
#? [illegal move]
5 boardsize 1
#? [unacceptable size]
6 boardsize 26
#? [unacceptable size]
rectangular_boardsize 5 2
7 all_legal b
#? [([A-E][12] ){9}[A-E][12]]

# Until a seat has put down a stone of its own colour it must do so.
boardsize 5
quintet-set_rule pie off
10 is_legal b cancer@C3
#? [0]
11 play b cancer@C3
#? [illegal move]
play b B1
# An eye of Red's now, but White has no stone yet.
play b A2
12 is_legal w cancer@A1
#? [0]
13 is_legal b cancer@A1
#? [1]
play w E5
14 is_legal w cancer@A1
#? [1]

# An own stone is legal where, after it, no red or white group is without liberties: it never captures.
quintet-set_position cancer 5 eye=any pie=off ...../..o../.oro./...../..... b
20 is_legal w C2
#? [0]
21 play w C2
#? [illegal move]
22 is_legal b C2
#? [1]
# A cancer stone is legal where it leaves a red or white group without liberties,
quintet-set_position cancer 5 eye=any pie=off r..../..o../.oro./...../..... w
30 is_legal w cancer@C2
#? [1]
31 is_legal b cancer@C2
#? [1]
32 is_legal w cancer@E5
#? [0]
33 is_legal w cancer@B2
#? [0]
play w cancer@C2
34 list_stones red
#? [A5]
35 list_stones cancer
#? [C2]
36 quintet-outcome
#? [\{"over":false,.*\}]
# or fills an eye: no empty neighbour, red and white neighbours of one colour, at least one there.
quintet-set_position cancer 5 eye=any pie=off ....o/..o../.o.o./..o../r.... b
40 is_legal b cancer@C3
#? [1]
41 is_legal w cancer@C3
#? [1]
# All groups without liberties, of both colours, leave together.
quintet-set_position cancer 5 eye=any pie=off r...o/...../...../ro.../.rc.. b
play b cancer@A1
60 list_stones red
#? [A5 A2]
quintet-set_position cancer 5 eye=any pie=off r...o/...../c..../rc.../.oc.. b
61 is_legal b A1
#? [0]
62 is_legal w A1
#? [0]
play b cancer@A1
63 list_stones red
#? [A5]
64 list_stones white
#? [E5]
undo
69 list_stones red
#? [A5 A2]

# No stones left: that side loses,
quintet-set_position cancer 5 eye=any pie=off r..../...../...../c..../o.... b
70 is_legal b cancer@B1
#? [1]
play b cancer@B1
71 quintet-outcome
#? [\{"over":true,"winner":"b",.*\}]
72 final_score
#? [B\+1]
73 all_legal w
#? []
# neither red nor white left: the mover wins.
quintet-set_position cancer 2 eye=any pie=off r./co b
76 play b cancer@B2
#?
77 list_stones red
#? []
78 list_stones white
#? []
79 final_score
#? [B\+1]
quintet-set_position cancer 2 eye=any pie=off r./co w
80 play w cancer@B2
#?
81 final_score
#? [W\+1]
82 quintet-outcome
#? [\{"over":true,"winner":"w",.*\}]

# Pie: as its first turn White may answer swap-pieces. The red stone becomes white and counts as White's first stone.
set_game cancer
boardsize 5
90 is_legal b swap-pieces
#? [0]
play b C3
91 is_legal w swap-pieces
#? [1]
92 play w swap-pieces
#?
93 list_stones white
#? [C3]
94 list_stones red
#? []
# It is Red's turn; Red must again place a red stone first.
95 quintet-side_to_move
#? [black]
96 all_legal b
#? [([A-E][1-5] ){23}[A-E][1-5]]
97 is_legal b swap-pieces
#? [0]
play b C4
98 list_stones red
#? [C4]
99 is_legal w swap-pieces
#? [0]
undo
undo
100 list_stones red
#? [C3]
101 is_legal w swap-pieces
#? [1]
play w D4
play b B2
102 is_legal w swap-pieces
#? [0]
# pie=off: no swap.
set_game cancer
boardsize 5
quintet-set_rule pie off
play b C3
103 is_legal w swap-pieces
#? [0]
104 play w swap-pieces
#? [illegal move]

# A bare vertex is an own stone; a seat's own colour may stand before the vertex.
105 play w white@D4
#?
106 play b r@b2
#?
107 play b white@A5
#? [.+]
108 list_stones red
#? [C3 B2]
