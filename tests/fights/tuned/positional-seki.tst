# Fights on 9x9 boards, ko=positional: seki. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 .xx.xxoox/xxxxxxox./oooooo.xo/oo.o.o.../oooooo.x./ooooooooo/ooooooooo/ooooooooo/o.ooooooo b
1 reg_genmove b
#? [G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 ..x.xxxxx/.oxxxxxxx/..xxxxxxx/.xxxxxx.x/oxoxxxxxx/ooooxxxxx/.o.ooxxxx/ooooooxx./ooooo.oxx w
2 reg_genmove w
#? [A6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 o.ooo.ooo/oo.oooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/o.ooooooo/.x..xxxxx/..xox.x.x b
3 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=11 xoooo.ooo/xxo.ooooo/x.xoooooo/xxxxo.ooo/xxxxxoooo/xxxx.xx.o/xxxxxxxo./xxxxxxx.x/xx.xxx... w
4 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=9 xoooo.ooo/xxo.ooooo/x.xoooooo/xxxxo.ooo/xxxxxoooo/xxxx.xx.o/xxxxxxoo./xxxxxxx.x/xx.xxx... w
5 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 ooooooooo/oooooo.oo/ooooooooo/ooooooooo/ooooooo.o/o.oooooo./oo...oooo/xox.oxxxx/xx.oxx.x. b
6 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 o.ooooooo/ooooooooo/ooooooooo/ooooooo../.ooo.o.ox/oooooo.o./xxxxxx.ox/xxx.xxoxx/xx.x.x.x. w
7 reg_genmove w
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 ooooooo.o/xoooooooo/xxooo.ooo/xxxooo.oo/xx.xooooo/.xxx..o.o/xxxxx.xoo/x.xxxo.../xxxx.ooxo w
8 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/.xxxxxx.x/xxxxxxxxx/.xoo.xxxx/.xo.oxxxx/o...oxxxx/oxo..xxxx w
9 reg_genmove w
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 xx.xooo.o/x.xxooooo/.xxxoo.oo/xxxxo.ooo/xxxxooooo/xxxxooooo/xxxxooooo/xxoo.x.oo/xx.....oo b
10 reg_genmove b
#? [E2]
quintet-set_position stoical 9 ko=positional repetition=none komi=3 xoo.ooooo/xxoo.oooo/xxxoooooo/.xxxooo.o/xxxxxoooo/xxxx.xoxx/xxxxxxo../xxxxxxx.x/xx.xxx.o. w
11 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 xxxxxxxxx/xxxxxxx.x/x.xxxxxxx/xxxxxxxxx/.xxxxxx.o/xxxxxxxo./ooooooox./oo.o.oo.o/ooo.ooo.. b
12 reg_genmove b
#? [H5]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 xxxxxxx.x/x.xxx.xxx/xxxxxxxxx/xxxxxxxxx/xxxxxxx.x/xxxxxxxo./ooooooox./ooo.ooo../oo.oo.oox w
13 reg_genmove w
#? [J3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-47 oooo.xxxx/ooo..x.x./ooooo.xxx/oooxx.xx./.ooooooox/ooooooooo/ooooooooo/oo.oooooo/ooooooo.o w
14 reg_genmove w
#? [F6]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 ooooxxxxx/.o.oxxxxx/o.ooxxxxx/oooox.xxx/ooooxx.x./ooooxxxxx/ooooxxoxx/o.ox...xx/ooox.xoxx w
15 reg_genmove w
#? [E2]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 ooooxxxxx/.o.oxxxxx/o.ooxxxxx/oooox.xxx/ooooxx.x./ooooxxxxx/ooooxxxxx/o.ox...xx/ooox.xoxx w
16 reg_genmove w
#? [E2]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 .xxxxxxxx/xxxxxxxxx/xxxx.xxxx/xx.xxx.x./xxxxxx..x/xxxxxxxxo/oooooooo./o.o.oo.../oo.ooo.o. b
17 reg_genmove b
#? [J3]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 .oo.ooxx./ooooo.ox./xxxxx..ox/xxxxxo.ox/xxxxxxxxx/xxx.xxxxx/xxxxxxxx./xxxxxxxxx/x.xxxxxxx w
18 reg_genmove w
#? [J8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-63 ooooooooo/ooooooooo/ooooooo.o/oooo.ooo./ooooooooo/ooooooooo/.xx.ooooo/.xo.ooooo/.xoxooooo b
19 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-23 ooo.xoox./ooox...oo/ooooooxxx/.ooooox.x/ooooooxx./o.ooooxxx/ooo.ooxxx/ooooooxx./ooooooxxx b
20 reg_genmove b
#? [F8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 ooooooooo/.oooooooo/ooooooooo/ooooooooo/xxoo.o.oo/o.ooooooo/..xxxxxxx/..xxxx.xx/ooxx.xx.x w
21 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=5 .x.xxx.xx/xxxxxxxxx/xxxxxx.x./xxxxxx.../xxxxxxx.o/ooooooox./oooooo.o./o.oo.oo.o/.oooooooo w
22 reg_genmove w
#? [H5]
quintet-set_position stoical 9 ko=positional repetition=none komi=7 xxxxx.xx./oxxxxxxxx/ooxxxxxxx/oooxxxxx./ooooxxxxx/.o.o.xoox/oooo...ox/oooo.xoox/.oooxo..x w
23 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 xxxxxxxo./xxx.xxxoo/x.xxx.xo./xxxxxxxoo/xxxxxxxoo/xxxxxx.x./xxxxxxo.x/xxxxx..oo/xxxxx..xx w
24 reg_genmove w
#? [H3|J4]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 ...xxxxxx/...xxxx.x/.xxxxxxxx/oox.xxxxx/ooxxxxxx./.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx w
25 reg_genmove w
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 x..xoxxxx/x..x.xxxx/oxxxoxxxx/oooxxxxx./o.oxxxx.x/.ooxxxxxx/o.oxxxxxx/oooxxxxxx/oooxx.xxx w
26 reg_genmove w
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 ...oooooo/oxxoooooo/.oxo.oooo/x.ooooooo/xxoo.oooo/.xooooooo/xxoooo.oo/.xooooooo/xxooooooo w
27 reg_genmove w
#? [B9|C9]
quintet-set_position stoical 9 ko=positional repetition=none komi=51 xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/.xxxxxx.x/xxxxxxxxx/.xoo.xxxx/.xoooxxxx/o...oxxxx/oxo.oxxxx w
28 reg_genmove w
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 xxxxxxxxx/xxxxxx.xx/xx.xxxxx./xxxxxxxxx/xxxxxxxxx/o.x.xxxxx/oo.xxxxxx/ooo.ooooo/xx.xo.o.o w
29 reg_genmove w
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=47 .xxxxxxxx/xxxx.xxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/..xxxxxxx/...xxxxxx/..xoooooo/xxoo.oo.o w
30 reg_genmove w
#? [B2|B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xx.xxxxxx/..x.x.xxx/x.xxxxxxx/o.ooooooo/..oooo.oo/..oo.ooo. b
31 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-61 .xooooooo/xxooooooo/.xo.ooooo/xxooooooo/xo.oooooo/.oxooooo./...oo.ooo/.xooooooo/xxooooooo b
32 reg_genmove b
#? [A4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 oooo.o.oo/ooooooooo/ooooooooo/ooo.ooooo/oooooo..x/oooooo.ox/xxxxxx.x./.x.xxxx.o/x.xxxx..o w
33 reg_genmove w
#? [J3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 ooooxo.xx/.o..x..xx/o.oooxx.x/oooooxxxx/oooooxxxx/o.oooxxxx/ooooox.x./oooooxxxx/oooooxxxx w
34 reg_genmove w
#? [F8]
quintet-set_position stoical 9 ko=positional repetition=none komi=13 oooooo.oo/ooo.ooooo/.oooooo.x/oooooo..x/xxxxxx.o./.xx.xxo.x/xxxxxxxxx/xxxxxxxxx/xxxx.xxxx b
35 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=41 .oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/ooxxxxx.x/.oo.xxxx./xx.xxxxxx/.o.xxxxxx/ooo.xx.xx w
36 reg_genmove w
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-1 x..x.x.xx/x...xxxxx/xx.oxxx.x/xxxooxxxx/ooooox.xx/oooo.oxxx/.o.ooooxx/oooooooox/ooooooooo w
37 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-3 ooooooooo/xoo.oooo./xxooooooo/xxxoo.ooo/xx.xooooo/xxxxxoooo/xxx.x.x../.xxxxx..x/xxxxxo.oo b
38 reg_genmove b
#? [H2|H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-9 .ooooo.oo/oooo.oooo/ooooooooo/ooooo.ooo/ooo.xxooo/xx.xxo.xx/xxx..o.xx/.xxxxxxx./xx.xxxxxx w
39 reg_genmove w
#? [G4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 o.ooo.ooo/oo.oooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/o.ooooooo/....xxxxx/..xox.x.x b
40 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 .xoooo.oo/xxoo.oooo/.xooooooo/xxooooooo/.xooooooo/xxooooooo/.x.oooo.o/o.ooooooo/...oooooo b
41 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 ox.oooo.o/...o.oooo/.oooooooo/xxooooooo/xxxxooooo/xxx.xoooo/x.xxxxoo./xxxxx.xoo/xxxxxxxxo b
42 reg_genmove b
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 x.xxo.x.o/xxxx.oo.o/xxxxxxxo./xxx.xxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxxo./xxxxxxxoo/xx.xxxxo. b
43 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-67 ooooooooo/ooooooo.o/ooooooooo/oooooo.oo/oooooooo./ooooooxo./o.oooo.x./oooooo..x/oo.ooo.x. b
44 reg_genmove b
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 .oxxxxxxx/ooxx.xxxx/.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxx.x/o...xx.xx/xx..xxxxx/o...xxxxx w
45 reg_genmove w
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 ooooooooo/oooooo.oo/ooooooooo/ooooooooo/ooooooo.o/o.oooooo./.o...oooo/xox.oxxxx/xx.oxx.x. b
46 reg_genmove b
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 ooooxx.x./oooooxxxx/ooooooxoo/ooooooo../ooooo.o../o.ooooo../ooooooo.o/ooooooooo/oooo.oooo b
47 reg_genmove b
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=27 .o.xo.xx./.oox.xx.x/o..ox.xxx/oooxxxxxx/.ooxxxxxx/ooox.xxxx/o.oxxxxxx/oooxxxxxx/o.oxxxxxx w
48 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ..x.xx.x./..ooxxxxx/x.ooooooo/o.o.ooooo/ooooooooo/oooo.o.oo/ooooooooo/oooo.oooo/ooooooooo b
49 reg_genmove b
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 .o.oo.xx./.oox.xx.x/...ox.xxx/oooxxxxxx/.ooxxxxxx/ooox.xxxx/o.oxxxxxx/oooxxxxxx/o.oxxxxxx w
50 reg_genmove w
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 o.o.ox..x/.oox.xxox/oooooxoox/ooo.oxxxx/ooooooxxx/oooooox.x/ooooooxx./.oooooxxx/ooooooxx. b
51 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 .o.xo.xx./xoxx.xx.x/o..ox.xxx/oooxxxxxx/.ooxxxxxx/ooox.xxxx/o.oxxxxxx/oooxxxxxx/o.oxxxxxx w
52 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-33 oooooxxxx/ooooox..x/.oooo.xxx/oo.oo..o./oooooooxx/.ooooooxx/ooooooox./oooooooxx/ooooooox. b
53 reg_genmove b
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 .x.o.oooo/.x.ooooo./..ooooooo/.oooooooo/xxxxooooo/xxxxxooo./xxxxxxooo/x.xxxxxoo/.xxx.xxxo b
54 reg_genmove b
#? [A6]
quintet-set_position stoical 9 ko=positional repetition=none komi=31 .ooxxxxxx/oooxxxxxx/o.oxxx.xx/oooxxxxxx/.x.ooxxxx/...x.xx.x/oooxxxxxx/o.oxxxxxx/.ooxx.xxx b
55 reg_genmove b
#? [C5]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 xxxxxxxo./xxxxxxxoo/xxxx.xxo./x.xxxxxoo/xxxxxx.oo/xxxxx.ooo/xxxxxoo../x.xxxxx.x/xxxxxxxo. w
56 reg_genmove w
#? [H2]
