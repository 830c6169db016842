"""Boards, rules, search and exact values of five abstract games and their relatives.

>>> import quintet
>>> game = quintet.Game("cascade", size=5)
>>> game.play("red@C3")
>>> result = quintet.Engine(seed=1).search(game, visits=200)
>>> game.play(result.move)

``GAMES`` has the facts about all games, by their identifiers. A ``Game`` is a position with its
moves, an ``Engine`` chooses moves and solves positions. ``quintet.open_spiel`` registers the games
with OpenSpiel, if that is installed; ``find_program`` returns the path of the program ``quintet``,
which ``python -m quintet`` runs.
"""

from types import MappingProxyType
from typing import Mapping

from ._program import find_program
from ._quintet import Candidate, Engine, Game, GameInfo, Outcome, SearchResult, Solution, __version__, games

#: The facts about all games, by their identifiers.
GAMES: Mapping[str, GameInfo] = MappingProxyType({info.id: info for info in games()})

__all__ = [
    "GAMES",
    "Candidate",
    "Engine",
    "Game",
    "GameInfo",
    "Outcome",
    "SearchResult",
    "Solution",
    "__version__",
    "find_program",
]
