#!/usr/bin/env python3
"""A small GTP engine that conforms to the standard, except for one fault if requested: gtp.py [THING]."""

import re
import sys
import time

BREAK = sys.argv[1] if len(sys.argv) > 1 else ""
LETTERS = "ABCDEFGHJ"
COMMANDS = """boardsize clear_board final_score genmove get_komi known_command komi list_commands loadsgf lz-analyze
lz-genmove_analyze name play protocol_version quit reg_genmove showboard time_left time_settings undo version""".split()
COLOURS = {"b": "b", "black": "b", "w": "w", "white": "w"}

stones, history, komi, size = {}, [], 0.0, 9


class Refused(Exception):
    pass


def integers(words, count):
    if len(words) < count or not all(re.fullmatch(r"-?\d+", word) for word in words[:count]):
        raise Refused("syntax error")
    return [int(word) for word in words[:count]]


def vertex(word):
    match = re.fullmatch(r"([A-HJ-Z])([1-9]\d*)", word.upper() if BREAK != "vertex-case" else word)
    if word.lower() == "pass" and (BREAK != "pass-case" or word == "pass"):
        return "PASS"
    if not match:
        raise Refused("syntax error")
    if match[1] not in LETTERS or int(match[2]) > 9:
        raise Refused("illegal move")
    return match[0]


def play(words):
    if len(words) < 2 or (words[0] if BREAK == "colour-case" else words[0].lower()) not in COLOURS:
        raise Refused("syntax error")
    point = vertex(words[1])
    if BREAK == "failed-play":
        history.append((None, None))
    if point in stones:
        if BREAK == "failed-play":
            stones.pop(point)
        raise Refused("Illegal move" if BREAK == "illegal-move" else "illegal move")
    if BREAK == "same-colour-twice" and history and history[-1][1] == words[0].lower()[0]:
        raise Refused("illegal move")
    history.append((point, words[0].lower()[0]))
    if point != "PASS":
        stones[point] = words[0].lower()[0]


def move(words):
    if not words or words[0].lower() not in COLOURS:
        raise Refused("syntax error")
    free = [f"{letter}{row}" for row in range(3, 10) for letter in LETTERS if f"{letter}{row}" not in stones]
    return free[0]


def undo():
    if not history:
        raise Refused("nothing to undo" if BREAK == "cannot-undo" else "cannot undo")
    point, _ = history.pop()
    if BREAK != "undo-play":
        stones.pop(point, None)


def board():
    rows = [" ".join(stones.get(f"{letter}{row}", ".") for letter in LETTERS) for row in range(9, 0, -1)]
    return ("\n\n" if BREAK == "no-empty-line-inside" else "\n") + "\n".join(rows)


def run(command, words):
    global komi
    if command == "protocol_version":
        return "1" if BREAK == "protocol-version" else "2"
    if command == "name":
        return "toy\x07" if BREAK == "no-control-characters-out" else "toy"
    if command == "version":
        return ""
    if command == "known_command":
        if BREAK == "known-command":
            return "yes"
        return "true" if words and words[0] in COMMANDS else "false"
    if command == "list_commands":
        more = {"list-commands": ["no_such_thing"], "required-commands": []}.get(BREAK, [])
        return "\n".join([c for c in COMMANDS if BREAK != "required-commands" or c != "komi"] + more)
    if command == "boardsize":
        number = integers(words, 1)[0]
        if BREAK == "failed-boardsize":
            stones.clear()
        if number != 9:
            raise Refused("bad size" if BREAK == "unacceptable-size" else "unacceptable size")
        stones.clear()
        history.clear()
        return ""
    if command == "clear_board":
        if BREAK != "clear-board":
            stones.clear()
        if BREAK != "undo-after-clear-board":
            history.clear()
        return ""
    if command == "komi":
        if BREAK == "failed-komi":
            komi = 0.0
        if BREAK == "komi" and words and words[0].startswith("-"):
            raise Refused("syntax error")
        if not words or not re.fullmatch(r"-?\d+(\.\d+)?", words[0]):
            raise Refused("komi?" if BREAK == "syntax-error" else "syntax error")
        komi = float(words[0])
        return ""
    if command == "get_komi":
        return str(komi)
    if command == "play":
        play(words)
        return ""
    if command == "genmove":
        if BREAK == "genmove-without-colour" and not words:
            words = ["b"]
        point = move(words)
        if BREAK != "genmove-plays":
            play([words[0], point])
        return "move " + point if BREAK == "genmove-answer" else point
    if command == "reg_genmove":
        point = move(words)
        if BREAK == "reg-genmove-plays-not":
            play([words[0], point])
        return point
    if command == "lz-genmove_analyze":
        point = move(words)
        play([words[0], point])
        return f"\ninfo move {point} visits 1 winrate 5000 prior 1 order 0 pv {point}\nplay {point}"
    if command == "undo":
        undo()
        return ""
    if command == "loadsgf":
        if BREAK == "failed-loadsgf":
            stones.clear()
        raise Refused("no file" if BREAK == "cannot-load-file" else "cannot load file")
    if command == "final_score":
        return "Draw" if BREAK == "final-score" else "0"
    if command == "time_settings":
        integers(words, 3)
        return ""
    if command == "time_left":
        if not words or words[0].lower() not in COLOURS:
            raise Refused("syntax error")
        integers(words[1:], 2)
        return ""
    if command == "showboard":
        return board()
    raise Refused("what?" if BREAK == "unknown-command" else "unknown command")


def clean(line):
    if BREAK != "nul":
        line = line.replace(b"\0", b"")
    if BREAK != "comment-behind" and (BREAK != "comment-line" or not line.startswith(b"#")):
        line = line.split(b"#")[0]
    line = line.replace(b"\t", b"" if BREAK == "tab" else b" ")
    if BREAK != "carriage-return":
        line = line.replace(b"\r", b"")
    if BREAK != "control-characters":
        line = re.sub(rb"[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]", b"", line)
    text = line.decode("ascii" if BREAK == "foreign-bytes" else "utf-8", "strict" if BREAK == "foreign-bytes" else "replace")
    if BREAK == "command-case":
        text = text.lower()
    return text.rstrip("\n").replace("\r", "?")


def answer(sign, number, text):
    if BREAK == "success-form" and text or BREAK == "empty-success-form" and not text and sign == "=":
        head = sign + number
    elif BREAK == "id-success" and sign == "=" and number == "7" or BREAK == "id-failure" and sign == "?":
        head = sign + " "
    else:
        head = f"{sign}{number} "
    if BREAK == "failure-form" and sign == "?":
        text = ""
    end = "\n\n\n" if BREAK == "one-empty-line" else "\n\n"
    sys.stdout.write(head + text + end)
    sys.stdout.flush()


def analyse(number, lines):
    """Writes until a line arrives, which it returns."""
    sys.stdout.write(f"={number}\ninfo move D4 visits 1 winrate 5000 prior 1 order 0 pv D4\n")
    sys.stdout.flush()
    line = next(lines, None)
    sys.stdout.write("" if BREAK == "analysis-ends" else "\n")
    sys.stdout.flush()
    return line


def main():
    if BREAK == "silent-start":
        print("Welcome", flush=True)
    lines = iter(sys.stdin.buffer.readline, b"")
    pending = None
    while True:
        line = pending if pending is not None else next(lines, None)
        pending = None
        if line is None:
            break
        if BREAK == "last-line-without-newline" and not line.endswith(b"\n"):
            break
        if BREAK == "long-line" and len(line) > 50000 and b"x x x" in line:
            answer("?", "", "too long")
            answer("?", "", "really")
            continue
        words = clean(line).split(" ") if BREAK == "space" else clean(line).split()
        if BREAK == "empty-line" and not words:
            answer("?", "", "empty")
        number = ""
        if words and re.fullmatch(r"\d+", words[0]):
            number = words.pop(0)
            if int(number) > 2147483647 and BREAK != "id-too-large":
                answer("?", "", "syntax error: the id is at most 2147483647")
                continue
            if BREAK == "id-alone" and not words:
                answer("?", number, "unknown command")
        if not words or not words[0]:
            continue
        if words[0] == "quit":
            answer("=", number, "")
            if BREAK == "after-quit":
                continue
            sys.exit(1 if BREAK == "quit" else 0)
        if words[0] == "lz-analyze":
            pending = analyse(number, lines)
            if pending is None:
                break
            continue
        try:
            answer("=", number, run(words[0], words[1:]))
        except Refused as refused:
            answer("?", number, str(refused))
            if BREAK == "session-goes-on":
                sys.exit(0)
    if BREAK == "end-of-input":
        time.sleep(100)


try:
    main()
except BrokenPipeError:
    sys.stderr.close()
