# Fights on 9x9 boards, ko=stoical: nakade. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=35 xxx.oxx.x/xxx..o..x/xx.xxxooo/xxxxxxoo./x.xxxxooo/xxxxxxoo./xxxxxxo.o/xxxxxxooo/xx.xxxooo b
1 reg_genmove b
#? [G8]
quintet-set_position stoical 9 ko=stoical repetition=none komi=-53 o.xx.xx.x/oxoxxxxxx/xoooooooo/.oooooooo/...oooooo/oooo.oooo/ooooooooo/o.ooooooo/oo.oooooo w
2 reg_genmove w
#? [B9]
quintet-set_position stoical 9 ko=stoical repetition=none komi=17 ooooooo.o/x.ooooooo/.xo.o.ooo/x.ooooooo/.oxxxxxxx/oxxxxxxxx/.oxxxxxxx/xx.x.xxxx/xxx.xxxxx b
3 reg_genmove b
#? [B6]
