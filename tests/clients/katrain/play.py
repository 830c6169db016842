#!/usr/bin/env python3
"""KaTrain's own engine, game and AI code plays and analyses with `quintet analysis`, without its window: play.py QUINTET.

KaTrain starts the program as it starts KataGo (`analysis -model ... -config ... -override-config ...`). Checked is what its window would
show: a move of its default AI, the win rate, the ownership and the policy of every position, and a game that two passes end.
"""

import os
import sys
import tempfile
import time

home = tempfile.TemporaryDirectory()
os.environ["HOME"] = home.name
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
sys.argv, quintet = sys.argv[:1], os.path.abspath(sys.argv[1])

from katrain.core.ai import generate_ai_move  # noqa: E402
from katrain.core.base_katrain import KaTrainBase  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game, Move  # noqa: E402

PATIENCE = 120
SIZE = 7

problems = []


class KaTrain(KaTrainBase):
    """KaTrain without a window; what it would show as an error is noted."""

    def log(self, message, level=0):
        if level == -1 or "Error" in str(message) or "Exception" in str(message):
            problems.append(str(message))

    def __call__(self, message, *args, **kwargs):
        problems.append(f"{message} {args}")


def wait(node):
    """Waits until a position is analysed."""
    end = time.time() + PATIENCE
    while not node.analysis_complete:
        assert time.time() < end, f"no analysis of move {node.depth}: {problems}"
        assert not problems, problems
        time.sleep(0.02)


def check(node):
    """Holds an analysis to what KaTrain's window shows of it."""
    wait(node)
    assert 0 <= node.winrate <= 1, node.winrate
    assert abs(node.score) <= 2 * SIZE * SIZE, node.score
    assert len(node.ownership) == SIZE * SIZE and all(-1 <= value <= 1 for value in node.ownership)
    assert len(node.policy) == SIZE * SIZE + 1
    if not node.end_state:
        assert node.candidate_moves, "no candidate moves"


katrain = KaTrain(force_package_config=True, debug_level=0)
config = dict(katrain.config("engine"), katago=quintet, max_visits=60, fast_visits=20, max_time=5.0, allow_recovery=False)
engine = KataGoEngine(katrain, config)
game = Game(katrain, engine, game_properties={"SZ": str(SIZE), "KM": "7", "RU": "chinese"})
check(game.root)
for _ in range(6):
    wait(game.current_node)
    move, node = generate_ai_move(game, "ai:default", katrain.config("ai/ai:default"))
    check(node)
for player in "BW":
    game.play(Move(None, player=player))
    wait(game.current_node)
assert game.end_result, "two passes did not end the game"
assert engine.check_alive()
engine.shutdown(finish=None)
assert not problems, problems
print(f"KaTrain: {game.current_node.depth} moves, black's win rate {game.root.winrate:.2f} at first, end {game.end_result}")
