#!/usr/bin/env python3
"""A GTP engine for tests, which answers as requested.

echo TEXT     = TEXT (a literal \\n starts a new line)
fail TEXT     ? TEXT
crash         ends with status 3, without an answer
hang          never answers
mark NAME     creates the file NAME.mark
await NAMES   answers when the files of all NAMES exist
flood         writes without end
garbage       writes a line that is no answer
set WORD      remembers WORD until a crash
get           answers with the word
loadsgf FILE  succeeds if FILE exists
"""

import os
import sys
import time

word = ""


def answer(sign, text, number):
    sys.stdout.write(f"{sign}{number} {text}\n\n")
    sys.stdout.flush()


for line in sys.stdin:
    parts = line.split("#")[0].split()
    number = parts.pop(0) if parts and parts[0].isdigit() else ""
    if not parts:
        continue
    command, text = parts[0], " ".join(parts[1:])
    if command == "quit":
        answer("=", "", number)
        break
    if command == "name":
        answer("=", "fake", number)
    elif command == "echo":
        answer("=", text.replace("\\n", "\n"), number)
    elif command == "fail":
        answer("?", text, number)
    elif command == "crash":
        os._exit(3)
    elif command == "hang":
        time.sleep(1000)
    elif command == "mark":
        open(f"{text}.mark", "w").close()
        answer("=", "", number)
    elif command == "await":
        while not all(os.path.exists(f"{name}.mark") for name in parts[1:]):
            time.sleep(0.01)
        answer("=", "", number)
    elif command == "flood":
        while True:
            sys.stdout.write("= flood\n")
    elif command == "garbage":
        print("hello", flush=True)
    elif command == "set":
        word = text
        answer("=", "", number)
    elif command == "get":
        answer("=", word, number)
    elif command == "loadsgf":
        if os.path.exists(text):
            answer("=", "", number)
        else:
            answer("?", "cannot load file", number)
    else:
        answer("?", "unknown command", number)
