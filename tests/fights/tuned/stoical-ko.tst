# Fights on 9x9 boards, ko=stoical: ko. Made by tools/fights; docs/research/strength.md describes how.
quintet-set_position stoical 9 ko=stoical repetition=none komi=41 x.oxxxx.x/x..xxxxxx/ox.xxxxxx/.ooxxxxxx/ooxxxxx.x/ooxxxxxxx/.oxxxxxxx/ooxxxxxxx/.oxxx.xxx w
1 reg_genmove w
#? [C7]
