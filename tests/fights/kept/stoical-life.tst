# Fights on 9x9 boards, ko=stoical: life. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=-41 oooooox../oooooox../ooooo..../oooooooxo/oooooooxx/ooooo.ox./oooo.ooxx/.ooooooxx/ooooooox. w
1 reg_genmove w
#? [G7]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-33 o..ox.ooo/o.xo..ooo/xxxoooooo/x.xoooo.o/xxxooo.oo/xxxoooooo/.xxoooooo/xxxoooooo/.xxo.oooo w
2 reg_genmove w
#? [C9]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-21 oooooxxxx/.ooooxxxx/oooooxx.x/.ooooxxxx/ooooox.xx/oooooxxx./ooxoxo.xx/oox....ox/.ooo.xoox w
3 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=stoical repetition=none komi=49 .xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xx.xxxxxx/xxx.xxxxx/...xxxxxx/x..xxxxxx/oxooooooo/..oo.o.o. b
4 reg_genmove b
#? [C3]
