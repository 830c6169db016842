# Fights on 9x9 boards, ko=stoical: ko. Made by examples/fights; docs/strength.md tells how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-57 o.oooooo./ooooooooo/ooooooooo/.oooooooo/ooooooooo/oooooo.ox/oooooo.../xxxxxxoxo/x.x.x.xo. w
1 reg_genmove w
#? [F1]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-47 .x.xx.o.o/xxxxox.x./ooooo.xxo/oooo.ooo./ooooooooo/oooo.oooo/ooooo.ooo/oooooo.oo/ooooooooo w
2 reg_genmove w
#? [H9]
