#!/usr/bin/env python3
"""A GTP player for tests of referees: player.py WAY.

pass       always passes
illegal    always plays A1
crash      ends when it is asked for a move
hang       never answers when it is asked for a move
refuse     refuses every move of the other
nonsense   answers a question for a move with what is no GTP
"""

import os
import sys
import time

way = sys.argv[1]
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    answer = "= "
    if words[0] == "list_commands":
        answer = "= boardsize\nclear_board\nkomi\nplay\ngenmove\nlist_commands\nquit"
    elif words[0] == "play" and way == "refuse":
        answer = "? illegal move"
    elif words[0] == "genmove":
        if way == "crash":
            os._exit(7)
        if way == "hang":
            time.sleep(1000)
        answer = {"illegal": "= A1", "nonsense": "well"}.get(way, "= PASS")
    print(answer, end="\n\n", flush=True)
    if words[0] == "quit":
        break
