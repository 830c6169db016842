# Fights on 9x9 boards, ko=positional: nakade. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=47 .oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxx.x/ooxxxxxxx/oo.x.xxxx/oxoxxxxxx/x.xxxxxxx/...xxx.xx w
1 reg_genmove w
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-27 o.xxx.xx./.oxxxx.xx/xoxxxxxxx/x.ooooooo/.xooooo.o/ooo.ooooo/ooooooooo/ooooooooo/oooooooo. b
2 reg_genmove b
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 o.ooo.xoo/ooooo.xoo/ooooo..o./oooooooxx/oooooooxx/ooooooox./.ooooooxx/ooooo.ox./oooooooxx b
3 reg_genmove b
#? [G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 ooooooxx./oooooox.x/ooooooxx./o.oo.oxxx/ooooooxxx/ooooooxxx/o.ooooxxx/ooo..xooo/oooxx.oo. b
4 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 ooooooxx./oooooox.x/ooooooxx./o.oo.oxxx/ooooooxxx/ooooooxxx/o.ooooxxx/ooo..xo.o/oooxoxoo. b
5 reg_genmove b
#? [E2|H2]
