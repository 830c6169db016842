# What a client sees of the rules of Stoical Go. The rules themselves: tests/rules/by_hand/stoical.rs.

set_game stoical
1 quintet-side_to_move
#? [black]
2 quintet-get_rules
#? [\{.*"ko":"stoical".*"repetition":"draw".*\}]

# Boards 2 to 25, rectangles too; the default is 9.
3 play b J9
#?
4 play b K9
#? [illegal move]
5 boardsize 26
#? [unacceptable size]
6 boardsize 1
#? [unacceptable size]
rectangular_boardsize 5 3
7 play b E3
#?
8 play b E4
#? [illegal move]
boardsize 25
9 play b Z25
#?

# A chain without liberties is captured.
boardsize 5
play w A1
play b A2
10 list_stones white
#? [A1]
play b B1
11 list_stones white
#? []
12 list_stones black
#? [A2 B1]
# Suicide is illegal.
clear_board
play b A2
play b B1
20 is_legal w A1
#? [0]
21 play w A1
#? [illegal move]
22 is_legal b A1
#? [1]
# A play that captures is illegal if the opponent's latest move captured.
clear_board
play b B3
play w D4
play b C2
play w E3
play b A1
play w D2
play w C3
play w B1
play b C4
30 is_legal b D3
#? [1]
play b D3
31 list_stones white
#? [D4 E3 D2 B1]
32 is_legal w C3
#? [0]
33 play w C3
#? [illegal move]
# A pass captures nothing, so it lifts the ban.
play b pass
38 is_legal w C3
#? [1]
undo
40 is_legal w C3
#? [0]
# Two passes in a row end the game, by whichever seats.
set_game stoical
boardsize 5
play b C3
play w pass
50 quintet-outcome
#? [\{"over":false,.*\}]
play b pass
51 quintet-outcome
#? [\{"over":true,"winner":"b","margin":25(\.0)?,"reason":".*pass.*"\}]
52 all_legal w
#? []
53 is_legal w A1
#? [0]
54 is_legal w pass
#? [0]
55 play w pass
#?
undo
undo
56 quintet-outcome
#? [\{"over":false,.*\}]
57 is_legal w A1
#? [1]

# Area: stones, and empty regions that touch one colour only.
boardsize 3
60 final_score
#? [0]
play b B1
play b B2
play b B3
61 final_score
#? [B\+9]
play w C1
62 final_score
#? [B\+5]
# Komi, half points allowed, goes to White.
komi 2.5
63 final_score
#? [B\+2.5]
komi 5
64 final_score
#? [0]
komi 7
65 final_score
#? [W\+2]
komi -3
66 final_score
#? [B\+8]
komi 0
# Stones left on the board count as alive: White's stone on C1 scores, though it is dead.
play w pass
play b pass
67 final_score
#? [B\+5]

# Blocked points hold no stone, give no liberty, score nothing.
boardsize 3
quintet-block A1
70 quintet-block
#? [A1]
71 is_legal b A1
#? [0]
72 play b A1
#? [illegal move]
73 list_stones blocked
#? [A1]
play b B1
play b B2
play b B3
74 final_score
#? [B\+8]
# They outlast clear_board, not a board of another size.
clear_board
75 quintet-block
#? [A1]
play w B1
play b B2
play b C1
76 list_stones white
#? []
boardsize 4
boardsize 3
77 quintet-block
#? []
play b C3
78 quintet-block A1
#? [.+]
79 quintet-block
#? []

# A play after which the board is as after one of that seat's own earlier turns ends the game as a draw.
set_game stoical
boardsize 5
play w D4
play b B3
play w E3
play b C2
play w D2
play w C3
play b C4
play b D3
80 quintet-outcome
#? [\{"over":false,.*\}]
play b pass
# White restores a board that stood after a turn of Black's: nothing happens.
play w C3
81 quintet-outcome
#? [\{"over":false,.*\}]
play w pass
# Black restores a board that stood after an own turn.
82 is_legal b D3
#? [1]
play b D3
83 quintet-outcome
#? [\{"over":true,"winner":null,"margin":0(\.0)?,"reason":".*repe.*"\}]
84 final_score
#? [0]
85 all_legal w
#? []
undo
86 quintet-outcome
#? [\{"over":false,.*\}]
# repetition=none plays on.
set_game stoical
boardsize 5
quintet-set_rule repetition none
play w D4
play b B3
play w E3
play b C2
play w D2
play w C3
play b C4
play b D3
play b pass
play w C3
play w pass
play b D3
87 quintet-outcome
#? [\{"over":false,.*\}]
