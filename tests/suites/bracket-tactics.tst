# Tactics of Bracket: the only winning move before the board is full.
# At 20000 visits and a fixed seed the answers are the same on every machine. The winning moves were found by a program of its own
# that looks at every line of play; all other moves draw or lose.

param threads 1
param visits 20000
param seed 1

quintet-set_position bracket 5 shape=hexagon scoring=largest oo./xxxo/ox.x./..oo/..x b
10 reg_genmove b
#? [E3]

quintet-set_position bracket 5 shape=hexagon scoring=largest o../ooo./x.xo./xoxx/..x b
20 reg_genmove b
#? [B3]

quintet-set_position bracket 5 shape=hexagon scoring=largest .x./ooo./.ox.x/xxoo/.x. b
30 reg_genmove b
#? [D3]

quintet-set_position bracket 5 shape=hexagon scoring=largest ox./.o../xox.x/o.xo/ox. b
40 reg_genmove b
#? [D4]

quintet-set_position bracket 5 shape=hexagon scoring=largest o.o/xxo./o.o../.xxo/x.x b
50 reg_genmove b
#? [E4]

quintet-set_position bracket 5 shape=hexagon scoring=largest oxx/...x/xo.xo/o.../oox b
60 reg_genmove b
#? [C3]

quintet-set_position bracket 4 shape=rhombus scoring=largest oo../xxo./ox../...x b
70 reg_genmove b
#? [D4]

quintet-set_position bracket 4 shape=rhombus scoring=largest ..oo/.ox./x.x./o.x. b
80 reg_genmove b
#? [B2]

quintet-set_position bracket 4 shape=rhombus scoring=largest x.ox/.x.o/...x/.oo. b
90 reg_genmove b
#? [B2]

quintet-set_position bracket 4 shape=rhombus scoring=largest .x../oxox/...o/..ox b
100 reg_genmove b
#? [B2]
