#!/usr/bin/env python3
"""Plays a game through PyPI's gtp, which starts `gnugo`, and reads records of all five games with PyPI's sgf.

usage: gtp_and_sgf.py QUINTET
Run it by the Python of an environment that has gtp (tested: 0.2) and sgf (tested: 0.5). gtp was written for Python 2:
its pipe is opened for text here. Exit status: 0 if the game ends and every record is read with all its moves.
"""

import functools
import os
import pathlib
import subprocess
import sys
import tempfile

import gtp
import sgf


def play(quintet):
    """Plays a game by gtp's class for GNU Go; `gnugo` on its path is quintet."""
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(quintet, pathlib.Path(folder, "gnugo"))
        os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]
        popen = subprocess.Popen
        subprocess.Popen = functools.partial(popen, text=True, bufsize=1)
        try:
            engine = gtp.GoTextPipe(board_size=7)
        finally:
            subprocess.Popen = popen
        engine._send("level 1")
        assert engine.boardsize(7) == "" and engine.clear_board() == ""
        assert engine.play("black", "D4") == ""
        try:
            engine.play("white", "D4")
            sys.exit("gtp: an illegal move is taken")
        except gtp.FailedCommand as error:
            assert "illegal move" in str(error), error
        moves = ["D4"]
        while moves[-2:] != ["PASS", "PASS"] and len(moves) < 200:
            moves.append(engine.genmove(["black", "white"][len(moves) % 2]))
        assert moves[-2:] == ["PASS", "PASS"], moves
        assert "A B C D E F G" in engine.showboard() and engine.estimate_score()
        engine.close()
        return f"gtp: {len(moves)} moves"


def read(quintet, game):
    """Has quintet play a game and sgf read its record."""
    lines = ["level 1", *(f"genmove {'bw'[ply % 2]}" for ply in range(40)), "printsgf"]
    command = [quintet, "--game", game, "--size", "5", "--seed", "1"]
    said = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    record = said[said.index("(;") : said.rindex(")") + 1]
    moves = sum(answer.startswith("= ") for answer in said.split("\n\n")[1:41])
    tree = sgf.parse(record)[0]
    found = sum("B" in node.properties or "W" in node.properties for node in [tree.root, *tree.rest])
    if found != moves:
        sys.exit(f"sgf: {found} of {moves} moves of {game}")
    return f"sgf: {game}, {moves} moves"


def main():
    quintet = os.path.abspath(sys.argv[1])
    print(play(quintet))
    listed = subprocess.run([quintet], input="quintet-list_games\n", check=True, capture_output=True, text=True).stdout
    for game in listed.removeprefix("=").split():
        print(read(quintet, game))


main()
