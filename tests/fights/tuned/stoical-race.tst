# Fights on 9x9 boards, ko=stoical: race. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-53 oo.oooooo/ooooooooo/ooooooooo/oooo.oooo/ooo.ooooo/oooooxxxx/ooooox.oo/xxxxx.o.x/.x.xxx..o w
1 reg_genmove w
#? [F2]
