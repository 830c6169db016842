#!/usr/bin/env python3
"""A teacher of Go for tests: teacher.py [crash|refuse|nonsense].

It expects that White wins three games of four, that the first empty point in reading order is
played with probability 0.9 and passed with 0.1, and that stones stay where they are.
"""

import sys

THING = sys.argv[1] if len(sys.argv) > 1 else ""
COMMANDS = "boardsize clear_board kata-raw-nn komi list_commands name play quit version"
size, stones, evaluated = 9, {}, 0


def evaluation():
    rows = [[(x, y) for x in range(size)] for y in reversed(range(size))]
    free = [point for row in rows for point in row if point not in stones]
    policy = lambda point: "NAN" if point in stones else "0.9" if point == free[0] else "0.0"
    owner = lambda point: {"b": "-1.0", "w": "1.0"}.get(stones.get(point), "0.0")
    table = lambda value: "\n".join(" ".join(map(value, row)) + " " for row in rows)
    return (
        f"symmetry 0\nwhiteWin 0.75\nwhiteLoss 0.25\nnoResult 0.0\npolicy\n{table(policy)}\n"
        f"policyPass 0.1\nwhiteOwnership\n{table(owner)}"
    )


for line in sys.stdin:
    command, *words = line.split()
    text, sign = "", "="
    if command == "list_commands":
        text = COMMANDS.replace(" ", "\n")
    elif command == "boardsize":
        size = int(words[0])
    elif command == "clear_board":
        stones = {}
    elif command == "play" and words[1].lower() != "pass":
        if THING == "refuse" and len(stones) == 4:
            text, sign = "illegal move", "?"
        # It takes no stones away: good enough for a teacher of tests.
        stones[("ABCDEFGHJ".index(words[1][0].upper()), int(words[1][1:]) - 1)] = words[0]
    elif command == "kata-raw-nn":
        evaluated += 1
        if THING == "crash" and evaluated == 5:
            sys.exit(3)
        text = "policy 0.5" if THING == "nonsense" else evaluation()
    print(f"{sign} {text}\n", flush=True)
    if command == "quit":
        break
