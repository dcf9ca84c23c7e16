"""The games for OpenSpiel: importing this registers `tablee_GAME(players=4)` for each.

Chance is explicit there, as in `tablee.Position`. Options of a game are parameters of the game, as
words or numbers: `tablee_GAME(players=3,board=short,turn_limit=2)`.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

try:
    import numpy as np
    import pyspiel
except ImportError as problem:
    raise ImportError(
        "tablee.envs.openspiel needs OpenSpiel: pip install 'tablee[openspiel]'"
    ) from problem

from tablee.discovery import all_games
from tablee.envs.table import rewards
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.encoding import width
from tablee.kernel.options import YesNo
from tablee.lab.encoding import encoding_of
from tablee.position import Position

MOST_EVENTS = 1_000_000


def type_of(game: Game) -> Any:
    """Return what OpenSpiel wants to know of a game."""
    kinds = pyspiel.GameType
    hidden, plain = kinds.Information.IMPERFECT_INFORMATION, kinds.Information.PERFECT_INFORMATION
    parameters: dict[str, Any] = {"players": game.seats[0]}
    for option in game.options.values():
        default = option.default
        parameters[option.name] = bool(default) if isinstance(option, YesNo) else default
    return kinds(
        short_name=f"tablee_{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if game.hides else plain,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):
    """A game of Tablée with its number of players and its options."""

    game: ClassVar[Game]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, kind = self.game, self.kind
        given = {**kind.parameter_specification, **(params or {})}
        self.start = game.start(
            seats=given["players"], **{name: given[name] for name in game.options}
        )
        self.encoding = encoding_of(game)
        codes = max(game.notation.NOTATION) + 1
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=codes,
                max_chance_outcomes=codes,
                num_players=given["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MOST_EVENTS,
            ),
            given,
        )

    def new_initial_state(self) -> SpielState:
        """Return the state before the first event."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | Memory:
        """Return the observation of a player, or all it has observed (perfect recall)."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Memory() if recalls else Observer(self)


class SpielState(pyspiel.State):
    """A position, with what each player has seen on the way to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.start
        self.seen = [b""] * game.start.seats  # a digest of all views so far

    def current_player(self) -> int:
        """Return the player to act, from 0, or chance, or the end."""
        actor = self.position.to_act
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor - 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.codes())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        outcomes = self.position.chance_codes()
        total = sum(outcomes.values())
        return [(code, weight / total) for code, weight in sorted(outcomes.items())]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.after_code(action)
        self.seen = [
            hashlib.blake2b(before + record(self.position, seat), digest_size=16).digest()
            for seat, before in enumerate(self.seen)
        ]

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.notation.NOTATION.text(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.to_act == OVER

    def returns(self) -> list[float]:
        """Return what each player has won."""
        if not self.is_terminal():
            return [0.0] * self.position.seats
        return rewards(self.position.result().ranks)

    def __str__(self) -> str:
        return str(self.position)


class Observer:
    """What a player sees, as numbers and as a board."""

    def __init__(self, game: SpielGame) -> None:
        self._encoding = game.encoding
        self.tensor = np.zeros(width(game.encoding.FEATURES), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        out = [0] * len(self.tensor)
        self._encoding.encode(state.position.view(player + 1).state, player, out)
        self.tensor[:] = out

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the board as a player sees it."""
        return str(state.position.view(player + 1))


class Memory:
    """All that a player has seen, as a digest, and what it sees now."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing: what was seen is a digest, not an array of numbers."""

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the information state."""
        return f"{state.seen[player].hex()} {record(state.position, player).decode()}"


def record(position: Position, player: int) -> bytes:
    """Return what a player, numbered from 0, may know."""
    return repr(position.view(player + 1).seen).encode()


def register() -> list[str]:
    """Register all games, and return their names."""
    names = []
    for game in all_games():
        kind = type_of(game)
        names.append(kind.short_name)
        if names[-1] not in pyspiel.registered_names():
            # A class of its own: OpenSpiel drops it after Python has ended, which no other kind
            # of callable survives.
            made = type(f"Spiel{game.name.title()}", (SpielGame,), {"game": game, "kind": kind})
            pyspiel.register_game(kind, made)
    return names


NAMES = register()
