# Tactics of Cascade: the moves that win, of seat b, who owns black.
# At 20000 visits and a fixed seed the answers are the same on every machine. The winning moves were found by a program of its own
# that looks at every line of play; all other moves draw or lose.

param threads 1
param visits 20000
param seed 1

set_game cascade

boardsize 3
play w black@B3
play b red@C2
play w red@C1
10 reg_genmove b
#? [black@A1|black@A2|red@A3]

boardsize 3
play w red@B3
play b red@C2
play w black@A3
20 reg_genmove b
#? [black@B1|red@B1]

boardsize 3
play w white@B2
play b black@A3
play w red@C1
30 reg_genmove b
#? [black@C2|black@B3|black@C3]

boardsize 3
play w black@C1
play b white@A3
play w red@B2
40 reg_genmove b
#? [black@C2|black@B3|black@C3]

boardsize 4
play w red@C3
play b white@D1
play w white@D2
play b white@D4
play w black@A1
play b white@B4
play w black@A2
50 reg_genmove b
#? [black@A4]

boardsize 4
play w black@C4
play b white@D3
play w red@B4
play b white@B1
play w black@A2
play b white@A4
play w black@C2
60 reg_genmove b
#? [black@D1]

boardsize 4
play w red@D4
play b black@A4
play w white@B3
play b black@C1
play w red@D2
play b white@C3
play w white@C4
70 reg_genmove b
#? [black@D1|black@D3|black@B4]

boardsize 4
play w red@D2
play b red@D4
play w white@A4
play b white@C3
play w black@B3
play b red@B1
play w white@D3
80 reg_genmove b
#? [black@D1]
