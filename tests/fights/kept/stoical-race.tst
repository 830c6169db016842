# Fights on 9x9 boards, ko=stoical: race. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=23 xxxxx.xxx/xxx.xxxxx/xxxxxxxxx/xxxxx.xxx/o..xxxxxx/..xxxxxxx/oxooooooo/o.xoooo.o/xxxo.ooo. w
1 reg_genmove w
#? [B4]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-41 ooooo.ooo/ooo.ooooo/oooooooo./ooooooooo/oooooo.xx/oooooox.x/xxxxxxo.x/.x.x.x.oo/xxxxxxooo w
2 reg_genmove w
#? [G5]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-41 ooooo.ooo/ooo.ooooo/oooooooo./ooooooooo/oooooo.xx/oooooox.x/xxxxxxo.x/.x.x.x.oo/xxxxxxo.o w
3 reg_genmove w
#? [G5]
quintet-set_position stoical 9 ko=stoical repetition=none komi=57 .oxx.xxxx/ooxxxxxxx/.oxxxxxxx/ooxxx.xxx/ooxxxxxxx/...xxxxxx/..oxxxxxx/ox.xxxxxx/oxoxxxx.x b
4 reg_genmove b
#? [B4]
