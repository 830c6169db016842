# Fights on 9x9 boards, ko=positional: nakade. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=13 ooooxxxxx/o..xo.oxx/o.x.oooxx/ooooxxxxx/.oooxxxxx/oo.oxx.xx/ooooxxx.x/ooooxxxxx/o.ooxxxx. b
1 reg_genmove b
#? [D7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 oooooooo./ooooooooo/oooooo.oo/ooooo.ooo/ooooooooo/o.o.ooooo/ooxxooooo/oxo.xxxxx/ox..x.xx. w
2 reg_genmove w
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-13 ooxox..xx/.o.ox.oxx/o.oooxx.x/oooooxxxx/oooooxxxx/o.oooxxxx/ooooox.x./oooooxxxx/oooooxxxx w
3 reg_genmove w
#? [F8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 oo.ox.ox./oooo.x.x./oooo.oxoo/oooooooxx/ooo.oooxx/ooooooox./oooooooxx/ooooooox./ooo.oooxx w
4 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 oo.ox.ox./oooo.x.x./ooooooxoo/oooooooxx/ooo.oooxx/ooooooox./oooooooxx/ooooooox./ooo.oooxx w
5 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 oo.ox.ox./ooooox.x./ooooooxoo/oooooooxx/ooo.oooxx/ooooooox./oooooooxx/ooooooox./ooo.oooxx w
6 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 ooooooooo/.oooooooo/ooooooooo/ooooooooo/xxoo.o.oo/.xooooooo/..xxxxxxx/.oxxxx.xx/ooxx.xx.x w
7 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 oooox..xx/.o.ox..xx/o.oooxx.x/oooooxxxx/oooooxxxx/o.oooxxxx/ooooox.x./oooooxxxx/oooooxxxx w
8 reg_genmove w
#? [F8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 ooooooooo/.ooooo.oo/ooooooooo/ooooooooo/oooooooo./ooooooooo/oooooxxox/xxxxx.ox./x.x.xxo.. w
9 reg_genmove w
#? [F2]
