"""Measures random playouts per second of quintet and of OpenSpiel, alternately; see scripts/bench-peers.

Seconds are processor time, so that other programs on the machine matter less.
"""

import argparse
import math
import os
import resource
import statistics
import subprocess
import time

import pyspiel

# OpenSpiel's games, by their names in the table.
PEERS = {
    "Go 9×9": "go(board_size=9)",
    "Go 19×19": "go(board_size=19)",
    "Hex 9×9": "hex(board_size=9)",
}

# Game, arguments, board, floor in playouts per second, peer, floor as a multiple of the peer.
GAMES = [
    ("Stoical Go", ["--game", "stoical", "--size", "9"], "9×9", 250_000, "Go 9×9", 25),
    ("Stoical Go", ["--game", "stoical", "--size", "19"], "19×19", 45_000, "Go 19×19", 70),
    ("Cancer", ["--game", "cancer", "--size", "9"], "9×9", 80_000, "Go 9×9", 8),
    ("Bracket", ["--game", "bracket", "--size", "9"], "hexagon W=9", 1_000_000, "Hex 9×9", 20),
    ("Cascade", ["--game", "cascade", "--size", "8"], "8×8", 600_000, "Hex 9×9", 14),
    ("Alaric", ["--game", "alaric", "--size", "11"], "n=11", 3_000_000, "Hex 9×9", 70),
]


def rollouts(name, count):
    """Returns the seconds of OpenSpiel's C++ evaluator for `count` rollouts from the start of a game, in one call.

    The evaluator cannot be called from Python; a tree search of a single simulation calls it once.
    """
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
    state = game.new_initial_state()
    begun = time.process_time()
    bot.step(state)
    return time.process_time() - begun


def peer_rate(name, seconds):
    """Returns rollouts per second, from one call of about `seconds`."""
    count = 16
    while (taken := rollouts(name, count)) < seconds / 8:
        count *= 4
    count = max(1, math.ceil(count * seconds / taken))
    return count / rollouts(name, count)


def own_rate(arguments, seconds):
    """Returns playouts per second of quintet, including its start."""
    program = os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), "release/quintet")
    command = [program, "bench", "playouts", *arguments, "--seconds", str(seconds), "--seed", "1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    playouts = next(int(line.split()[1]) for line in lines if line.startswith("playouts "))
    return playouts / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench-peers")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each program [default: 5]")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of a measurement [default: 1]")
    options = parser.parse_args()

    peers = {name: [] for name in PEERS}
    own = [[] for _ in GAMES]
    for _ in range(options.rounds):
        for rates, (_, arguments, _, _, peer, _) in zip(own, GAMES):
            rates.append(own_rate(arguments, options.seconds))
            peers[peer].append(peer_rate(PEERS[peer], options.seconds))

    print(f"One thread, medians of {options.rounds} rounds of {options.seconds:g} s, in turn; seconds of processor time.\n")
    print("| OpenSpiel | rollouts/s | lowest | highest |\n|---|---|---|---|")
    for name, rates in peers.items():
        print(f"| {name} | {statistics.median(rates):,.0f} | {min(rates):,.0f} | {max(rates):,.0f} |")
    print("\n| game | board | playouts/s | floor | ratio | floor |\n|---|---|---|---|---|---|")
    missed = 0
    for rates, (game, _, board, floor, peer, multiple) in zip(own, GAMES):
        rate = statistics.median(rates)
        ratio = rate / statistics.median(peers[peer])
        missed += rate < floor or ratio < multiple
        print(f"| {game} | {board} | {rate:,.0f} | {floor:,} | {ratio:.0f} × {peer} | {multiple} × |")
    if missed:
        print(f"\n{missed} of {len(GAMES)} lines miss a floor.")


main()
