# Fights on 9x9 boards, ko=positional: life. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 ..x.xx.x./..ooxxxxx/x.ooooooo/o.o.ooooo/ooooooooo/oooo.o.oo/ooooooooo/oooo.oooo/ooooooooo w
1 reg_genmove w
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 ooooo...o/ooooooo.x/o.ooo.oxo/ooo.o..oo/oooooooxx/ooooo.ox./oooooooxx/oooooooxx/ooooooox. w
2 reg_genmove w
#? [G6|H8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 ooooooo.o/xoooooooo/xxooo.ooo/xxxooo.oo/xx.xooooo/.xxx..o.o/xxxxx.xoo/x.xxxo.../xxxx.oox. w
3 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 ooooooo.o/xoooooooo/xxooo.ooo/xxxooo.oo/xx.xooooo/.xxx..x.o/xxxxx.xoo/x.xxxo.../xxxx.ooxo w
4 reg_genmove w
#? [F3]
quintet-set_position stoical 9 ko=positional repetition=none komi=5 ooooxxxxx/o..x..oxx/o.x.oooxx/ooooxxxxx/.oooxxxxx/oo.oxx.xx/ooooxxx.x/ooooxxxxx/o.ooxxxx. w
5 reg_genmove w
#? [D7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 o.ooooooo/ooooooooo/ooooooooo/ooooooo../.ooo.o.ox/ooooooxo./xxxxxx.ox/xxx.xxoxx/xx.x.x.x. w
6 reg_genmove w
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 ooooooooo/oooo.oo.o/ooooooooo/ooooo.ooo/oo.oooooo/xo.oooooo/xo.xxxxxx/xo.x.xxxx/xx.xxx.x. w
7 reg_genmove w
#? [C1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 .xooooooo/xxooooooo/xxooooooo/.xooooooo/xxoo.o.oo/xxoxooooo/.o..ooooo/xo.oo.ooo/o..oooooo w
8 reg_genmove w
#? [A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 .xooooooo/xxooooooo/xxooooooo/.xooooooo/xxoo.o.oo/xxoxooooo/.o..ooooo/xo.oo.ooo/o..xooooo w
9 reg_genmove w
#? [A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 .xooooooo/xxooooooo/xxooooooo/.xooooooo/xxoo.o.oo/xxo.ooooo/.o..ooooo/xo..o.ooo/o..xooooo w
10 reg_genmove w
#? [A3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-1 xoooooooo/xxo.o.ooo/xxxoooooo/xxxxoo.oo/x.xxxoooo/xxxxx...o/xx.xxx.x./xxxxxooo./xx.xxx..o w
11 reg_genmove w
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-1 xoooooooo/xxo.o.ooo/xxxoooooo/xxxxoo.oo/x.xxxoooo/xxxxx..../xx.xxx.x./xxxxxooo./xx.xxx..o w
12 reg_genmove w
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=17 xxxxxxooo/xxxxxxo.o/xx.xxooo./xxxxo.ooo/xxxx..ooo/xxxx.o.oo/xxxxxxo.o/.x.xxxooo/xxxxxxooo b
13 reg_genmove b
#? [E5]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/.oxx.xxxx/ooxxxxx.x/oxxxxxxxx/...x.xxxx/xoxxxxxxx/...xxxxxx b
14 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 ...xxxxxx/..oxxxx.x/.x.xxxxxx/oox.xxxxx/ooxxxxxx./.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx w
15 reg_genmove w
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=51 xxxxx.xxx/xxxxxx.xx/.xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxox./oooooo.../.o.o.ox.. w
16 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 xxxxx.xxx/xxxxxx.xx/.xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.x./oooooo..x/.o.o.ox.. w
17 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 xxxxxxx.x/oxxxxxxxx/oox.xxxxx/oooxxxxxx/ooooxxxx./.ooooxxxx/o.ooox.../oooooxoo./.oooo..o. b
18 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 oooooooxx/ooooooox./oo.ooooxx/ooooooox./oooooooxx/oooooooxx/oo.ooxxx./ooooo.o.o/ooo.ox..x b
19 reg_genmove b
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 .ox..xxxx/xx...xxxx/oooxxxxxx/.ooxxxxxx/ooox.xxxx/.ooxx.xxx/oooxxxxxx/o.oxxxxxx/oooxxxx.x b
20 reg_genmove b
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=13 ooooooooo/ooo.o.o.o/ooooooooo/ooooox.x./xxxxxx.o./xxxxxx..x/xxxxxxxxx/xxx.xxxxx/x.xxxxx.x b
21 reg_genmove b
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 ooooo..../oooooox.x/o.oooooxo/ooo.o..oo/oooooooxx/ooooo.ox./oooooooxx/oooooooxx/ooooooox. w
22 reg_genmove w
#? [G6|H8]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/.xxxxxxxx/xxxxxxx.x/xxxxxxxxx/xo.xxxxxx/x..oooooo/o..oo.o.o b
23 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ...oooo.o/x.ooooooo/o..oooooo/xxooooooo/.xooo.ooo/xxooooooo/.xoo.oooo/xxooooooo/.xooooooo w
24 reg_genmove w
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/.oxxxxx.x/ooxx.xxxx/ooxxxxxxx/x.xxx.xxx/..xxxxxxx/...xxxxxx w
25 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=3 xoo.ooooo/xxoo.oooo/xxxoooooo/.xxxooo.o/xxxxxoooo/xxxx.xox./xxxxxxo../xxxxxxx.x/xx.xxx.o. w
26 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 .xxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.xx/xxxx.xxxx/xoxxxxxxx/o.ooxxxxx/o..oooooo/o..ooo.o. w
27 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 ooooooooo/.oooooooo/ooooooooo/ooooooooo/xxoo.o.oo/..ooooooo/..xxxxxxx/.oxxxx.xx/ooxx.xx.x w
28 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 o.ox.xx.x/.o.xxxxxx/o.xoooooo/x..oooooo/ooooooooo/ooooooo.o/ooooo.ooo/.oooooooo/ooooooooo w
29 reg_genmove w
#? [C8]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 .oxxxxxxx/ooxx.xxxx/.oxxxxxxx/ooxxxxxxx/.oxxxxxxx/ooxxxxx.x/o.o.xx.xx/xx..xxxxx/o.x.xxxxx b
30 reg_genmove b
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-61 ooooo..xo/ooooo.xo./ooooo..xo/oooooxxxo/.ooo.oooo/ooooooo.o/ooooooooo/ooooooooo/ooooooooo b
31 reg_genmove b
#? [J8]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 xxxxx.xxx/oxxxxxxxx/ooxxx.xx./oooxxxxxx/o.ooxxxxx/ooo.oxxxx/ooooox.../o.oooxx.o/ooooo.ox. b
32 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 xxxxx.xxx/oxxxxxxxx/ooxxx.xx./oooxxxxxx/o.ooxxxxx/ooo.oxxxx/ooooox.../o.oooxxxo/ooooo.ox. b
33 reg_genmove b
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 x.xxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xooxxxx.x/o..xxxxxx/...oooooo/o.oo.oo.o w
34 reg_genmove w
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=37 x.xxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxx.xxxx/xxxxxxxxx/xooxxxx.x/o..xxxxxx/...oooooo/x.oo.oo.o w
35 reg_genmove w
#? [C3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-13 x.xxxxxxx/xxxxxxx.o/xxx.x.xo./xxxxxxxox/ooooooox./ooooo.o.o/ooo.ooox./ooooooooo/oooooooo. w
36 reg_genmove w
#? [H4|J5]
quintet-set_position stoical 9 ko=positional repetition=none komi=11 xxxx.xxxx/xxxxxxxxx/xxx.xxx.x/..xxxxxxx/xxxxxxxxx/o.ooooooo/..ooooooo/ooooo.oo./oooooo.oo b
37 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=63 xxx.xxxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxxxx.o./xxxxxxo../xxxxxxo../.xxxxxo.o w
38 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=11 xoooo.ooo/xxo.ooooo/x.xoooooo/xxxxo.ooo/xxxxxoooo/xxxx.xx.o/xxxxxx.o./xxxxxxx.x/xx.xxx... w
39 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 x.xxxxxxx/xx.xxxxxx/xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/xxxxx.xxx/xxxxx.xx./ooooo.x.o/o.o.oo.oo b
40 reg_genmove b
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 x.xxxxxxx/xx.xxxxxx/xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/xxxxx.xxx/xxxxx.xo./ooooo.x.o/o.o.oo.oo b
41 reg_genmove b
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 x.xxxxxxx/xx.xxxxxx/xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/xxxxx.xxx/xxxxx..x./ooooo.x.o/o.o.oo.oo b
42 reg_genmove b
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 o.o.ox..x/.oox.xx.x/oooooxxox/ooo.oxxxx/ooooooxxx/oooooox.x/ooooooxx./.oooooxxx/ooooooxx. b
43 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ooooooooo/oo.oooooo/xoooooooo/xxoooo.oo/xxxoooo.o/x.xxooooo/xx.xxoooo/.xx.xo.x./xxx.x.x.. w
44 reg_genmove w
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=25 .ooxxxxxx/oooxxxxxx/o.oxxx.xx/oooxxxxxx/.x.ooxxxx/...xoxx.x/oooxxxxxx/o.oxxxxxx/.ooxx.xxx w
45 reg_genmove w
#? [C5]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ooooooooo/oo.oooooo/xoooooooo/xxoooo.oo/xxxoooo.o/x.xxooooo/xx.xxoooo/.xxxxo.../xxx.x.x.o w
46 reg_genmove w
#? [F1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 ...oooooo/..ooooooo/..xxoo.oo/xxoo.oooo/.xooooooo/xxoo.oooo/.xooooooo/xxooooooo/.xooooooo w
47 reg_genmove w
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ..x.xxxxx/o.xoxx.xx/.o.oxxxxx/ooooox.xx/ooooooxx./oooooooxx/oooooooox/.oo.ooooo/ooooo.ooo w
48 reg_genmove w
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 ooooo.ooo/ooooooooo/ooo.ooooo/ooooooooo/oooo.oooo/xx.oooooo/xxooooooo/...xxxxxx/.oox.x.x. b
49 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 ...oxxxxx/o...xxx.x/oo.oxxxxx/.o..x.xxx/oooooxx.x/oo.oooxxx/oooo.ooxx/oooooooox/.oooooooo w
50 reg_genmove w
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 .o.oooooo/..ooooooo/..xxoo.oo/xxoo.oooo/.xooooooo/xxoo.oooo/.xooooooo/xxooooooo/.xooooooo w
51 reg_genmove w
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=29 .ooxxxxxx/oooxxxxxx/o.oxxx.xx/oooxxxxxx/.x.ooxxxx/x..x.xx.x/oooxxxxxx/o.oxxxxxx/.ooxx.xxx b
52 reg_genmove b
#? [C4|C5]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ..x.xxxxx/o.xoxx.xx/.oooxxxxx/ooooox.xx/ooooooxx./oooooooxx/oooooooox/.oo.ooooo/ooooo.ooo w
53 reg_genmove w
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 oooox.x.x/oo..xxxxx/o.xxooooo/o.xxooooo/o.xoooooo/ooooooooo/oo.oooooo/ooooooooo/oo.oo.ooo w
54 reg_genmove w
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 ..x.xxxxx/o.xoxx.xx/.ooooxxxx/ooooox.xx/ooooooxx./oooooooxx/oooooooox/.oo.ooooo/ooooo.ooo w
55 reg_genmove w
#? [D9]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .ooxxxxx./o.oxxxxxx/.ooxxxxxx/oooxx.xxx/ooox.xxxx/oooxxxxxx/oox.xxxxx/x..x.xxxx/..oxxxxxx b
56 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .ooxxxxx./o.oxxxxxx/.ooxxxxxx/oooxx.xxx/ooox.xxxx/oooxxxxxx/ooxxxxxxx/x..x.xxxx/.oox.xxxx b
57 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 xxxxxxxo./xxxxxxxoo/xxxx.xxo./x.xxxxxoo/xxxxxx.oo/xxxxx.ooo/xxxxxoo../x.xxxxx.x/xxxxxx.o. w
58 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 ..xoooooo/.oxoooooo/..xoooooo/xxooo.ooo/.xooooooo/xxooooooo/.xooooooo/xxo.oo.oo/.xooooooo b
59 reg_genmove b
#? [B7]
