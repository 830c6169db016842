#!/usr/bin/env python3
"""A GTP engine that plays Bracket on a hexagon, with a fault if requested: match_engine.py [THING [ARG]].

It fills points in an order that depends on its seed. THING: hang, hang-child, crash (at its 10th move, or its ARG-th),
illegal, flood, garbage, late-flood, slow (ARG seconds per move), refuse (to play), resign, integers (takes whole seconds
only and writes its time commands to the file ARG), closed (prints why and ends at once), says (answers the words of ARG,
separated by commas, then resigns, and writes all commands to the file of the next argument), unwilling (does not start
the fourth time; counts in the file ARG)."""

import os
import random
import re
import subprocess
import sys
import time

THING = sys.argv[1] if len(sys.argv) > 1 else ""
ARG = sys.argv[2] if len(sys.argv) > 2 else ""
COMMANDS = """boardsize clear_board genmove known_command komi list_commands name play protocol_version quit
set_random_seed time_left time_settings version""".split()

size, stones, made, rng = 9, set(), 0, random.Random(0)


def answer(text, sign="="):
    sys.stdout.write(f"{sign} {text}\n\n")
    sys.stdout.flush()


def cells():
    side = (size + 1) // 2
    return [f"{'ABCDEFGHJKLMNOP'[x]}{y + 1}" for x in range(size) for y in range(size) if abs(x - y) < side]


def genmove():
    global made
    made += 1
    if THING == "hang" and made == 3:
        time.sleep(1000)
    if THING == "hang-child":
        child = subprocess.Popen(["sleep", "1000"])
        with open(ARG, "a") as file:
            file.write(f"{child.pid}\n")
        time.sleep(1000)
    if THING == "crash" and made == int(ARG or 10):
        print("something broke", file=sys.stderr)
        sys.exit(7)
    if THING == "illegal" and made == 4:
        return sorted(stones)[0]
    if THING == "flood" and made == 2:
        while True:
            sys.stdout.write("= " + "flood " * 1000 + "\n")
    if THING == "garbage":
        return "I think that\nA1 is good"
    if THING == "slow":
        time.sleep(float(ARG))
    if THING == "resign" and made == 3:
        return "resign"
    if THING == "says":
        return [*ARG.split(","), "resign"][made - 1]
    free = [cell for cell in cells() if cell not in stones]
    move = rng.choice(free)
    stones.add(move)
    return move


if THING == "unwilling":
    starts = open(ARG).read() if os.path.exists(ARG) else ""
    open(ARG, "w").write(starts + "x")
    if len(starts) == 3:
        print("no memory left", file=sys.stderr)
        sys.exit(1)
if THING == "closed":
    print("no such option: --strength", file=sys.stderr)
    sys.exit(1)
for line in sys.stdin:
    words = line.split()
    if THING == "says":
        with open(sys.argv[3], "a") as file:
            file.write(line)
    if not words:
        continue
    command, args = words[0], words[1:]
    if command == "list_commands":
        answer("\n".join(COMMANDS))
    elif command == "name":
        answer("fake")
    elif command in ("version", "protocol_version"):
        answer("2")
    elif command == "boardsize":
        size = int(args[0])
        answer("")
    elif command == "clear_board":
        stones, made = set(), 0
        answer("")
    elif command == "set_random_seed":
        rng = random.Random(int(args[0]))
        answer("")
    elif command == "play":
        if THING == "refuse":
            answer("illegal move", "?")
        else:
            stones.add(args[1].upper())
            answer("")
    elif command == "genmove":
        answer(genmove())
        if THING == "late-flood" and made == 2:
            sys.stdout.write("thinking about it\n" * 100)
            sys.stdout.flush()
    elif command in ("time_settings", "time_left"):
        if THING == "integers":
            with open(ARG, "a") as file:
                file.write(line)
        numbers = args if command == "time_settings" else args[1:]
        if THING == "integers" and not all(re.fullmatch(r"\d+", number) for number in numbers):
            answer("syntax error", "?")
        else:
            answer("")
    elif command == "quit":
        answer("")
        break
    else:
        answer("unknown command", "?")
