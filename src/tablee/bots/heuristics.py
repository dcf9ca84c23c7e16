"""The heuristic of a game: what a good amateur would look at before they move.

It is the part `heuristic` of a game: the verbs of `tablee.bots.contract`, and `LADDER`, the players
of each level. A game without one is played by chance and by tree search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from tablee.gamebox import Game
from tablee.kernel.record import Ints

if TYPE_CHECKING:
    from tablee.bots.players import Player


class Heuristic(Protocol):
    """The module `heuristic` of a game."""

    LADDER: Mapping[str, Player]

    def advise(self, s: Any, moves: Ints, count: int, weights: Ints) -> None: ...
    def at_rest(self, s: Any) -> int: ...
    def outlook(self, s: Any, points: Ints, ranks: Ints, shares: Ints) -> None: ...


def heuristic_of(game: Game) -> Heuristic:
    """Return the heuristic of a game, or one that likes all moves alike."""
    from tablee.bots import indifferent

    return cast(Heuristic, game.part("heuristic") or indifferent)
