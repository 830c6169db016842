# The rules of Bracket, sentence by sentence. The results of full boards were found by a program of its own.

set_game bracket

# shape=hexagon by default: boardsize W = 2k-1 is the hexagon of side k, the points with |x-y| < k. Default 9: 61 cells.
1 all_legal b
#? [([A-J][1-9] ){60}[A-J][1-9]]
2 is_legal b A5
#? [1]
3 is_legal b A6
#? [0]
4 play b A6
#? [illegal move]
5 is_legal b F1
#? [0]
6 is_legal b J5
#? [1]
7 is_legal b J9
#? [1]
8 boardsize 8
#? [unacceptable size]
9 boardsize 27
#? [unacceptable size]
boardsize 1
10 all_legal b
#? [A1]
boardsize 3
11 all_legal b
#? [([A-C][1-3] ){6}[A-C][1-3]]
12 is_legal b C1
#? [0]
13 is_legal b A3
#? [0]

# Seats b (first) and w fill any empty point in turn with their own stones. No pass.
20 quintet-side_to_move
#? [black]
21 play b pass
#? [illegal move]
play b B2
22 quintet-side_to_move
#? [white]
23 play w B2
#? [illegal move]
24 list_stones black
#? [B2]
play w A1
25 list_stones white
#? [A1]
26 final_score
#? [cannot score]

# The board is full: the end. Every filling of this one is a draw.
play b B1
play w A2
play b B3
play w C2
27 quintet-outcome
#? [\{"over":false,.*\}]
play b C3
28 final_score
#? [0]
29 all_legal w
#? []
30 quintet-outcome
#? [\{"over":true,"winner":null,"margin":0(\.0)?,"reason":".*"\}]

# shape=rhombus: all W x W points.
set_game bracket
quintet-set_rule shape rhombus
boardsize 4
40 all_legal b
#? [([A-D][1-4] ){15}[A-D][1-4]]
41 is_legal b A4
#? [1]
42 is_legal b D1
#? [1]
43 quintet-set_rule shape hexagon
#? [.+]

# Black's list: the sizes of all white groups that touch a smaller black group and a larger one.
# One white group of three between one and four black stones:
quintet-set_position bracket 3 shape=rhombus scoring=largest xo./oxx/xxo w
play w C3
50 final_score
#? [B\+3]
# one of two;
quintet-set_position bracket 3 shape=rhombus scoring=largest xo./oxo/xxo b
play b C3
51 final_score
#? [B\+2]
# White's list is the same with the colours exchanged.
quintet-set_position bracket 3 shape=rhombus scoring=largest .xo/xox/oxx w
play w A3
52 final_score
#? [W\+2]

# Sorted from the largest down and compared entry by entry: the first difference decides.
# [5] against [2]
quintet-set_position bracket 4 shape=rhombus scoring=largest oxo./xoox/oxxo/xxxo w
play w D4
60 final_score
#? [B\+3]
# [4] against [3]
quintet-set_position bracket 4 shape=rhombus scoring=largest ooxo/xxox/ooxo/xx.o b
play b C1
61 final_score
#? [B\+1]
# [3] against [4]
quintet-set_position bracket 4 shape=rhombus scoring=largest xoxo/oxoo/oxox/xox. b
play b D1
62 final_score
#? [W\+1]
# A missing entry counts 0: nothing against [4,4]
quintet-set_position bracket 4 shape=rhombus scoring=largest oxoo/xxxo/ooo./xxxo b
play b D2
63 final_score
#? [W\+4]
# [4,3] against [2]
quintet-set_position bracket 4 shape=rhombus scoring=largest oxoo/xoxx/oxoo/xxo. b
play b D1
64 final_score
#? [B\+2]
# No difference: a draw. [2] against [2], and [3] against [3]
quintet-set_position bracket 4 shape=rhombus scoring=largest oxoo/xoox/oxxo/xxo. b
play b D1
65 final_score
#? [0]
quintet-set_position bracket 4 shape=rhombus scoring=largest xoxo/oxox/oxox/x.xo w
play w B1
66 final_score
#? [0]
# The margin is that first difference: [4,2] against nothing is 4, by either list, but scoring=smallest sorts from the
# smallest up, where it is 2.
quintet-set_position bracket 4 shape=rhombus scoring=largest xooo/oxxx/xoxo/oxo. b
play b D1
70 final_score
#? [B\+4]
quintet-set_position bracket 4 shape=rhombus scoring=smallest xooo/oxxx/xoxo/oxo. b
play b D1
71 final_score
#? [B\+2]
# [4,3] against [2]: 2 by the largest, 1 by the smallest
quintet-set_position bracket 4 shape=rhombus scoring=smallest oxoo/xoxx/oxoo/xxo. b
play b D1
72 final_score
#? [B\+1]

# After the end: a pass succeeds, undo goes back.
80 play w D1
#? [illegal move]
81 play w pass
#?
undo
undo
82 is_legal b D1
#? [1]
83 final_score
#? [cannot score]
