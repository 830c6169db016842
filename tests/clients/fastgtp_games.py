#!/usr/bin/env python3
"""Plays whole games of all five games through fastgtp, which turns a GTP engine into a REST service.

usage: fastgtp_games.py QUINTET
Run it by the Python of an environment that has fastgtp (tested: 0.0.1). The service is its own, on a free port of the
loopback address. Exit status: 0 if every game ends with a score and its record is loaded again.
"""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request


class Service:
    """The service of an engine."""

    def __init__(self, engine):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "uvicorn", "fastgtp.server.main:app", "--port", str(port), "--log-level", "warning"]
        self.server = subprocess.Popen(command, env=os.environ | {"FASTGTP_ENGINE": engine})
        for _ in range(300):
            try:
                self.session = self.post("/open_session")["session_id"]
                return
            except urllib.error.URLError:
                time.sleep(0.1)
        sys.exit("the service does not start")

    def request(self, path, body, method):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def post(self, path, body=None):
        return self.request(path, body, "POST")

    def ask(self, path, body=None):
        """Returns an answer in the session; `None` if the engine refuses."""
        try:
            return self.request(f"/{self.session}{path}", body, "GET" if body is None else "POST")
        except urllib.error.HTTPError as error:
            if error.code != 502:
                raise
            return None


def play(quintet, game):
    """Plays a game and returns a line about it."""
    service = Service(f"{quintet} --game {game} --level 1 --seed 1" + " --size 5" * (game != "alaric"))
    try:
        moves = []
        while len(moves) < 400 and moves[-2:] != ["PASS", "PASS"]:
            answer = service.ask("/genmove", {"color": "BW"[len(moves) % 2]})
            if answer is None:
                break
            moves.append(answer["move"])
        score = service.ask("/command", {"command": "final_score"})
        if score is None:
            sys.exit(f"{game}: no score after {len(moves)} moves: {moves[-4:]}")
        record = service.ask("/sgf")["sgf"]
        service.ask("/clear_board", {})
        loaded = service.ask("/sgf", {"content": record})
        again = service.ask("/command", {"command": "final_score"})
        if loaded is None or again != score:
            sys.exit(f"{game}: the record gives {again}, the game {score}")
        return f"{game}: {len(moves)} moves, {score['detail']}"
    finally:
        service.server.terminate()
        service.server.wait()


def main():
    quintet = os.path.abspath(sys.argv[1])
    listed = subprocess.run([quintet], input="quintet-list_games\n", check=True, capture_output=True, text=True).stdout
    for game in listed.removeprefix("=").split():
        print(play(quintet, game))


main()
