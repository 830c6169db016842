# Tactics of Stoical Go: captures, escapes, life and what must not be played.
# At 20000 visits and a fixed seed the answers are the same on every machine. Each position leaves one choice
# between winning and losing; komi makes it so.

param threads 1
param visits 20000
param seed 1

# Three by three: only the middle owns the board (Black by 9).
set_game stoical
boardsize 3
komi 5
10 reg_genmove b
#? [B2]

# White's six stones have one liberty.
quintet-set_position stoical 5 ko=stoical repetition=draw komi=10 .x.../xoox./xoox./xoox./.xxx. b
21 reg_genmove b
#? [C5]

# White's six stones have one liberty, which joins them to their friends; else they are lost, and the game with them.
quintet-set_position stoical 7 ko=stoical repetition=draw komi=5 ......./..xx.o./.xooxo./.xoo.o./.xooxo./..xx.o./....... w
22 reg_genmove w
#? [E4]

# Black's two eyes are not filled: Black is one point ahead, and dead without them.
quintet-set_position stoical 5 ko=stoical repetition=draw komi=-6 .xoo./xxo.o/xxooo/xxo.o/.xooo b
30 reg_genmove b
#? [PASS]

# Three in a row: whoever comes first to the middle of the eye space makes two eyes, or leaves one.
quintet-set_position stoical 5 ko=stoical repetition=draw komi=-12 ...xo/xxxxo/ooooo/.o.o./..... b
40 reg_genmove b
#? [B5]
quintet-set_position stoical 5 ko=stoical repetition=draw komi=-12 ...xo/xxxxo/ooooo/.o.o./..... w
41 reg_genmove w
#? [B5]
