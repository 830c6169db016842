"""Boards of all games, and the program of the wheel as a GTP engine to compare with."""

import itertools
import random
import subprocess

import quintet


class Program:
    """The program that the wheel installed, as a GTP engine."""

    def __init__(self, *arguments):
        command = [quintet.find_program(), "--seed", "1", *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate("quit\n")

    def send(self, line):
        """Returns the answer to a line; an error answer is an exception."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = list(itertools.takewhile(str.strip, self.process.stdout))
        answer = "".join(lines).rstrip("\n")
        if not answer.startswith("="):
            raise AssertionError(f"{line}: {answer}")
        return answer[1:].removeprefix(" ").removeprefix("\n")


def boards(sizes=(3, 5)):
    """Returns starting positions of all games: these sizes and the default, with all combinations of rules."""
    found = []
    for info in quintet.GAMES.values():
        for size in [*sizes, info.default_size]:
            for values in itertools.product(*info.rules.values()):
                try:
                    found.append(quintet.Game(info.id, size, rules=dict(zip(info.rules, values))))
                except ValueError:
                    continue
    return found


def random_moves(game, seed, most=400):
    """Plays random moves on a copy until the end of the game; yields the copy before each move, with the move."""
    rng, game = random.Random(seed), game.copy()
    for _ in range(most):
        if game.is_over:
            return
        word = rng.choice(game.legal_moves())
        yield game, word
        game.play(word)


def played(game, seed, most):
    """Returns the game after at most so many random moves."""
    game = game.copy()
    for _, word in random_moves(game, seed, most):
        game.play(word)
    return game
