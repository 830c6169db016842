# Fights on 9x9 boards, ko=positional: life. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 ooooooooo/oooooooo./oo.oooooo/ooooooooo/o.ooox.o./oooooo..o/xxxxxo.o./x.xxx.xox/.xx.xoox. w
1 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 xxxxxxxxx/oxxxxxx.x/ooxxxxxxx/.ooxxxxxx/oooox.xx./.ooooxxxx/oooo.xoo./oooo...oo/.ooo.x... w
2 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 o.o.oooo./.x.xooooo/..xxooooo/xxxxooooo/xxxxxoo.o/x.xxxxoo./xxxxxxxoo/x.xx.xxxo/xxxxxxxxx b
3 reg_genmove b
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 o.o.oooo./.x.xooooo/o.xxooooo/xxxxooooo/xxxxxoo.o/x.xxxxoo./xxxxxxxoo/x.xx.xxxo/xxxxxxxxx b
4 reg_genmove b
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 x.x.xxxo./xxxx.xxxx/xxxxxxx../ooooooo../ooooooox./ooooooo.x/ooooooooo/oo.oo.ooo/o.ooooooo b
5 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 .o.xxxxxx/oxx.xxxxx/.xx.xxxxx/ooxxxxxxx/.oxxxxxxx/oox.xxxxx/.oxxxxx.x/ooxxxxxxx/.oxxx.xxx b
6 reg_genmove b
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxxxx.x/xxxxxx.oo/xxxxxxo../xxxxxxo../xxx.xxo.o/xxxxxx.ox/xxxxxxxxx/xxxxxx.xx/xxxxxxxx. w
7 reg_genmove w
#? [H9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 ooooooooo/o.ooooooo/ooooo.ooo/oooooooo./xxo.ooooo/..ooooooo/xxxoooooo/x...ooooo/..xxooooo b
8 reg_genmove b
#? [B1|B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 .xxxo.o.o/x.xxooooo/xxxxooooo/xxxxooooo/.xxxooooo/xxxxooooo/xxxxooo.o/x...xxooo/xo.o..ooo b
9 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 .xxxo.o.o/x.xxooooo/xxxxooooo/xxxxooooo/.xxxooooo/xxxxooooo/xxxxooo.o/x.o.xxooo/xo.o..ooo b
10 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-15 ooooooooo/xoo.ooooo/xxooooo.o/xxxo.oooo/.xxxooooo/xxx.xoooo/xxxxxxox./x.xxxoo../xxxxxx.x. w
11 reg_genmove w
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=35 x..o.ooo./xo.xxoooo/x.oxxo.oo/xo.xxoooo/xxxxxxoo./xxxx.xxoo/.xxxxxxxo/xxxxxxxxx/xxx.xxxxx b
12 reg_genmove b
#? [E9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 o.ooooooo/ooooooooo/o.ooooooo/oooooo.oo/ooooooooo/ooooooooo/oooooo.../xxxxxx..x/x.x.xx.oo w
13 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 oooooo.oo/.oooooooo/ooooooooo/o.oooox.x/ooooooo../xxxxxx..x/xxxxxx..o/.x.x.xoo./xxxxxxxxx w
14 reg_genmove w
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxx.xxx/xxo.xx.xx/x...xxx.x/o.oxxxxxx b
15 reg_genmove b
#? [B1]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxx.xxx/xxo.xx.xx/x...xxx.x/o.xxxxxxx b
16 reg_genmove b
#? [B1|B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxx.xxx/xxoxxx.xx/x...xxx.x/o.o.xxxxx b
17 reg_genmove b
#? [B1|C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 .xxxxxxxx/xxxxxxx.x/xx.xxxxxx/xxxxxxxxx/xxxxxxo.o/xxxxxx.../oooooo.ox/.ooo.oxx./oo.oooxo. b
18 reg_genmove b
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 .xxxxxxxx/xxxxxxx.x/xx.xxxxxx/xxxxxxxxx/xxxxxxo.o/xxxxxx.../oooooo.ox/.ooo.oxx./oo.ooo.o. b
19 reg_genmove b
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 .oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxx.x/ooxxxxxxx/oxxx.xxxx/o.oxxxxxx/x.xxxxxxx/.o.xxx.xx b
20 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=1 xxxxxxx.x/oooxoxxxx/.ox.oxxxx/..ox.xxxx/o.ox.xxxx/oooooxx.x/o.oo.oxx./oooooooxx/ooooo.oox w
21 reg_genmove w
#? [D7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-33 ooooooooo/ooooooo.o/ooooo.ooo/oo.oooooo/oxooooooo/..ooooooo/..xxxxxxx/ooxx.xxxx/o.x.xx.xx b
22 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-43 x.xooo.oo/.xxoooooo/x.xoooooo/xxxo.oooo/xxxoooooo/xxxoooooo/o.ooooooo/x.xo.ooo./...xooooo w
23 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 ooooooooo/ooooooo.o/ooooo.ooo/oo.oooooo/xxooooooo/..ooooooo/..xxxxxxx/ooxx.xxxx/oxx.xx.xx b
24 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 .xxooo.oo/..xoooo.o/x.ooooooo/.o.oooooo/.oxoooooo/xx.xooooo/xxxxxoooo/x.xx.xoo./xx.xxxxoo b
25 reg_genmove b
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=17 xxxxxxx.x/.xxxxxxx./xxxxxxxxx/x.oxxxxxx/o.oxxxxxx/x..oooooo/.xxo.ooo./.x.oooooo/ooooo.ooo w
26 reg_genmove w
#? [C4]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .oo.oxx../ooooo..o./xxxxxox.o/xx.xx..ox/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/x.xxxxxxx/xxxxxx.xx w
27 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-43 oooooox../oooooox../ooooo..x./ooooo.o.o/oooooooxx/ooooo.ox./oooo.ooxx/.ooooooxx/ooooooox. b
28 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 oo.ooooxx/ooooooox./o.oooooxx/ooooooox./oooooooxx/o.oooooxx/ooooox.o./oooox..xo/oooo..ox. b
29 reg_genmove b
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-23 xx.x.xo.o/x.xxxx..x/xxxxxxox./oooooooxo/oooooox../o.oooo.x./ooooooooo/ooooooooo/ooo.o.ooo b
30 reg_genmove b
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 x.xx.xx.o/xx.xxxxx./xxxxxx.oo/oooooox../ooooooo.x/o.oooo.o./ooooooooo/ooooooooo/.ooo.oooo w
31 reg_genmove w
#? [H6|G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=45 xxxxoo.o./xxxxxoo.o/.xxxxxooo/xxxxxx.ox/xxxxxxo../xxxxxx..o/xxxxx.xxx/xxxxxxxxx/x.xxxxxxx b
32 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=41 xxxxxxxo./xx.xxxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxxoo/xxxxx...o/xxx.xo.o./xxxxxo.o./xx.xxxoxx b
33 reg_genmove b
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=61 xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxx.xxx.x/xx.xxxoxx/xxxxxo.oo/xxxxxo..x/x.xxx.o.o w
34 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxoo.o./xxxxxoo.o/.xxxxxooo/xxxxxx.xx/xxxxxxo../xxxxxx..o/xxxxx.xxx/xxxxxxxxx/x.xxxxxxx b
35 reg_genmove b
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 .xxxxxxxo/xxxxxxxx./xxxxxxxo./xxxxxx..x/xxxxx...o/xxxxxxxoo/xxxxxxxo./x.xxxxxoo/xxxxx.xo. b
36 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 .x.xx.o.o/xxxxox.x./ooooo.xoo/oooo.ooo./ooooooooo/oooo.oooo/ooooo.ooo/oooooo.oo/ooooooooo w
37 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 .x.xx.o.o/xxxxox.x./ooooo..oo/oooo.ooo./ooooooooo/oooo.oooo/ooooo.ooo/oooooo.oo/ooooooooo w
38 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=57 xxxx.xxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xx.xxx.xx/xxxxxxxxx/.o.xxxxxx/...oooooo/...x.o.o. b
39 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=45 xxxxoo.o./xxxxxoo.o/.xxxxxooo/xxxxxx.o./xxxxxxo../xxxxxx..o/xxxxx.xxx/xxxxxxxxx/x.xxxxxxx b
40 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 .xxxx.xxo/xxxxxxxx./xxxxxxxo./xxxxx...x/xxxxx...o/xxxxxxxoo/xxxxxxxo./x.xxxxxoo/xxxxx.xo. w
41 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 x...xxxxx/.x..ox.xx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/oooxxxxxx/.ooxx.xxx/oooxxxxxx/.ooxx.xxx w
42 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=35 x...xxxxx/.x..ox.xx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/oooxxxxxx/.ooxx.xxx/oooxxxxxx/.ooxx.xxx b
43 reg_genmove b
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=41 .oxxxxxxx/ooxx.xxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/ooxx.xxxx/x.oxxxxxx/...xxx.xx/..oxxxxxx w
44 reg_genmove w
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 x.x.xxxo./xxxxxx..o/oooooo.xo/oooooox../ooooooooo/ooooooooo/oooooo.oo/ooo.ooooo/oooooooo. w
45 reg_genmove w
#? [H8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 ooooox.x./oooooxxxx/o.oooxxxx/oo.ooxx.x/ooo.oxxxx/oooooxxxx/ooo.ooxox/oooooo.ox/oooo.x..x w
46 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 ooxxx.xxx/.oxxxxxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxx.xx./x..xxxxxx/...xxxxxx/.xoxxxxxx b
47 reg_genmove b
#? [B3]
