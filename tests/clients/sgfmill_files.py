#!/usr/bin/env python3
"""sgfmill reads the records that quintet writes: sgfmill_files.py QUINTET.

On square boards, sgfmill has to find the moves of the game in its record; of ordinary Go also the stones of its
last position, captures included. sgfmill knows no other boards, although FF[4] has them: a record of a rectangle has to
be refused as such, never read as something else.
"""

import os
import subprocess
import sys
import tempfile

from sgfmill import common, sgf, sgf_moves

# The game's options, and whether Go's captures make its boards.
GAMES = [
    ("--game stoical --size 7 --rule ko=simple", True),
    ("--game stoical --size 9 --komi 6.5 --rule ko=positional", True),
    ("--game bracket --rule shape=rhombus --size 7", False),
    ("--game bracket --size 9", False),
    ("--game cancer --size 5", False),
    ("--game cascade --size 5", False),
]
RECTANGLES = ["--game alaric --size 12", "--game stoical --size 9x7"]
MOVES = 60


def session(quintet, options, commands):
    """Returns the answers to commands."""
    lines = "\n".join([*commands, ""])
    done = subprocess.run([quintet, *options.split(), "--visits", "20"], input=lines, capture_output=True, text=True)
    return [answer[2:] for answer in done.stdout.split("\n\n")[:-1]]


def record_of_a_game(quintet, options):
    """Returns the record of a game, its moves as the engine named them, and its stones."""
    first = session(quintet, options, ["quintet-side_to_move"])[0]
    seats = ["b", "w"] if first == "black" else ["w", "b"]
    commands = [f"genmove {seats[number % 2]}" for number in range(MOVES)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.sgf")
        *moves, _, black, white = session(
            quintet, options, [*commands, f"printsgf {path}", "list_stones black", "list_stones white"]
        )
        with open(path, "rb") as file:
            record = file.read()
    return record, list(zip(seats * MOVES, moves)), black.split(), white.split()


def check(quintet, options, is_go):
    record, moves, black, white = record_of_a_game(quintet, options)
    game = sgf.Sgf_game.from_bytes(record)
    board, plays = sgf_moves.get_setup_and_moves(game)
    read = [(colour, common.format_vertex(move).upper()) for colour, move in plays]
    # The kind of a stone is in a property that sgfmill does not know.
    expected = [(seat, word.split("@")[-1].upper()) for seat, word in moves if word != "swap-pieces"]
    assert read == expected, f"{options}: {read} instead of {expected}"
    if is_go:
        for colour, move in plays:
            if move:
                board.play(*move, colour)
        stones = {"b": black, "w": white}
        for colour, expected in stones.items():
            found = [common.format_vertex(point) for kind, point in board.list_occupied_points() if kind == colour]
            assert sorted(found) == sorted(expected), f"{options}: {colour} {found} instead of {expected}"
    print(f"{options}: {len(read)} moves")


def check_refusal(quintet, options):
    record, *_ = record_of_a_game(quintet, options)
    try:
        sgf.Sgf_game.from_bytes(record)
    except ValueError as error:
        assert "SZ" in str(error), f"{options}: {error}"
        print(f"{options}: refused, {error}")
    else:
        raise AssertionError(f"{options}: sgfmill reads a rectangle")


def main():
    quintet = sys.argv[1]
    for options, is_go in GAMES:
        check(quintet, options, is_go)
    for options in RECTANGLES:
        check_refusal(quintet, options)


if __name__ == "__main__":
    main()
