# Fights on 9x9 boards, ko=positional: ko. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 xxooooooo/.xooooooo/xxooooooo/.xoo.ooo./xxooooooo/.o.oooooo/x.ooooooo/oxooooooo/..xoo.ooo w
1 reg_genmove w
#? [A4]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 .oxo.xxxx/oxx..xxxx/oooxxxxxx/.ooxxxxxx/ooox.xxxx/.ooxx.xxx/oooxxxxxx/o.oxxxxxx/oooxxxx.x b
2 reg_genmove b
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=47 xxoxxxxxx/.o.xxxxxx/...xxxxxx/xo.xxxxxx/ooxxxxxxx/ooxxxxxxx/.oxx.xxx./oox.xxxxx/.oxxxxxxx b
3 reg_genmove b
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 ooooo..../oooooox.x/o.ooo.oxo/ooo.o..oo/oooooooxx/ooooo.ox./oooooooxx/oooooooxx/ooooooox. b
4 reg_genmove b
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=25 xx.o.ooo./xxox.oo.o/xxox.o.oo/xxo..oooo/xx.xoxooo/.xxxxxxoo/xxxxxx.xo/xxxxx.xxx/xxxxxxxxx b
5 reg_genmove b
#? [C9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 xx..oxx.x/.o...xxx./oooooxxxx/oo.oooxxx/ooooooox./oooooooox/ooooooooo/ooo.o.ooo/ooooooooo b
6 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 xx..oox.x/.o...xxx./oooooxxxx/oo.oooxxx/ooooooox./oooooooox/ooooooooo/ooo.o.ooo/ooooooooo b
7 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=5 ooooooooo/.o.oooooo/o.oooooxx/ooooooo../xxxxxxxo./xxxxxxxxo/xxxxxxx../xxxxxx.xx/xxxx.xxx. b
8 reg_genmove b
#? [J5]
quintet-set_position stoical 9 ko=positional repetition=none komi=-79 ooooooooo/ooooooooo/ooooo.ooo/ooooooooo/ooo.ooooo/ooooooooo/ooooooxxo/o.o.o..ox/oooo..xx. w
9 reg_genmove w
#? [J1|G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=11 xooooo.oo/xxooooo.o/x.xoooooo/xxxxo.ooo/.xxxxoooo/xxxxxox../xx.xxxo../xxxxx.xo./xxxxxxxxx b
10 reg_genmove b
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 ooooooooo/oo.oooooo/ooooooooo/ooo.ooooo/oooo.o.oo/oooooo.../xxxxxxx.x/.xxx.x.o./xxx.xx..o w
11 reg_genmove w
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-45 ooooo.ox./oo.ooooxx/oooooooxx/ooooooox./oooooooxx/ooooooo.x/ooo.oxx../oooooxo../oooooo..x b
12 reg_genmove b
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxxxxxx/xxxxx.xxx/xxxxxxxxx/xxxxxx.xx/xxxxxxxxx/xxxx.xxxx/o..xxxxxx/o..oooooo/.oxo.oo.o b
13 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-27 .xxoo.ooo/xxxoooooo/.xxoooooo/x.xoooooo/xxxoo.ooo/xxxoooooo/xxo.ooooo/.oxoo.ooo/x.xoo.oo. b
14 reg_genmove b
#? [D3]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.xx/xxxx.xxxx/xoxxxxxxx/o.o.xxxxx/o..oooooo/o..ooo.o. b
15 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 o.ox.xx.x/xx.xxxxxx/..xoooooo/x..oooooo/ooooooooo/ooooooo.o/ooooo.ooo/.oooooooo/ooooooooo w
16 reg_genmove w
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 o.ox.xx.x/xo.xxxxxx/..xoooooo/x..oooooo/ooooooooo/ooooooo.o/ooooo.ooo/.oooooooo/ooooooooo w
17 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-65 ooooo..xo/ooooo.xo./ooooo..xo/oooooxxoo/.ooo.oooo/ooooooo.o/ooooooooo/ooooooooo/ooooooooo b
18 reg_genmove b
#? [J8]
quintet-set_position stoical 9 ko=positional repetition=none komi=17 xxxxx.xxx/oxxxxxxxx/ooxxx.xx./oooxxxxxx/o.ooxxxxx/ooo.oxxxx/ooooox.../o.oooox../ooooo.ox. b
19 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 oox.x.xxx/....xoxxx/oooxxxxxx/o.oxxxxxx/oooxxx.xx/o.oxxxxxx/.ooxx.x.x/oooxxxxxx/oooxxxxxx w
20 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=45 .xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.xx/xxxx.xxxx/xoxxxxxxx/x.o.xxxxx/o..oooooo/o..ooo.o. b
21 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=5 ...oooooo/o..oooo.o/x.oxooooo/xx.xoo.oo/xxxxxooo./.xxxxxooo/xxxxxxxoo/x.xxxxxxo/xxxxxxx.x b
22 reg_genmove b
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=17 x..xxxxxx/...xxxxxx/.x.xx.xxx/xoxxxx.xx/ooooxxx.x/ooo.oxxxx/ooooooxxx/oooooooxx/oo.ooo.ox w
23 reg_genmove w
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-13 .oxoooooo/..xoooo.o/..xoooooo/.xooo.o.o/xxxxooooo/xxxxxoooo/.xxx.xooo/xxxxxxxoo/xxxxxx.xo w
24 reg_genmove w
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=1 .x.xxx.xx/xxxxxxxxx/xxxxxx.x./xxxxxx.../xxxxxxoxo/ooooooox./oooooo.o./o.oo.oooo/.oooooooo w
25 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 .xx.xxoox/xxxxxxox./oooooo.xo/oo.o.o.../ooooooox./ooooooooo/ooooooooo/ooooooooo/o.ooooooo b
26 reg_genmove b
#? [G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 ...xxxxxx/...xxxx.x/.x.xxxxxx/oox.xxxxx/ooxxxxxx./.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx w
27 reg_genmove w
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 xxx..xx.o/xxx..o..x/xx.xxxooo/xxxxxxoo./x.xxxxooo/xxxxxxoo./xxxxxxo.o/xxxxxxooo/xx.xxxooo w
28 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ooooooooo/oo.oooooo/xoooooooo/xxoooo.oo/xxxoooo.o/x.xxooooo/xx.xxoooo/.xxxxo.x./xxx.x.xx. w
29 reg_genmove w
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 ooooo.ooo/ooooooooo/ooo.ooooo/ooooooooo/oooo.oooo/.x.oooooo/xxooooooo/...xxxxxx/.oox.x.x. b
30 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 oooox.x.x/oo..xxxxx/o.xxooooo/o..xooooo/o.xoooooo/ooooooooo/oo.oooooo/ooooooooo/oo.oo.ooo b
31 reg_genmove b
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 oooox.x.x/oo..xxxxx/o.x.ooooo/o..xooooo/o.xoooooo/ooooooooo/oo.oooooo/ooooooooo/oo.oo.ooo b
32 reg_genmove b
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 oo.oooooo/xoooooo.o/xxoo.oooo/xxxoooooo/xxxxooooo/x.xxxoooo/xxxxox..o/xx.x.ox.o/x.xxxox.. w
33 reg_genmove w
#? [G3]
