# Fights on 9x9 boards, ko=positional: seki. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 ooxxxxx.x/oooxxx.xx/oooox.xxx/oooooxxxx/oooo.oxoo/o.ooooo../oooooo.../oooooo.xx/ooo.oo.o. b
1 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 .xxo.x.xx/.o...xx.x/ooo..xxxx/oooooxxxx/ooooooxx./o.oooooxx/oooooooox/oooo.oooo/oooooo.oo w
2 reg_genmove w
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 xxxxxxxxx/oxxxxxx.x/ooxxxxxxx/.ooxxxxxx/oooox.xx./.ooooxxxx/oooo.xoo./oooo...oo/.ooo.x.x. w
3 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 xxxxxxxo./.xxxxxxoo/xxxxxxxo./xxxxxxxoo/.xxxxxxo./xxxxxxxoo/x.xxxxox./xxxxx..o./xxxxx.o.x b
4 reg_genmove b
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-27 .x..ooooo/o.xx..ooo/.o.ooxooo/xxxoooooo/x.xo.o.oo/.xxoooooo/xxxo.oooo/xxxoooooo/x.xoooooo b
5 reg_genmove b
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 xxxxxxx.x/.xxxxxxx./xxxxxxxxx/o.oxxxxxx/..oxxxxxx/x..oooooo/oxxo.ooo./.x.oooooo/ooooo.ooo b
6 reg_genmove b
#? [C4]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 xxxxxxxxx/x.xxxxxxx/xxxxxxxxx/.x.xxxxxx/xxxxxx.../xxxxxxo.x/oooooox.x/oo.ooooox/o.oo.o.xx b
7 reg_genmove b
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 o.o.oo.../ooooooxoo/xxxxxx.../xxxxxxo../xxxxxx.oo/.xxx.xxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxxx b
8 reg_genmove b
#? [H7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-13 ooooooooo/xoo.ooooo/xxooooo.o/xxxo.oooo/.xxxooooo/xxx.xoooo/xxxxxxox./x.xxx.o../xxxxxx.x. w
9 reg_genmove w
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=45 xxxxxxxo./xxxxxxxoo/xxxxxxxoo/xxxxx.xo./xxxxxxxoo/.x.xxxxoo/xxxx..o../xxxxoox.x/xxxx.x.xx w
10 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 xxoo.oo.o/xxxoooooo/xxxxo.ooo/xxxxxo..o/xxxxxxxoo/x.x.xxxx./xxxxxxxxo/xx.xxx..o/xxxxxx.o. b
11 reg_genmove b
#? [J4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 ooooooooo/oooooo.oo/xoooooooo/xxoo.oooo/x.xoooooo/xxxxoooo./xxxxxoooo/.xxx..x../x.xxoo.xx w
12 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 xxxxxxxo./x.xxxxxoo/xxxxxxxo./.xxxxxxoo/xxxxxxxo./xxxxxxxoo/.xxxx.x.o/xxxx.o.../xxxxxoxox w
13 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 x.xx.xxxo/xx.xxxxx./xxxxxx.oo/oooooox../ooooooo.x/o.oooo.oo/ooooooooo/ooooooooo/.ooo.oooo w
14 reg_genmove w
#? [H6|G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-47 oxxx.x.x./o.xxxxxxx/..ooooooo/x.ooooooo/.xoo.oooo/ooooooooo/ooooooooo/oooo.oooo/ooo.ooooo w
15 reg_genmove w
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooooooo/ooooo.oo./ooooooooo/oooooo.oo/ooooooooo/x..xooooo/.xoxooooo/xo.oxxxxx/xox.x.xx. w
16 reg_genmove w
#? [C2|A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 ooooooo.o/ooooooooo/ooooooooo/xxxooo.oo/x..oo.ooo/xxxoooooo/x.oxxxxxx/x..x.x.x./xoxxxxxxx w
17 reg_genmove w
#? [C5]
quintet-set_position stoical 9 ko=positional repetition=none komi=13 ...xxxxxx/oo.xxx.xx/oxxxxxxxx/x..x.xx.x/x.xoxxxxx/ooo.oxxxx/oo.oooxxx/oooooooxx/ooooo.oox w
18 reg_genmove w
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-23 o.xxx.xx./..xxxx.xx/xoxxxxxxx/x.ooooooo/.xooooo.o/ooo.ooooo/ooooooooo/ooooooooo/oooooooo. b
19 reg_genmove b
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=45 .x.o.oo.o/...oooooo/.ooxxxxxx/.xxxxxxxx/xxxx.xxxx/.xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxx.xxxxx b
20 reg_genmove b
#? [A7|A8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 oo.o.xo.o/..x...ooo/xxxoooooo/.xxoooooo/xxxooo.oo/xxxoo.ooo/x.xoooooo/.xxoooooo/xxxoooooo w
21 reg_genmove w
#? [C9]
quintet-set_position stoical 9 ko=positional repetition=none komi=51 xx.xxxxx./xxxxxox.x/xxxxx.o../xxxxx.ox./xxxxxxxoo/x.x.xxxo./xxxxxxxoo/xxxxxxxoo/xxxxxxxo. w
22 reg_genmove w
#? [H7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooo.ooooo/oooooo.oo/ooooooooo/ooooooooo/ooooooooo/oooooo.x./oooo.xxx./o.ooxxx.o/ooooo.o.x b
23 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-61 oooo...xo/.ooo.x.x./oooox.xxo/ooooooooo/oo.oooooo/.oooooooo/ooooooooo/ooooooooo/ooooooooo b
24 reg_genmove b
#? [J8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooooooo/ooooooo.o/ooooooooo/oo.ooooo./ooooooooo/..ooooooo/xo.oooooo/xo.xxxxxx/xxo.x.x.x b
25 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooooooo/ooooooo.o/ooooooooo/oo.ooooo./ooooooooo/..ooooooo/.o.oooooo/xo.xxxxxx/xxo.x.x.x b
26 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-27 ooooooooo/oo.oooooo/ooooooooo/oooo.oooo/xxoooooo./.xooooooo/..xxxxxxx/..xxxx.xx/.xxx.xx.x w
27 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 xxooooooo/.xooooooo/xxooooooo/xxooooo.o/.xooooooo/xxooooooo/.oo.oooo./....ooooo/ooxooo.oo b
28 reg_genmove b
#? [A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-25 xx.xxxx.x/xxxxxx.xx/.x.oxxxxx/o..oooooo/.x..ooooo/oooooooo./ooooooooo/o.ooooooo/.oooooooo b
29 reg_genmove b
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 ooooo.ooo/ooooooooo/oo.oooooo/ooooooooo/xxxoooo.o/..ooooooo/x.x.ooooo/.x..ooooo/..xxooooo b
30 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=9 xoooooooo/xxo.ooooo/xxxo.oooo/xxxxoo.oo/xxx.xoooo/xxxxxo.xo/.xxxxox.x/xxxxx..ox/x.xxxxo.x b
31 reg_genmove b
#? [G2|H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 ...xxxxxx/o.o.xxxxx/oxx.xx.xx/..xxx.xxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxx.xxxx w
32 reg_genmove w
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 .ooooo.oo/oo.x.ooo./oo.xooooo/xxo.xxxxx/xxoxxxxxx/xxxx.x.xx/xxxxxxxxx/.xxxxxxxx/xxx.xxxxx b
33 reg_genmove b
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-1 oooooxx.x/oooooxxxx/o.ooox.x./oooooxxxx/o.oooxxxx/oooo.oxxx/.oo.x.xxx/ooo.xoxxx/oooox.xxx b
34 reg_genmove b
#? [E4]
quintet-set_position stoical 9 ko=positional repetition=none komi=25 oxxo.x.xx/o.xo.xxxx/oo.x.xxxx/oo.x.xxx./oooxxxxxx/.oox.xxxx/o.oxxxxxx/.ooxxxxxx/oooxxxxxx w
35 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=25 oxxo.x.xx/ooxo.xxxx/o..x.xxxx/oo.x.xxx./oooxxxxxx/.oox.xxxx/o.oxxxxxx/.ooxxxxxx/oooxxxxxx w
36 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 .oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxx.x/ooxxxxxxx/oo.x.xxxx/o.oxxxxxx/x.xxxxxxx/.o.xxx.xx b
37 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 x.xx.xx.o/xx.xxxxx./xxxxxx.oo/oooooox.x/ooooooo.x/o.oooo.x./ooooooooo/ooooooooo/.ooo.oooo b
38 reg_genmove b
#? [H5|H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 x..o.xxxx/xoxx.xx.x/x.oxoxxxx/oooxxx.xx/o.oxxxxxx/oooxxxxxx/.ooxxxxxx/oooxxx.xx/o.oxxxxxx b
39 reg_genmove b
#? [B9|C9]
quintet-set_position stoical 9 ko=positional repetition=none komi=5 xxxxxxx.x/oooxoxxxx/.ox.oxxxx/..ox.xxxx/o.ox.xxxx/oooooxx.x/o.oo.oxx./oooooooxx/ooooo.oox b
40 reg_genmove b
#? [D7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 ooooooooo/ooooooo.o/ooooo.ooo/oo.oooooo/oxooooooo/..ooooooo/..xxxxxxx/.oxx.xxxx/o.x.xx.xx b
41 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 xxo....o./xxxoxoooo/xx.xoxxo./xxxx...oo/x.xxxoo.o/xxxxxoooo/xxxxxoooo/xxxxxoooo/.x.xxoooo w
42 reg_genmove w
#? [E9]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 xxxxxxxo./xx.xxxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxxoo/xxxxx...o/xxx.xo.o./xxxxxo.o./xx.xxxoxx w
43 reg_genmove w
#? [G2|J2]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 xxxxxxxo./xx.xxxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxxoo/xxxxx...o/xxx.xo.ox/xxxxxo.o./xx.xxxoxx w
44 reg_genmove w
#? [G2|J2]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 xx.xxxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxx./xx.xxxx.o/xxxxxx..x/ooooooxoo/oooooox../.o.o.oo.. w
45 reg_genmove w
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=3 xxo....o./xxooxoooo/xx.xoxxo./xxxx...oo/x.xxxoo.o/xxxxxoooo/xxxxxoooo/xxxxxoooo/.x.xxoooo w
46 reg_genmove w
#? [E9]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 xx.xxxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxx./xx.xxxx.o/xxxxxx..x/ooooooxox/oooooox../.o.o.ooo. w
47 reg_genmove w
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-3 xxo..o.o./xxooxoooo/xx.xoxxo./xxxx..ooo/x.xxxoo.o/xxxxxoooo/xxxxxoooo/xxxxxoooo/.x.xxoooo w
48 reg_genmove w
#? [F6|E9]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 xx.xxxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxx./xx.xxx..o/xxxxxx..x/ooooooxox/oooooox../.o.o.ooo. w
49 reg_genmove w
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 x...xxxxx/.x...x.xx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/oooxxxxxx/.ooxx.xxx/oooxxxxxx/.ooxx.xxx w
50 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=47 xxxxxxxxx/xxxxxxxxx/.xxxxxxx./xxxxxxxxx/xxxxxxxxx/.x.xxxx.x/o.xxxxxxx/...oooooo/..oo.oo.o b
51 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 xxx.xxxxx/xx.x.x.o./xxxxxxxoo/oooooox../o.ooooo../ooooooo.o/o.oo.oooo/ooooooooo/ooooooooo b
52 reg_genmove b
#? [H6]
