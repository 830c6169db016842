#!/usr/bin/env python3
"""A referee as strict as gogui-twogtp, which knows nothing of the games: one vertex a turn, black first, in strict
alternation, until two passes in a row, `resign` or an error. Games that don't fit are coded: --moves coded.

usage: twogtp.py [--size N] [--komi K] [--games N] [--max-moves N] BLACK WHITE

Exit status: 0 if every game ended by two passes or resignation with one result, 1 if not.
"""

import argparse
import re
import shlex
import subprocess
import sys

VERTEX = re.compile(r"[A-HJ-Z]{1,2}[1-9][0-9]?", re.IGNORECASE)
SCORE = re.compile(r"[BW]\+[0-9]+(\.[0-9]+)?|0")


class Failed(Exception):
    pass


class Program:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line == "":
                raise Failed(f"{self.name} ended at {command!r}")
            if line == "\n":
                break
            lines.append(line)
        text = "".join(lines)
        if not text.startswith("= "):
            raise Failed(f"{self.name} answered {command!r} with {text.strip()!r}")
        return text[2:].strip()

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        if self.process.stdout.read() != "" or self.process.wait(10) != 0:
            raise Failed(f"{self.name} did not end quietly")


def greet(program):
    program.send("name")
    program.send("version")
    if program.send("protocol_version") != "2":
        raise Failed(f"{program.name} speaks another version of the protocol")
    listed = program.send("list_commands").split()
    for command in ("boardsize", "clear_board", "komi", "play", "genmove", "final_score", "quit"):
        if command not in listed:
            raise Failed(f"{program.name} doesn't list {command}")


def one_game(black, white, options):
    for program in (black, white):
        program.send(f"boardsize {options.size}")
        program.send("clear_board")
        program.send(f"komi {options.komi}")
    passes = moves = 0
    colours = [("b", black, white), ("w", white, black)]
    while passes < 2:
        colour, mover, other = colours[moves % 2]
        move = mover.send(f"genmove {colour}")
        if move.lower() == "resign":
            return "W+R" if colour == "b" else "B+R"
        if move.lower() == "pass":
            passes += 1
        elif VERTEX.fullmatch(move):
            passes = 0
        else:
            raise Failed(f"{mover.name} answered genmove with {move!r}, which is no vertex")
        other.send(f"play {colour} {move}")
        moves += 1
        if moves > options.max_moves:
            raise Failed(f"no end after {options.max_moves} moves")
    scores = [program.send("final_score") for program in (black, white)]
    if scores[0] != scores[1]:
        raise Failed(f"the programs disagree: {scores[0]} and {scores[1]}")
    if not SCORE.fullmatch(scores[0]):
        raise Failed(f"{scores[0]!r} is no result")
    return scores[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", default="6.5")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--max-moves", type=int, default=3000)
    options = parser.parse_args()
    try:
        for number in range(1, options.games + 1):
            # Started anew for each game: without a seed no two of them are alike.
            programs = [Program(name, command) for name, command in zip(("black", "white"), options.programs)]
            for program in programs:
                greet(program)
            print(f"game {number}: {one_game(*programs, options)}", flush=True)
            for program in programs:
                program.quit()
    except Failed as failed:
        print(f"twogtp: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
