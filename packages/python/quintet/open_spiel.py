"""The games and the engine for OpenSpiel, which has to be installed (``pip install open_spiel``).

>>> import pyspiel, quintet.open_spiel
>>> names = quintet.open_spiel.register()
>>> game = pyspiel.load_game("quintet_cascade(size=5)")

Each game has the parameters ``size``, ``height`` (for rectangles), one for each of its rules,
``komi`` where it counts, and ``max_length``; 0 stands for the default. Player 0 is the side that
begins. Actions are those of ``quintet.Game``, observations its planes. A win is worth 1, a loss -1,
and a draw 0. Some games could go on for ever, so a game that has ``max_length`` moves is a draw; by
default that is 10 moves for each point of the board, which is about three times the length of the
longest random games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import GAMES, Engine, Game, GameInfo

__all__ = ["Bot", "QuintetGame", "QuintetState", "register"]

#: The number of moves for each point of the board after which a game is a draw.
_MOVES_PER_POINT = 10


def register() -> list[str]:
    """Registers all games, once, and returns their names: ``quintet_`` and the identifier."""
    known = set(pyspiel.registered_names())
    names = []
    for info in GAMES.values():
        game_type = _game_type(info)
        names.append(game_type.short_name)
        if game_type.short_name not in known:
            pyspiel.register_game(game_type, _maker(info))
    return names


def _maker(info: GameInfo) -> Any:
    def init(self: QuintetGame, params: dict[str, Any] | None = None) -> None:
        QuintetGame.__init__(self, info.id, params)

    # A class, as in OpenSpiel's own games: OpenSpiel drops it after the end of the interpreter, which any other
    # callable object does not survive.
    return type("QuintetGame", (QuintetGame,), {"__init__": init})


def _load(text: str) -> pyspiel.Game:
    register()
    return pyspiel.load_game(text)


def _game_type(info: GameInfo) -> pyspiel.GameType:
    parameters: dict[str, Any] = {"size": 0, "height": 0, "max_length": 0}
    parameters.update((name, values[0]) for name, values in info.rules.items())
    if info.komi:
        parameters["komi"] = 0.0
    return pyspiel.GameType(
        short_name=f"quintet_{info.id}",
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class QuintetGame(pyspiel.Game):
    """A game of quintet, as ``pyspiel.load_game`` makes it."""

    def __init__(self, id: str, params: dict[str, Any] | None = None):
        """Makes a game from its identifier and the parameters that differ from the defaults.

        Raises:
            ValueError: if there is no such board.
        """
        params = dict(params or {})
        info = GAMES[id]
        size = params.get("size") or info.default_size
        rules = {name: params[name] for name in info.rules if name in params}
        height = params.get("height")
        self.start = Game(id, (size, height) if height else size, rules=rules, komi=params.get("komi"))
        self.max_length = params.get("max_length") or _MOVES_PER_POINT * len(self.start.points)
        #: The sides of player 0 and player 1.
        self.seats = ("black", "white") if info.first == "black" else ("white", "black")
        game_info = pyspiel.GameInfo(
            num_distinct_actions=self.start.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_length,
        )
        super().__init__(_game_type(info), game_info, params)

    def new_initial_state(self, state: Any = None) -> QuintetState:
        """Returns the state before the first move; other states are made by actions."""
        if state is not None:
            raise ValueError("a state of this game is made by its actions, from new_initial_state()")
        return QuintetState(self)

    def __reduce__(self) -> Any:
        return _load, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns an observer, whose tensor has the planes of ``quintet.Game.planes``."""
        if params:
            raise ValueError(f"observation parameters are not supported; passed {params}")
        return _Observer(self.start)


class QuintetState(pyspiel.State):
    """A state of a game of quintet. ``game`` is the ``quintet.Game``, which must not be changed."""

    def __init__(self, game: QuintetGame):
        super().__init__(game)
        self.game = game.start.copy()
        self._seats = game.seats
        self._max_length = game.max_length

    def current_player(self) -> int:
        """Returns the player to move, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self._seats.index(self.game.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{self._seats[player]} {self.game.move(action)}"

    def is_terminal(self) -> bool:
        """Returns whether the game is over, or has as many moves as it may have."""
        return self.game.is_over or len(self.game.moves) >= self._max_length

    def returns(self) -> list[float]:
        """Returns 1 for the winner and -1 for the loser; zeros for a draw and before the end."""
        outcome = self.game.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == self._seats[0] else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.game.position()


class _Observer:
    """The planes of a position, as OpenSpiel asks for them."""

    def __init__(self, start: Game):
        shape = (len(start.plane_names), start.height, start.width)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: QuintetState, player: int) -> None:
        """Updates ``tensor`` and ``dict``."""
        self.dict["observation"][:] = state.game.planes()

    def string_from(self, state: QuintetState, player: int) -> str:
        """Returns the position line."""
        return state.game.position()


class Bot(pyspiel.Bot):
    """The engine as a bot for the games that ``register`` registers.

    Args:
        player: the player, 0 or 1.
        visits, seconds, level: as in ``quintet.Engine.search``.
        seed, threads, hash: as in ``quintet.Engine``.
    """

    def __init__(
        self,
        player: int,
        *,
        visits: int | None = None,
        seconds: float | None = None,
        level: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        hash: int | None = None,
    ):
        super().__init__()
        self._player = player
        self._limits: dict[str, Any] = {"visits": visits, "seconds": seconds, "level": level}
        self._engine = Engine(seed=seed, threads=threads, hash=hash)

    def player_id(self) -> int:
        """Returns the player."""
        return self._player

    def provides_policy(self) -> bool:
        """Returns True: the shares of the visits."""
        return True

    def step(self, state: Any) -> int:
        """Returns the chosen action."""
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Returns the share of the visits of each legal action, and the chosen action."""
        result = self._engine.search(state.game, **self._limits)
        visits = dict.fromkeys(state.game.legal_actions(), 0)
        visits.update((candidate.action, candidate.visits) for candidate in result.candidates)
        total = sum(visits.values())
        if total == 0:
            # A move that was found without a search.
            visits[result.action] = total = 1
        return [(action, count / total) for action, count in visits.items()], result.action

    def restart_at(self, state: Any) -> None:
        """Does nothing: each search looks at the state it gets."""
