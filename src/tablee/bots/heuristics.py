"""The heuristic of a game: what a good amateur would look at before they move.

It is the part `heuristic` of a game: the verbs of `tablee.bots.contract`, and `LADDER`, the player
of each level. A game without one is played at random and by tree search.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, cast

from tablee.bots import contract
from tablee.gamebox import Game
from tablee.kernel.engines.engine import verbs_of
from tablee.kernel.engines.instance import Instance, open_instance, usual_engine
from tablee.kernel.record import Ints
from tablee.kernel.rule import driver, rule
from tablee.kernel.wasm.instance import WasmInstance

if TYPE_CHECKING:
    from tablee.bots.players import Player


class Heuristic(Protocol):
    """The module `heuristic` of a game."""

    LADDER: Mapping[str, Player]

    def advise(self, s: Any, moves: Ints, count: int, weights: Ints) -> None: ...
    def at_rest(self, s: Any) -> int: ...
    def outlook(self, s: Any, points: Ints, ranks: Ints, shares: Ints) -> None: ...


def heuristic_of(game: Game) -> Heuristic:
    """Return the heuristic of a game, or the default that likes all moves alike."""
    from tablee.bots import default_heuristic

    return cast(Heuristic, game.part("heuristic") or default_heuristic)


def has_rounds(game: Game) -> bool:
    """Return whether a match has several rounds that can be drawn from a sample."""
    return hasattr(heuristic_of(game), "another_round")


@rule
def no_round(s: Any, points: Ints) -> None:
    """Do nothing: the game has no rounds."""


@driver
def turn_field(s: Any) -> int:
    """Return the seat whose turn it is, also while chance is to act."""
    turn: int = s.turn
    return turn


def fillings_of(game: Game) -> dict[Any, Any]:
    """Return what replaces each verb in a driver: the game's own rules and heuristic."""
    heuristic = heuristic_of(game)
    return verbs_of(game) | {
        contract.advise: heuristic.advise,
        contract.at_rest: heuristic.at_rest,
        contract.outlook: heuristic.outlook,
        contract.another_round: getattr(heuristic, "another_round", no_round),
        contract.turn_of: turn_field if "turn" in game.state.State.fields else game.rules.to_act,
    }


def instance_of(game: Game, engine: str = "auto") -> Instance:
    """Return an instance of a game with its heuristic; "auto" is the fastest engine there is.

    Those that use the memory of this process are shared, for they hold nothing but functions.
    """
    chosen = usual_engine(game) if engine == "auto" else engine
    return WasmInstance(game) if chosen == "wasm" else _shared_instance(game, chosen)


@cache
def _shared_instance(game: Game, engine: str) -> Instance:
    return open_instance(game, fillings_of(game), engine)
