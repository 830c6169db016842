#!/usr/bin/env python3
"""Plays whole games in gogui-twogtp, with coded moves: the program against itself, and as the referee.

usage: gogui_twogtp.py JAR QUINTET [GAMES [GAME...]]
  JAR     gogui-twogtp.jar, or a folder with GoGui's classes (tested: 1.6.0)
  GAMES   games of each game, spread over its boards (4)
  GAME    identifiers of games (all that the program lists)
Exit status: 0 if each game ended without an error, with the same result from both players and the referee.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

# Boards of each game, with their side for a client with coded moves.
BOARDS = {
    "alaric": [("7 board=line", 7), ("11 board=line", 11)],
    "bracket": [("5", 5), ("9", 9)],
    "cancer": [("5", 10), ("9", 18)],
    "cascade": [("4", 12), ("8", 24)],
    "stoical": [("5", 5), ("9", 9)],
    "redstone": [("5", 10), ("7", 14), ("9", 18), ("13", 26)],
    "alak": [("7", 7), ("11", 11), ("9 edge=open", 9), ("19", 19)],
}
RESULTS = 3


def play(jar, quintet, game, board, side, games):
    """Plays games on one board; returns their results and numbers of moves."""
    size, *rules = board.split()
    engine = " ".join([quintet, "--game", game, "--size", size, *(f"--rule {rule}" for rule in rules), "--moves coded"])
    if os.path.isdir(jar):
        command = ["java", "-cp", jar, "net.sf.gogui.tools.twogtp.Main"]
    else:
        command = ["java", "-jar", jar]
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder, "games")
        command += ["-black", f"{engine} --visits 5", "-white", f"{engine} --visits 5", "-referee", engine]
        command += ["-size", str(side), "-games", str(games), "-alternate", "-auto", "-maxmoves", "5000"]
        ended = subprocess.run([*command, "-sgffile", record], capture_output=True, text=True)
        if ended.returncode:
            sys.exit(f"gogui-twogtp: {game} {board}: {ended.stderr}")
        rows = [line.split("\t") for line in record.with_suffix(".dat").read_text().splitlines() if line[0] != "#"]
    for row in rows:
        number, *results = row[: 1 + RESULTS]
        errors = row[11:]
        if len(set(results)) != 1 or errors != ["0", ""]:
            sys.exit(f"gogui-twogtp: {game} {board}, game {number}: results {results}, errors {errors}")
    if len(rows) != games:
        sys.exit(f"gogui-twogtp: {game} {board}: {len(rows)} games in place of {games}")
    return [(row[1], int(row[6])) for row in rows]


def main():
    jar, quintet = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    listed = subprocess.run([quintet], input="quintet-list_games\n", capture_output=True, text=True).stdout
    for game in sys.argv[4:] or listed.removeprefix("= ").split():
        boards = BOARDS[game]
        for number, (board, side) in enumerate(boards):
            share = count * (number + 1) // len(boards) - count * number // len(boards)
            if share == 0:
                continue
            games = play(jar, quintet, game, board, side, share)
            won = [sum(result[0] == winner for result, _ in games) for winner in "BW0"]
            lengths = [length for _, length in games]
            print(f"{game} {board}: {share} games of {min(lengths)} to {max(lengths)} moves, "
                  f"Black won {won[0]}, White {won[1]}, drawn {won[2]}", flush=True)


main()
