#!/usr/bin/env python3
"""Plays a whole game in gogui-terminal: Black's moves as a person types them, White's are the program's replies.

usage: gogui_terminal.py JAR QUINTET [SIZE]
  JAR     gogui-terminal.jar, or a folder with GoGui's classes (tested: 1.6.0)
  SIZE    of the board of Stoical Go, by its own rule (19, the client's default)
The moves to type are what the program suggests. Then the game is saved, and quintet reads the record. Exit status: 0 if
no command fails and the game ends by two passes.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    jar, quintet = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    size = int(sys.argv[3]) if len(sys.argv) > 3 else 19
    main_class = ["-cp", jar, "net.sf.gogui.tools.terminal.Main"] if os.path.isdir(jar) else ["-jar", jar]
    command = ["java", *main_class, "-size", str(size), f"{quintet} --level 1 --seed 1 --rule repetition=none"]
    terminal = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def answer():
        """Returns what is printed until the next prompt."""
        text = ""
        while not text.endswith("> "):
            character = terminal.stdout.read(1)
            if not character:
                sys.exit(f"gogui-terminal ended:\n{text}")
            text += character
        return text

    def enter(line):
        terminal.stdin.write(line + "\n")
        terminal.stdin.flush()
        return answer()

    answer()
    moves, replies = 0, []
    while moves < 900:
        suggestion = re.search(r"[A-T][0-9]+|PASS", enter("reg_genmove black"))
        text = enter(suggestion[0])
        reply = re.search(r"Computer move: (\w+)", text)
        if reply is None:
            sys.exit(f"gogui-terminal: no reply to {suggestion[0]}:\n{text}")
        moves += 2
        replies.append(reply[1])
        if suggestion[0] == reply[1] == "PASS":
            break
    if replies[-1] != "PASS" or "PASS" in replies[:10]:
        sys.exit(f"gogui-terminal: after {moves} moves the replies are {replies}")
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder, "game.sgf")
        enter(f"save {record}")
        said = subprocess.run([quintet], input=f"loadsgf {record}\nfinal_score\n", capture_output=True, text=True).stdout
        score = said.split("\n\n")[1]
        if not re.fullmatch(r"= ([BW]\+[\d.]+|0)", score):
            sys.exit(f"gogui-terminal: the record gives {said}")
    terminal.stdin.write("quit\n")
    terminal.stdin.close()
    terminal.wait(10)
    print(f"gogui-terminal: {size}×{size}, {moves} moves, {score[2:]}")


main()
