# Fights on 9x9 boards, ko=stoical: life. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-39 .xooooooo/xxoo.oooo/.xoooooo./xxooooo.o/.xooooooo/xxooooooo/xo.xooooo/..x.ooooo/.oxxooooo b
1 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=stoical repetition=none komi=1 ooooooo.o/x.ooooooo/.xo.o.ooo/x.ooooooo/.oxxxxxxx/o.xxxxxxx/.oxxxxxxx/xx.x.xxxx/xxx.xxxxx w
2 reg_genmove w
#? [B4]
