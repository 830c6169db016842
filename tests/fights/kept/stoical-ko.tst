# Fights on 9x9 boards, ko=stoical: ko. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-57 o.oooooo./ooooooooo/ooooooooo/.oooooooo/ooooooooo/oooooo.ox/oooooo.../xxxxxxoxo/x.x.x.xo. w
1 reg_genmove w
#? [F1]
