# Fights on 9x9 boards, ko=positional: ko. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=43 .oo.o.x../ooooo..o./xxxxxox.o/xx.xx.xox/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/x.xxxxxxx/xxxxxx.xx w
1 reg_genmove w
#? [G8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-45 xxooooooo/.xooooooo/xxoooooo./xxooooooo/.xooooooo/xxooooooo/.xx.o.ooo/.oxoooooo/oo..oooo. w
2 reg_genmove w
#? [C1]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 xxxxxxxo./xxxxxxxoo/xxxxxxxo./xxxxxxxoo/x.x.xxxo./xxxxxxxoo/x.xxx.xox/xxxxx.x../xxxxxx.o. b
3 reg_genmove b
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooo..xo/.ooooxxo./ooooo...o/oooooooxx/.ooooooxx/ooooooox./.ooooooxx/oooooooxx/ooooooox. w
4 reg_genmove w
#? [H7]
quintet-set_position stoical 9 ko=positional repetition=none komi=13 ooooo.ooo/.ox.xoooo/ooo.xoo.o/oo.o.oooo/xx.xxxxxx/.xo.xxx.x/xxxxxxxxx/.xxxxxxxx/xxxxxxxxx b
5 reg_genmove b
#? [E6]
quintet-set_position stoical 9 ko=positional repetition=none komi=33 o.o.oo.../ooooooxoo/xxxxxx.../xxxxxxo.o/xxxxxx.oo/.xxx.xxxx/xxxxxx.xx/xxxxxxxxx/xxxxxxxxx b
6 reg_genmove b
#? [G7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 ..oo..ooo/o.o..oooo/ox.o.xooo/xxxoooooo/.xxoooooo/x.xooooo./xxxooo.oo/.xxoooooo/xxxoo.ooo b
7 reg_genmove b
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-37 .x.xx..xx/xxxxxxxx./ooooo.oxx/ooooo..o./oooooxooo/oooo.oooo/.o.oooooo/ooooooooo/ooooooooo b
8 reg_genmove b
#? [F7]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .xxxxxxo./xxxx.xxoo/xx.xxxxo./xxxxxxxoo/xxxxxxxo./xxxxxxxoo/xxxxxxo.x/xxxxx..o./xxxxxo.xx w
9 reg_genmove w
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 o..xxxxxx/o.xxxxxxx/ox.xx.xxx/x.oxxxx.x/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/oox.xxxxx/.oxxxxxxx b
10 reg_genmove b
#? [B6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-29 ooxx.xxx./.ooxxx.xx/ooooxxxxx/o.o.ox.ox/ooooooxxx/ooooooo.o/ooooooo../oooooo.oo/oooooooo. b
11 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-31 .xxoooooo/xxxooooo./.xxoooooo/xxxoooooo/.xxooooo./xxxo.oooo/xxxoooooo/.xxo.oooo/..oo.oooo w
12 reg_genmove w
#? [B1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 oooo.oooo/ooooooooo/.oooooooo/oooooo.oo/ooooooooo/ooooooooo/oxoxooooo/.x..xxxxx/.o..x.xx. b
13 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 oooxxxx.x/.ooxxxxxx/o.oxxxxxx/oooxxxxxx/.ooxxxxxx/oooxxxxxx/x.x.oxx.x/xo.xoxxxx/.x.x.xxx. w
14 reg_genmove w
#? [B3]
quintet-set_position stoical 9 ko=positional repetition=none komi=43 xxxxxxxo./.xxxxxxoo/xxxxxxxo./xxxxxxxoo/.xxxxxxo./xxxxxxxoo/x.xxxxox./xxxxx..o./xxxxxoo.. b
15 reg_genmove b
#? [G2]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 .xoxo.o.o/xo..ooooo/.xo.xxxxx/.xxoxxxx./xxxxxxxxx/xxxxx.xxx/xxxxxxx.x/xxxxxxxxx/xxxxxxxxx b
16 reg_genmove b
#? [D8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 .xooooo.o/xxoooooo./xxooooo.o/.xooooooo/xxooooooo/..x.ooooo/.ox.ooooo/oo..ooooo/ooooooooo b
17 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-53 .xooooo.o/xxoooooo./xxooooo.o/.xooooooo/xxooooooo/o.x.ooooo/.ox.ooooo/oo..ooooo/ooooooooo b
18 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 .xooooo.o/xxoooooo./xxooooo.o/.xooooooo/xxooooooo/..x.ooooo/.ox.ooooo/.o..ooooo/ooooooooo b
19 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 ooooooooo/ooo.ooooo/oooooooo./oo.oooooo/ooooooooo/ooooooooo/.oo.ooooo/.x..xxxxx/..o.xx.x. b
20 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-59 ooo.ooooo/ooooooooo/ooooooooo/oooooo.o./ooooooooo/ooooooooo/oooooxo.o/xxxxx.o../.x.xxo..x w
21 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 .oxx.xxxx/ooxxxxxxx/ooxxxxxxx/.oxxxxxxx/oox.xxxxx/x.xxxxxxx/o..xxxxx./o.xxxxxxx/..xxxxxxx b
22 reg_genmove b
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 oxxxxxx.x/ooxxxx.xx/oooxxxxxx/ooooxxxx./ooo.oxxxx/oo.oo.oo./oooooxxoo/ooooo.xxo/ooo.o.x.x w
23 reg_genmove w
#? [F4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-11 ox.xxxxxx/ooxxxx.xx/oooxxxxxx/.oooxx.xx/oooooxxxx/oo.oooo.o/oooooo.xo/oooooo..x/ooo.ooo.. b
24 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 ..oo..ooo/o.o.ooooo/ox.o.xooo/xxxoooooo/.xxoooooo/x.xooooo./xxxooo.oo/.xxoooooo/xxxoo.ooo b
25 reg_genmove b
#? [B8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-79 ooooo.oxo/oooooo.x./oooooo.xo/oo.ooo..x/ooooooooo/ooooo.ooo/o.ooooooo/ooooooooo/ooooooooo w
26 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-79 oooooooxo/oooooo.x./oooooo.xo/oo.ooo..x/ooooooooo/ooooo.ooo/o.ooooooo/ooooooooo/ooooooooo w
27 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-21 ooooooxx./oooooox.x/ooooooxx./o.oo.oxxx/ooooooxxx/ooooooxxx/o.ooooxxx/ooo..xo.o/oooxx.oo. b
28 reg_genmove b
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 .xxxx.xxo/xxxxxxx../xxxxxxxo./xxxxxx..x/xxxxx...o/xxxxxxxoo/xxxxxxxo./x.xxxxxoo/xxxxx.xo. w
29 reg_genmove w
#? [H6]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 o...xxxxx/.oxoxx.xx/ox.xxxxxx/.x.xxxxxx/ooxxxxxxx/.oxx.xxxx/ooxxx.xxx/ooxxxxxxx/.oxxxxxxx b
30 reg_genmove b
#? [A6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 ooxxxxx.x/oooxxx.xx/oooox.xxx/oooooxxxx/oooo.oxoo/o.ooooo.x/oooooo.../oooooo.xx/ooo.oo.x. b
31 reg_genmove b
#? [H4]
quintet-set_position stoical 9 ko=positional repetition=none komi=59 o...xxxxx/.oooxx.xx/ox.xxxxxx/.x.xxxxxx/ooxxxxxxx/.oxx.xxxx/ooxxx.xxx/ooxxxxxxx/.oxxxxxxx b
32 reg_genmove b
#? [A6]
