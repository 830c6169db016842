# What a client sees of the rules of Cascade. The rules themselves: tests/rules/by_hand/cascade.rs.

set_game cascade

# A1 is the bottom corner; directly above (x, y) stand (x+1, y) and (x, y+1). Player 1 is seat w and moves first.
1 quintet-side_to_move
#? [white]

# A turn puts a white, black or red stone, the mover's choice, on any empty square.
2 play w white@D4
#?
3 play b white@E6
#?
4 play w red@G2
#?
5 play b black@A8
#?
6 list_stones white
#? [E6 D4]
7 list_stones black
#? [A8]
8 list_stones red
#? [G2]
9 play w red@D4
#? [illegal move]
10 play w pass
#? [illegal move]
# A move names its stone.
11 is_legal w red@H8
#? [1]
12 play w H8
#? [.*@.*]
clear_board
boardsize 2
13 all_legal w
#? [(?:(?:white|black|red)@[AB][12] ?){12}]

# An empty square directly below two filled ones gets their colour where they are alike,
boardsize 3
play w white@B1
play b white@A2
20 list_stones white
#? [A2 A1 B1]
# and the third colour where they differ.
clear_board
play w white@B1
play b black@A2
23 list_stones red
#? [A1]
# fill=down leaves the square above two filled ones alone.
clear_board
play w white@B1
play b white@A2
42 is_legal w red@B2
#? [1]

# undo takes a stone back with all that it filled.
undo
43 list_stones white
#? [B1]
undo
44 list_stones white
#? []

# The game ends when the board is full. More white than black stones: player 1 wins, by the difference;
boardsize 1
play w white@A1
50 final_score
#? [W\+1]
51 quintet-outcome
#? [\{"over":true,"winner":"w","margin":1(\.0)?,.*\}]
# fewer: player 2;
undo
play w black@A1
52 final_score
#? [B\+1]
# red counts for nobody, and ties exist.
undo
play w red@A1
53 final_score
#? [0]
54 quintet-outcome
#? [\{"over":true,"winner":null,"margin":0(\.0)?,.*\}]
boardsize 2
play w white@B1
play b red@A2
55 final_score
#? [cannot score]
play w white@B2
# A1 is black: two white, one black, one red.
56 final_score
#? [W\+1]
57 all_legal b
#? []

# Where the first play names b, b begins instead and still owns black.
clear_board
58 quintet-side_to_move
#? [white]
play b black@B1
59 quintet-side_to_move
#? [white]
play w red@A2
play b black@B2
60 list_stones white
#? [A1]
61 final_score
#? [B\+1]

# fill=both: also an empty square directly above two filled ones, by the same rule.
set_game cascade
quintet-set_rule fill both
boardsize 3
play w white@B1
play b white@A2
70 list_stones white
#? [A2 B2 A1 B1]
# A published game (J. P. Neto's collection of abstract games, page Cascade).
set_game cascade
play w white@B2
play b black@F5
play w white@E6
play b white@D6
play w white@C7
play b black@G4
play w white@B8
play b black@A8
play w white@H3
play b red@F2
play w red@G1
play b black@G7
90 list_stones white
#? [B8 B7 C7 B6 C6 D6 E6 B4 E4 B3 C3 E3 F3 H3 B2 A1 E1]
91 list_stones black
#? [A8 G7 A6 A5 B5 D5 F5 F4 G4 A3 D3 D2 E2 B1]
92 list_stones red
#? [A7 C5 E5 A4 C4 D4 G3 A2 C2 F2 C1 D1 F1 G1]
# 19 empty squares, three stones for each.
93 all_legal w
#? [(?:(?:white|black|red)@[A-H][1-8] ?){57}]
