# Fights on 9x9 boards, ko=stoical: nakade. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-35 o.oooooo./ooooooooo/ooooooooo/.oooooooo/ooooooooo/ooooox.ox/oooooo.x./xxxxxxoxo/x.x.x.xo. b
1 reg_genmove b
#? [G3]
