# Tactics of Alaric: the moves that win.
# At 20000 visits and a fixed seed the answers are the same on every machine. The winning moves were found by a program of its own
# that looks at every line of play; all other moves draw or lose.

param threads 1
param visits 20000
param seed 1

set_game alaric

boardsize 7
play b F1
play w D1
10 reg_genmove b
#? [B1|G1]

boardsize 7
play b B1
play w D1
20 reg_genmove b
#? [A1|F1]

boardsize 7
play b C1
play w G1
30 reg_genmove b
#? [B1]

boardsize 8
play b F1
play w E1
play b A1
play w D1
play b G1
40 reg_genmove w
#? [H1]

boardsize 8
play b E1
play w H1
play b G1
play w B1
play b C1
50 reg_genmove w
#? [A1]

boardsize 8
play b F1
play w B1
play b E1
play w A1
play b C1
60 reg_genmove w
#? [D1]

boardsize 8
play b G1
play w D1
play b H1
play w E1
play b B1
70 reg_genmove w
#? [A1]
