# Fights on 9x9 boards, ko=stoical: seki. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-21 oooooxxxx/.ooooxxxx/oooooxx.x/.ooooxxxx/ooooox.xx/oooooxxx./ooooxo.xx/ooo....ox/.ooo.xoox w
1 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-19 oooooxxxx/.ooooxxxx/oooooxx.x/.ooooxxxx/ooooox.xx/oooooxxx./ooooxo.xx/ooo....ox/.ooo.xoxx w
2 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-37 ooooo.ooo/ooo.ooooo/oooooooo./ooooooooo/oooooo.xx/oooooox.x/xxxxxxo.x/.x.x.x.oo/xxxxxx.xo w
3 reg_genmove w
#? [G5]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-19 ooxx.x.xx/x.xxx.xxx/.oxxxxxxx/x.ooooooo/x.ooooo.o/.xooooooo/ooooooo.o/oooooooo./ooooooooo b
4 reg_genmove b
#? [B6]
