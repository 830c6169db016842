# Answers of GNU Go 3.8, in its own regression format: names, rules, a capture, a ladder.

1 name
#? [GNU Go]
2 protocol_version
#? [2]
3 version
#? [3\.[0-9.]+]

boardsize 9
clear_board
komi 5.5
10 get_komi
#? [5.5]

# A stone in atari is taken.
loadsgf gnugo.sgf
20 countlib E5
#? [1]
21 captures black
#? [0]
22 reg_genmove black
#? [E4]
23 reg_genmove black
#? [!(PASS|A1)]
24 play black E4
#?
25 captures black
#? [1]
26 list_stones white
#? [C7 G7 C3]
27 play white E4
#? [illegal move]
28 is_legal white E4
#? [0]

# The cut is not seen at level 1, known and noted.
50 reg_genmove white
#? [A9]*
60 final_status_list dead
#? [.*]&
