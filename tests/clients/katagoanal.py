#!/usr/bin/env python3
"""Has KataGoAnal (PyPI: katagoanal) comment a record of ordinary Go by quintet's analysis.

usage: katagoanal.py QUINTET
Run it by the Python of an environment that has katagoanal (tested: 0.4.0). Exit status: 0 if every position of a record
by Japanese rules, which quintet plays as area scoring, has its win rate.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

MOVES = ["B[ee]", "W[gc]", "B[cg]", "W[gg]", "B[cc]", "W[]", "B[]"]
RECORD = f"(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]PB[a]PW[b];{';'.join(MOVES)})\n"


def main():
    quintet = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        settings = home / ".config" / "katagoanal"
        settings.mkdir(parents=True)
        (settings / "config.cfg").write_text("reportAnalysisWinratesAs = BLACK\nmaxVisits = 30\n")
        # The client checks that the files exist; quintet needs no model.
        (home / "model.bin.gz").write_bytes(b"")
        paths = {"binary": quintet, "model": str(home / "model.bin.gz"), "config": str(settings / "config.cfg")}
        (settings / "paths.json").write_text(json.dumps(paths))
        (home / "game.sgf").write_text(RECORD)
        command = [os.path.join(os.path.dirname(sys.executable), "katagoanal"), "game.sgf", "--visits", "30"]
        environment = os.environ | {"HOME": folder, "XDG_CONFIG_HOME": str(home / ".config")}
        run = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=300)
        written = home / "game.injected.sgf"
        comments = written.read_bytes().count(b"C[") if written.exists() else 0
        if comments < len(MOVES) + 1:
            sys.exit(f"katagoanal: {comments} of {len(MOVES) + 1} comments\n{run.stdout}{run.stderr}")
        print(f"katagoanal: {comments} positions commented")


main()
