# Fights on 9x9 boards, ko=positional: race. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=positional repetition=none komi=3 xoooooooo/xxo.o.ooo/xxxoooooo/xxxxoo.oo/x.xxxoooo/xxxxx..../xx.xxx.x./xxxxxooo./xx.xxx..o b
1 reg_genmove b
#? [G3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 .ooooooo./o.ooooooo/ooooooooo/ooooooooo/ooooooooo/ooooooooo/ooooo.xx./xxxxx.xoo/.x.xxx..x b
2 reg_genmove b
#? [J3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 xx.xooo.o/x.xxooooo/.xxxoo.oo/xxxxo.ooo/xxxxooooo/xxxxooooo/xxxxooooo/xxo..x.oo/xxo....oo b
3 reg_genmove b
#? [E2]
quintet-set_position stoical 9 ko=positional repetition=none komi=11 .x.xxoooo/xxxxxo.oo/xxxxxoooo/x.xxxoooo/xxoox..xo/xxo...xxo/xxxxxooo./xxxxxoooo/xxxxxoo.o w
4 reg_genmove w
#? [F4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-9 ..ooxx.xx/.oo.xxxxx/.xxox.xxx/o..xxxxxx/oooooxx.x/o.ooooxxx/oooooooxx/oooooooox/o.ooo.ooo w
5 reg_genmove w
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-41 ooooooooo/ooo.ooooo/.oooooooo/ooooooooo/oo.ooooo./oooooo..x/xxxxxx.oo/xx.xxxoox/x.x.xx.xx w
6 reg_genmove w
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=-7 ooox.xxxx/ooo.xox.x/ooo.xoxxx/o.o.o.xxx/oooo.oxxx/ooooooxxx/o.oooxxxx/ooooox.xx/oo.ooxx.x w
7 reg_genmove w
#? [F6]
quintet-set_position stoical 9 ko=positional repetition=none komi=53 xxxxx.xxx/xxxxxxxxx/xxxxxxxxx/.xxxxxx.x/xxxxxxxxx/.xoo.xxxx/.xo.oxxxx/o.o.oxxxx/oxx..xxxx w
8 reg_genmove w
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-13 o.ooooooo/ooooooooo/..ooo.o.o/x.ooooooo/x.ooooooo/o.xxxxxxx/.oxx.xxxx/..x.xx.xx/xxxxxxxxx w
9 reg_genmove w
#? [B4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-51 xo.oooo.o/x..oo.ooo/..ooooooo/.xxooooo./.xooooooo/xxooooooo/.xooooooo/xxooooooo/.xooooooo w
10 reg_genmove w
#? [A7]
quintet-set_position stoical 9 ko=positional repetition=none komi=19 .ooxxxxxx/ooooxxxxx/ox.oxxxxx/o...xxxxx/o.xoxxxxx/o.x.xxxxx/oxooxxxxx/oooxx.xx./.ooxxx.xx w
11 reg_genmove w
#? [D4]
quintet-set_position stoical 9 ko=positional repetition=none komi=-5 ooooooooo/xoo.oooo./xxooooooo/xxxoo.ooo/xx.xooooo/xxxxxoooo/xxx.x..../.xxxxx..x/xxxxx..oo b
12 reg_genmove b
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-3 ooooooooo/xoo.oooo./xxooooooo/xxxoo.ooo/xx.xooooo/xxxxxoooo/xxx.x.x../.xxxxx..x/xxxxx..oo b
13 reg_genmove b
#? [H2|H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-27 ooooooooo/oo.oooooo/ooooooooo/ooo.ooooo/oooo.o.oo/ooooooo../xxxxxxx.x/.xxx.x.oo/xxx.xx... b
14 reg_genmove b
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=55 xxxxxxxxx/xxxxx.xxx/xxxxxxxxx/xxxxxx.xx/xxxxxxxxx/xxxx.xxxx/o..xxxxxx/o..oooooo/ooxo.oo.o b
15 reg_genmove b
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 o.ooooooo/ooo.ooooo/oo.oooooo/ooooooooo/ooooooooo/ooooooooo/oooooxxoo/xxxxx.o.x/.x.xx.o.. w
16 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-23 ooo.xoox./ooox....o/ooooooxxx/.ooooox.x/ooooooxx./o.ooooxxx/ooo.ooxxx/ooooooxx./ooooooxxx b
17 reg_genmove b
#? [F8]
quintet-set_position stoical 9 ko=positional repetition=none komi=3 xoo.ooooo/xxoo.oooo/xxxoooooo/.xxxooo.o/xxxxxoooo/xxxx.xoxx/xxxxxxo../xxxxxxx.x/xx.xxx.ox w
18 reg_genmove w
#? [H2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-19 ooo.xoox./ooox.x..o/ooooooxxx/.ooooox.x/ooooooxx./o.ooooxxx/ooo.ooxxx/ooooooxx./ooooooxxx b
19 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 xxxoooooo/xxxoooooo/.xxoooooo/x.xo.oooo/.xxoo.ooo/xxxoooooo/oox.xoooo/.o...oooo/o.oxxo.oo w
20 reg_genmove w
#? [D2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooooox./.ooooooxx/oooooooxx/ooooooox./ooo.oooxx/oooo.oox./o.ooooo.o/ooooooxxx/oooo....o w
21 reg_genmove w
#? [H3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-39 ooooooooo/ooo.ooooo/.oooooooo/ooooooooo/oo.ooooo./oooooo.../xxxxxx..o/xx.xxxoox/x.x.xx.xx w
22 reg_genmove w
#? [G1]
quintet-set_position stoical 9 ko=positional repetition=none komi=23 xxxxxxo.o/xxxxxxooo/.xx.xxo.o/x.xx.xxoo/xxxxoo.oo/xxxxoo.oo/xxxx.x.oo/xxxxo.xo./xxxxoxxoo b
23 reg_genmove b
#? [E3]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 oooooxx.x/ooooox.../.oooo.xxx/oo.oo..o./oooooooxx/.ooooooxx/ooooooox./oooooooxx/ooooooox. w
24 reg_genmove w
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-55 ooooo.ooo/ooooooooo/ooo.ooooo/ooooooooo/oooo.oooo/.x.oooooo/xxooooooo/.o.xxxxxx/.oox.x.x. w
25 reg_genmove w
#? [C2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-17 o.o.ox..x/.oox..xox/oooooxoox/ooo.oxxxx/ooooooxxx/oooooox.x/ooooooxx./.oooooxxx/ooooooxx. b
26 reg_genmove b
#? [E8]
quintet-set_position stoical 9 ko=positional repetition=none komi=-35 oooooxx.x/ooooox..x/.oooo.xxx/oo.oo..o./oooooooxx/.ooooooxx/ooooooox./oooooooxx/ooooooox. w
27 reg_genmove w
#? [G6]
quintet-set_position stoical 9 ko=positional repetition=none komi=-57 ooooooooo/.ooooo.oo/ooooooooo/ooooooooo/oooooooo./ooooooooo/oooooxxo./xxxxx.ox./x.x.xxo.. w
28 reg_genmove w
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-45 ooooooooo/.ooooo.oo/ooooooooo/ooooooooo/oooooooo./ooooooooo/oooooxxo./xxxxx.ox./x.x.xxo.. b
29 reg_genmove b
#? [F2]
quintet-set_position stoical 9 ko=positional repetition=none komi=-3 ..xxxxxx./xxo.xxxxx/...xxx.xx/ooooxxxxx/oooooxxxx/oooooox.x/ooooo.oxx/o.oooooox/oooo.oooo w
30 reg_genmove w
#? [C7]
quintet-set_position stoical 9 ko=positional repetition=none komi=39 .ooxxxxx./o.oxxxxxx/.ooxxxxxx/oooxx.xxx/ooox.xxxx/oooxxxxxx/oox.xxxxx/x..x.xxxx/.oox.xxxx b
31 reg_genmove b
#? [B2]
quintet-set_position stoical 9 ko=positional repetition=none komi=49 ..xxo.o.o/oxo.ooooo/o..oxxxxx/xoxoxxxxx/xxxxxxxxx/xxx.xxxxx/xxxxxxxxx/xxxxxxxxx/xxxxx.x.x b
32 reg_genmove b
#? [B7]
quintet-set_position stoical 9 ko=positional repetition=none komi=-49 o.ooxo.oo/oooo.xxo./oo.o.oox./oooooooxx/oooooooxx/.oooooox./oooooooxx/ooooooox./oooooooxx w
33 reg_genmove w
#? [E8]
