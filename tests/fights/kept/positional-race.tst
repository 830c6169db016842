# Fights on 9x9 boards, ko=positional: race. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 ooxxxxx.x/oooxxx.xx/oooox.xxx/oooooxxxx/oooo.oxoo/o.ooooo../oooooo.../oooooo.xx/ooo.oo.x. b
1 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=21 xxxxxxx.x/.xxxxxxx./xxxxxxxxx/x.oxxxxxx/o.oxxxxxx/x..oooooo/.xxo.ooo./.x.oooooo/ooooo.ooo b
2 reg_genmove b
#? [C4]
quintet-set_position stoical 9 ko=positional repetition=none komi=25 xxxxx.xxx/xxx.xxxxx/xxxxxxxxx/xxxxx.xxx/o..xxxxxx/o.xxxxxxx/o..oooooo/o.xoooo.o/xxxo.ooo. w
3 reg_genmove w
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 xxxxx.xxx/xxx.xxxxx/xxxxxxxxx/xxxxx.xxx/ox.xxxxxx/o.xxxxxxx/o..oooooo/o.xoooo.o/xxxo.ooo. w
4 reg_genmove w
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-23 x.x.xxxo./xxxx.xxox/xxxxxxx../ooooooo../ooooooox./ooooooo.x/ooooooooo/oo.oo.ooo/o.ooooooo b
5 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 ooxxxxxxx/.oxx.xxxx/ooxxx.xxx/ooxxxxxxx/.oxx.xxxx/ooxxxxxxx/oxooxxxxx/x.x.xxxxx/....xxxxx b
6 reg_genmove b
#? [B2|D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 .ooxxxxxx/o.oxxxxxx/.ooxxxx.x/oooxxxxxx/oooxxxxxx/o...xx.xx/.xx.xxxxx/xooooxxxx/xxxo.xxx. b
7 reg_genmove b
#? [A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooooox./.ooooooxx/oooo.oox./oooooooxx/ooooooox./oooooooxx/ooooo..oo/ooooox.xo/.oooo..xo w
8 reg_genmove w
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=57 x.xxxxxxx/xxxxxxxxx/xxxxx.xxx/.oxxxx.xx/.xoxxxxxx/x.oxxxxxx/...xxxxxx/ooooxxxxx/.o.ooxxxx b
9 reg_genmove b
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=61 x.xxxxxxx/xxxxxxxxx/xxxxx.xxx/..xxxx.xx/.xoxxxxxx/x.oxxxxxx/xx.xxxxxx/ooooxxxxx/.o.ooxxxx b
10 reg_genmove b
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .xxxxxxo./xxxx.xxoo/xx.xxxxo./xxxxxxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxo.o/xxxxx..o./xxxxxo.xx w
11 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-43 xxooooooo/.xooooooo/xxooooooo/xxooooo.o/.xooooooo/xxooooooo/oxo.oooo./....ooooo/ooxooo.oo b
12 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 ooooooooo/oooooo.oo/xoooooooo/xxoo.oooo/x.xoooooo/xxxxoooo./xxxxxoooo/.xxx..x../x.xxooxxx w
13 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 oooo.oooo/ooooooooo/ooooooooo/ooooooooo/oo.o.oooo/ooooo.o../oooooo.../xxxxx.oo./.x.xxx.xx w
14 reg_genmove w
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 oooxxxx.x/.ooxxxxxx/o.oxxxxxx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/x.x.oxx.x/xo.xoxxxx/..xx.xxx. b
15 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 oxxo.x.xx/oxxo.xxxx/o..xoxxxx/oo.x.xxx./oooxxxxxx/.oox.xxxx/o.oxxxxxx/.ooxxxxxx/oooxxxxxx w
16 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 .oxx.xxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/oox.xxxxx/x.xxxxxxx/oo.xxxxx./o.xxxxxxx/..xxxxxxx b
17 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-1 ooooxxxxx/o.ooxxxxx/oo.oxx.xx/ooooxxxxx/ooooxx.xx/.oooxxxx./oo.ox.oxx/o.xx..oxx/o.ooo.oxx w
18 reg_genmove w
#? [E2]
quintet-set_position stoical 9 ko=positional repetition=none komi=9 x.oxooooo/xo.xo.ooo/.x..ooooo/xxx.ooooo/xxxxxo.o./.xxxxxooo/xxxxxxxoo/.xxxxxxxo/xx.xxxxxx w
19 reg_genmove w
#? [C7|D7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 ooooooooo/ooooooo.o/.oooooooo/ooooooooo/ooo.o.oo./oooooxx.x/xxxxx.ooo/xx.xx.o../.xx.xxxxx w
20 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 oooxxxx.x/.ooxxxxxx/o.oxxxxxx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/x.o.oxx.x/xo.xoxxxx/x.xx.xxx. w
21 reg_genmove w
#? [D3]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxx.x.x/xxxxxxo.o/xxxxxxo.x/xxxxxxxo./x.xxxxxoo/xxxxxxxo./xxxxxxxoo/.xxxxxxo./xxx.xxxoo b
22 reg_genmove b
#? [H7]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxx.xx./xxxxxxo.o/xxxxxxo.x/xxxxxxxo./x.xxxxxoo/xxxxxxxo./xxxxxxxoo/.xxxxxxo./xxx.xxxoo b
23 reg_genmove b
#? [H7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-79 ooooo.oxo/ooooooox./oooooo.xo/oo.ooo..x/ooooooooo/ooooo.ooo/o.ooooooo/ooooooooo/ooooooooo w
24 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=3 ooooo.ooo/.oooooooo/o.ooo..ox/oooooxoox/xxxxxxoo./x.xxx..xx/xx.xxoooo/xxxx.xxxx/xxxxxxxxx b
25 reg_genmove b
#? [G4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 ooooo.ooo/.oooooooo/o.ooo..ox/oooooxoox/xxxxxxoo./x.xxx..xx/xx.xxoooo/xxxx.xxxx/xxxxxxxxx w
26 reg_genmove w
#? [G4|J5]
