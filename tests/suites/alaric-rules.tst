# What a client sees of the rules of Alaric. The rules themselves: tests/rules/by_hand/alaric.rs.

set_game alaric

# Cells are A1, B1, ... round the circle. Seat b begins. Passing does not exist.
1 quintet-side_to_move
#? [black]
2 all_legal b
#? [A1 B1 C1 D1 E1 F1 G1 H1 J1 K1 L1]
3 play b pass
#? [illegal move]
4 play b A2
#? [illegal move]
5 quintet-get_rules
#? [\{.*"board":"ring".*\}]

# A play puts one's own stone on an empty cell.
play b D1
10 list_stones black
#? [D1]
11 play w D1
#? [illegal move]
12 is_legal b D1
#? [0]
13 quintet-side_to_move
#? [white]

# An enemy run next to the new stone, with an own stone at its far end, leaves the board.
clear_board
play b A1
play w B1
play b C1
20 list_stones white
#? []
21 list_stones black
#? [A1 C1]

# The vacated cells are barred to the captured seat on its next turn,
boardsize 11
play b A1
play w B1
play w C1
play b D1
90 is_legal w B1
#? [0]
91 is_legal w C1
#? [0]
92 play w B1
#? [illegal move]
93 all_legal w
#? [E1 F1 G1 H1 J1 K1 L1]
# not to the other seat,
94 is_legal b B1
#? [1]
# and on that turn only; a seat's bar lifts when that seat moves, not when the other does.
play b F1
95 is_legal w B1
#? [0]
play w H1
96 is_legal w B1
#? [1]
97 is_legal w C1
#? [1]

# undo brings stones and bars back.
undo
98 is_legal w B1
#? [0]
undo
undo
99 list_stones white
#? [B1 C1]
100 is_legal w B1
#? [0]
101 is_legal w D1
#? [1]

# The game ends when the side to move has no legal play: more stones wins.
boardsize 1
play b A1
110 quintet-outcome
#? [\{"over":true,"winner":"b","margin":1(\.0)?,"reason":".*"\}]
111 final_score
#? [B\+1]
112 all_legal w
#? []
boardsize 2
play b A1
113 final_score
#? [cannot score]
114 quintet-outcome
#? [\{"over":false,"winner":null,.*\}]
# On two cells the second player takes the first stone, and the cell is barred to its owner.
play w B1
115 final_score
#? [W\+1]
116 all_legal b
#? []
117 is_legal b A1
#? [0]
# After the end a stone is illegal; a pass succeeds and is taken back by undo.
118 play w A1
#? [illegal move]
119 play b pass
#?
undo
120 final_score
#? [W\+1]

# Equal is a draw.
set_game alaric
quintet-set_rule board line
boardsize 2
play b A1
play w B1
125 final_score
#? [0]
126 quintet-outcome
#? [\{"over":true,"winner":null,.*\}]

# A position (board, side to move, barred cells) that occurs a second time ends the game as a draw.
set_game alaric
boardsize 8
play b G1
play w H1
play b D1
play w B1
play b C1
play w E1
play b A1
play w F1
play b D1
play w H1
130 quintet-outcome
#? [\{"over":false,.*\}]
play b C1
131 quintet-outcome
#? [\{"over":true,"winner":null,"margin":0(\.0)?,"reason":".*repe.*"\}]
132 final_score
#? [0]
133 all_legal w
#? []

# board=line: a row with ends, edge=open by default.
set_game alaric
quintet-set_rule board line
140 quintet-get_rules
#? [\{.*"board":"line".*"edge":"open".*\}]
# edge=wall bounds a run as a stone of the capturing seat would.
set_game alaric
quintet-set_rule board line
quintet-set_rule edge wall
play w A1
play w B1
150 list_stones white
#? [A1 B1]
play b C1
151 list_stones white
#? []
152 is_legal w A1
#? [0]
# Rules are set on a board without moves.
154 quintet-set_rule board ring
#? [.+]
155 quintet-get_rules
#? [\{.*"board":"line".*\}]

# Sizes 1 to 52, 11 by default; past Z the columns go on with AA.
set_game alaric
160 boardsize 53
#? [unacceptable size]
161 boardsize 0
#? [unacceptable size]
boardsize 52
162 play b AZ1
#?
163 play w ba1
#?
164 list_stones white
#? [BA1]
165 play w BB1
#?
166 play w BC1
#? [illegal move]
