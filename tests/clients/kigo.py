#!/usr/bin/env python3
"""Kigo plays with quintet in its window, on a virtual X server: kigo.py QUINTET [PICTURES].

A whole game between two levels of the engine, with captures and the final score, then a game of a person: a hint, a move
by a click, the engine's reply, taking a move back. Two `tee`s record the commands and answers. Every answer has to be a
success, and the stones and captures in them have to be those of a second session of the engine. Needs Kigo, Xvfb, openbox and
xdotool. PICTURES is a folder for screenshots, which need ImageMagick's `import`.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

PATIENCE = 180
SIZE = 9
# As docs/gui.md has it.
OPTIONS = "--mode gtp --rule ko=simple --rule repetition=none"
RC = """\
[Backend]
EngineCommand={engine} {options}

[Game]
BlackPlayerHuman={human}
BlackPlayerStrength=2
WhitePlayerHuman=false
WhitePlayerStrength=1
BoardSize={size}
Komi=6.5
FixedHandicapValue=0
"""
ENGINE = """\
#!/bin/sh
tee "{folder}/$$.in" | "{quintet}" "$@" | tee "{folder}/$$.out"
"""
# On this share of the window's width and height lies the middle of the board, and around it other points.
SPOTS = [(0.33, 0.53), (0.30, 0.50), (0.36, 0.56), (0.28, 0.60), (0.40, 0.45)]


class Failed(Exception):
    pass


class Kigo:
    """Kigo in a window on a display of its own."""

    def __init__(self, quintet, human, pictures):
        self.folder = tempfile.TemporaryDirectory()
        home = self.folder.name
        os.chmod(home, 0o700)
        self.pictures = pictures
        engine = os.path.join(home, "engine")
        with open(engine, "w") as file:
            file.write(ENGINE.format(folder=home, quintet=quintet))
        os.chmod(engine, 0o755)
        os.mkdir(os.path.join(home, ".config"))
        with open(os.path.join(home, ".config", "kigorc"), "w") as file:
            file.write(RC.format(engine=engine, options=OPTIONS, human=str(human).lower(), size=SIZE))
        read, write = os.pipe()
        server = ["Xvfb", "-displayfd", str(write), "-screen", "0", "900x750x24", "-nolisten", "tcp"]
        self.server = subprocess.Popen(server, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            display = ":" + pipe.readline().strip()
        changes = dict(DISPLAY=display, HOME=home, XDG_CONFIG_HOME=f"{home}/.config", XDG_RUNTIME_DIR=home, LC_ALL="C")
        self.environment = dict(os.environ, **changes)
        # Keys reach a window that a window manager has put in front.
        self.manager = subprocess.Popen(["openbox"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.output = open(os.path.join(home, "output"), "w")
        # Without a session bus, KDE's libraries wait for one.
        command = ["dbus-run-session", "--", "kigo"]
        self.process = subprocess.Popen(command, env=self.environment, stdout=self.output, stderr=self.output, cwd=home)
        try:
            self.until("Kigo's window", lambda: self.xdotool("search", "--onlyvisible", "--class", "kigo"))
            # The name and the board of the game that it prepares.
            self.until("the first board", lambda: "list_stones white" in self.commands())
        except BaseException:
            self.close()
            raise

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True)
        return done.stdout.strip()

    def until(self, what, ask):
        """Waits until something is true, and returns it."""
        end = time.monotonic() + PATIENCE
        while not (found := ask()):
            if self.process.poll() is not None:
                raise Failed(f"Kigo ended before {what}")
            if time.monotonic() > end:
                self.picture("failed")
                raise Failed(f"no {what}; the latest commands are {self.commands()[-5:]}")
            time.sleep(0.1)
        return found

    def exchanges(self):
        """Returns the commands and answers of the session with most of them, all that are complete."""
        sessions = []
        for name in os.listdir(self.folder.name):
            if name.endswith(".in"):
                path = os.path.join(self.folder.name, name)
                with open(path) as file:
                    commands = [line.strip() for line in file if line.strip()]
                with open(path[:-3] + ".out") as file:
                    answers = file.read().split("\n\n")[:-1]
                sessions.append(list(zip(commands, answers)))
        return max(sessions, key=len, default=[])

    def commands(self):
        return [command for command, _ in self.exchanges()]

    def answer(self, command):
        """Returns the latest answer to a command."""
        return next((answer[2:] for asked, answer in reversed(self.exchanges()) if asked == command), None)

    def count(self, beginning):
        return sum(command.startswith(beginning) for command in self.commands())

    def key(self, key):
        self.xdotool("search", "--onlyvisible", "--class", "kigo", "windowactivate", "--sync", "key", key)

    def press(self, keys, what, ask):
        """Presses keys, again if they had no effect: a window that has just opened loses some."""

        def pressed():
            for key in keys:
                self.key(key)
                time.sleep(1)
            return ask()

        return self.until(what, pressed)

    def click(self, share):
        lines = self.xdotool("search", "--onlyvisible", "--class", "kigo", "getwindowgeometry", "--shell")
        box = dict(line.split("=") for line in lines.split())
        x, y = (int(box[side]) + int(int(box[length]) * part) for side, length, part in zip("XY", ("WIDTH", "HEIGHT"), share))
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def picture(self, name):
        if self.pictures:
            path = os.path.join(self.pictures, f"kigo-{name}.png")
            subprocess.run(["import", "-window", "root", path], env=self.environment)

    def close(self):
        """Ends Kigo, checks that no command failed, and returns all commands and answers."""
        for process in (self.process, self.manager, self.server):
            process.terminate()
            process.wait(20)
        self.output.close()
        failures = [exchange for exchange in self.exchanges() if not exchange[1].startswith("=")]
        # Kigo asks so for no handicap, and GNU Go refuses it, too.
        failures = [exchange for exchange in failures if exchange[0] not in ("fixed_handicap 0", "fixed_handicap 1")]
        moves = self.exchanges()
        self.folder.cleanup()
        if failures:
            raise Failed(f"commands that failed: {failures[:3]}")
        return moves


def replayed(quintet, exchanges, commands):
    """Returns a second session's answers to commands after the moves of a game."""
    moves = []
    for command, answer in exchanges:
        words = command.split()
        if words[0] == "genmove":
            moves.append(f"play {words[1]} {answer[2:]}")
        elif words[0] in ("play", "undo", "boardsize", "komi", "clear_board"):
            moves.append(command)
    lines = "\n".join([*moves, *commands, ""])
    answers = subprocess.run([quintet, *OPTIONS.split()], input=lines, capture_output=True, text=True).stdout.split("\n\n")[:-1]
    return [answer[2:] for answer in answers[-len(commands) :]]


def whole_game(quintet, pictures):
    kigo = Kigo(quintet, False, pictures)
    try:
        kigo.press("s", "first move", lambda: kigo.count("genmove"))
        passes = lambda: [answer for _, answer in kigo.exchanges()[-40:]].count("= PASS") >= 2
        kigo.until("two passes", passes)
        score = kigo.press("f", "score", lambda: kigo.answer("estimate_score"))
        time.sleep(1)
        kigo.picture("end")
    finally:
        exchanges = kigo.close()
    if not re.match(r"([BW]\+[0-9.]+|0) \(upper bound: ", score):
        raise Failed(f"score {score!r}")
    answers = {command: answer[2:] for command, answer in exchanges}
    for level in ("level 1", "level 2"):
        if level not in answers:
            raise Failed(f"{level} was not set")
    shown = ["list_stones black", "list_stones white", "captures black", "captures white"]
    if [answers[command] for command in shown] != replayed(quintet, exchanges, shown):
        raise Failed("the stones and captures in the answers are not those of the moves")
    captures = sum(int(answers[command]) for command in shown[2:])
    territory = [answers[f"final_status_list {colour}_territory"] for colour in ("black", "white")]
    if any("\n" in points for points in territory):
        raise Failed("territory on several lines, but Kigo reads only one")
    count = sum(command.startswith("genmove") for command, _ in exchanges)
    print(f"Kigo: {count} moves of two levels, {captures} captures, {score.split()[0]}")


def a_person(quintet, pictures):
    kigo = Kigo(quintet, True, pictures)
    try:
        hint = kigo.press("sh", "hint", lambda: kigo.answer("top_moves_black"))
        time.sleep(0.5)
        kigo.picture("hint")
        for spot in SPOTS:
            kigo.click(spot)
            time.sleep(1)
            if kigo.count("play black"):
                break
        kigo.until("reply", lambda: kigo.count("genmove white"))
        kigo.until("stones", lambda: kigo.commands()[-1] in ("captures black", "captures white"))
        kigo.press(["ctrl+z"], "move taken back", lambda: kigo.count("undo"))
        kigo.picture("person")
    finally:
        exchanges = kigo.close()
    if not re.match(r"[A-HJ][1-9] [0-9.]+ ", hint + " "):
        raise Failed(f"hint {hint!r}")
    print(f"Kigo: hint {hint.split()[0]}, a move by a click, a reply, a move taken back; {len(exchanges)} commands")


def main():
    quintet, pictures = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
    try:
        whole_game(quintet, pictures)
        a_person(quintet, pictures)
    except Failed as failed:
        print(f"kigo: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
