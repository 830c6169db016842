# Tactics of Cancer: captures that end the game, and captures to keep away from.
# At 20000 visits and a fixed seed the answers are the same on every machine. Where no more is said, the move wins
# at once by the rules.

param threads 1
param visits 20000
param seed 1

# Three by three without pie: Red wins by the middle alone.
set_game cancer
quintet-set_rule pie off
boardsize 3
10 reg_genmove b
#? [B2]
# With pie White takes that stone for its own.
set_game cancer
boardsize 3
play b B2
11 reg_genmove w
#? [swap-pieces]

# White's last stone has one liberty: cancer there wins.
quintet-set_position cancer 5 eye=any pie=off r..../...../...../c..../o.... b
20 reg_genmove b
#? [cancer@B1]
quintet-set_position cancer 5 eye=any pie=off ..r../..r../.rorr/...../..r.. b
21 reg_genmove b
#? [cancer@C2]
# White saves it there too, by an own stone.
quintet-set_position cancer 5 eye=any pie=off ..r../..r../.rorr/...../..r.. w
22 reg_genmove w
#? [!cancer@C2]

# Cancer beside the own last stone gives the game away.
quintet-set_position cancer 5 eye=any pie=off ....o/...o./...../c..../r.... b
30 reg_genmove b
#? [!cancer@B1]

# Both sides' last stones share their last liberty: the mover fills it with cancer and wins.
quintet-set_position cancer 3 eye=any pie=off ccc/r.o/ccc b
40 reg_genmove b
#? [cancer@B2]
