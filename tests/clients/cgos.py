#!/usr/bin/env python3
"""A game on CGOS: two of its public Python clients, each with quintet, play on a server that listens on this machine only.

usage: cgos.py CLIENT QUINTET, with the folder of the clients' cgosclient.py.

The server speaks CGOS's protocol `e1` and keeps sgfmill's board, so a move that is illegal there, positional superko
included, fails the test. After some moves it drops White, which has to come back and catch up with the game. Both
engines' analyses of their moves have to arrive, and the engine has to find the result by area in the clients' records.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile

from sgfmill import boards, common

SIZE = 7
KOMI = 7.5
PATIENCE = 120
MOVES_BEFORE_THE_DROP = 9
MAX_MOVES = 400
MILLISECONDS = 300_000
NAMES = {"b": "black", "w": "white"}

CONFIG = """\
Common:
  KillFile = {kill}
GTPEngine:
  Name = {name}
  CommandLine = {quintet} --rule ko=positional --rule repetition=none --lag 0.5 --visits 60
  ServerHost = 127.0.0.1
  ServerPort = {port}
  ServerUser = {name}
  ServerPassword = secret
  NumberOfGames = 1
  SGFDirectory = {folder}
  LogFile = {folder}/{name}.log
"""


class Player:
    """A client's connection."""

    def __init__(self, connection):
        self.file = connection.makefile("rw", encoding="utf-8")
        self.connection = connection
        greeting = self.ask("protocol genmove_analyze")
        assert greeting.startswith("e1 ") and greeting.endswith("genmove_analyze"), greeting
        self.name = self.ask("username")
        assert self.ask("password") == "secret"

    def tell(self, line):
        self.file.write(line + "\n")
        self.file.flush()

    def ask(self, line):
        self.tell(line)
        return self.file.readline().strip()

    def drop(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.file.close()
        self.connection.close()


class Table:
    """A game with positional superko, scored by area as the board stands."""

    def __init__(self):
        self.board = boards.Board(SIZE)
        self.seen = {self.key()}
        self.moves = []

    def key(self):
        return tuple(sorted(self.board.list_occupied_points()))

    def play(self, colour, word):
        self.moves.append(word)
        if word == "pass":
            return
        self.board.play(*common.move_from_vertex(word, SIZE), colour)
        assert self.key() not in self.seen, f"{colour} {word} repeats a position"
        self.seen.add(self.key())

    def is_over(self):
        return self.moves[-2:] == ["pass", "pass"]

    def margin(self):
        return self.board.area_score() - KOMI

    def result(self):
        return f"{'B' if self.margin() > 0 else 'W'}+{abs(self.margin()):g}"


def setup(table):
    """Returns the line that begins a game or takes it up again."""
    caught_up = "".join(f" {word} {MILLISECONDS}" for word in table.moves)
    return f"setup 1 {SIZE} {KOMI} {MILLISECONDS} white(1500?) black(1500?){caught_up}"


def check_analysis(text):
    """Holds the report on a move to what CGOS's viewer shows of it."""
    report = json.loads(text)
    if report["moves"][0]["visits"] > 0:
        assert 0 <= report["winrate"] <= 1 and report["visits"] > 0, report
    assert len(report["ownership"]) == SIZE * SIZE, report
    for move in report["moves"]:
        assert re.fullmatch(r"[A-HJ-Z][0-9]+|pass", move["move"], re.IGNORECASE), move


def play_game(listener, players):
    table = Table()
    analyses = 0
    for player in players.values():
        player.tell(setup(table))
    while not table.is_over():
        assert len(table.moves) < MAX_MOVES, "no end"
        colour = "bw"[len(table.moves) % 2]
        if len(table.moves) == MOVES_BEFORE_THE_DROP:
            players["w"].drop()
            players["w"] = Player(listener.accept()[0])
            assert players["w"].name == "white"
            players["w"].tell(setup(table))
        answer = players[colour].ask(f"genmove {colour} {MILLISECONDS}")
        word, _, analysis = answer.partition(" ")
        assert word != "resign" and word, f"{colour} answered {answer!r}"
        if analysis:
            check_analysis(analysis)
            analyses += 1
        table.play(colour, word)
        players["w" if colour == "b" else "b"].tell(f"play {colour} {word} {MILLISECONDS}")
    assert analyses == len(table.moves), f"{analyses} analyses of {len(table.moves)} moves"
    return table


def check_record(folder, quintet, table):
    """The client's own record has the moves of the game, and the engine counts them as the server does."""
    record = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".sgf"))
    commands = f"loadsgf {record}\nquintet-outcome\nprintsgf\n"
    answers = subprocess.run([quintet], input=commands, capture_output=True, text=True).stdout.split("\n\n")
    outcome = json.loads(answers[1].removeprefix("= "))
    result = f"{outcome['winner'].upper()}+{outcome['margin']:g}"
    assert result == table.result(), f"{result} instead of {table.result()}"
    moves = len(re.findall(r";[BW]\[", answers[2]))
    assert moves == len(table.moves), f"{moves} of {len(table.moves)} moves are in the record"


def main():
    # The clients run in folders of their own.
    client, quintet = map(os.path.abspath, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        processes, kills = [], []
        for name in NAMES.values():
            home = os.path.join(folder, name)
            os.mkdir(home)
            kills.append(os.path.join(home, "kill"))
            config = os.path.join(home, "client.cfg")
            with open(config, "w") as file:
                port = listener.getsockname()[1]
                file.write(CONFIG.format(kill=kills[-1], name=name, quintet=quintet, port=port, folder=home))
            script = os.path.join(client, "cgosclient.py")
            with open(os.path.join(home, "output"), "w") as output:
                command = [sys.executable, script, config]
                processes.append(subprocess.Popen(command, cwd=home, stdout=output, stderr=output))
        try:
            arrived = [Player(listener.accept()[0]) for _ in NAMES]
            players = {player.name[0]: player for player in arrived}
            assert sorted(players) == ["b", "w"], players
            table = play_game(listener, players)
            # A client ends once it finds its kill file after a game.
            for kill, player in zip(kills, (players["b"], players["w"])):
                open(kill, "w").close()
                player.tell(f"gameover 2026-11-25 {table.result()}")
                assert player.file.readline().strip() == "quit"
            for process in processes:
                assert process.wait(PATIENCE) == 0, "a client did not end"
            for name in NAMES.values():
                check_record(os.path.join(folder, name), quintet, table)
        except BaseException:
            for name in NAMES.values():
                with open(os.path.join(folder, name, "output")) as output:
                    print(output.read()[-2000:], file=sys.stderr)
            raise
        finally:
            for process in processes:
                process.kill()
    print(f"CGOS: {len(table.moves)} moves, one of them after a lost connection, {table.result()}")


if __name__ == "__main__":
    main()
