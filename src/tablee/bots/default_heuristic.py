"""The heuristic of a game that has none: it likes all moves alike, and levels search the tree."""

from __future__ import annotations

from typing import Any

from tablee.bots.players import Player, Random, Searcher
from tablee.kernel.engines.playout import SHARE
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

LADDER: dict[str, Player] = {
    "gentle": Random(),
    "casual": Searcher(20),
    "club": Searcher(100),
    "expert": Searcher(400),
    "master": Searcher(1500),
}


@rule
def advise(s: Any, moves: Ints, count: int, weights: Ints) -> None:
    """Like every move as much as any other."""
    for i in range(count):
        weights[i] = 1


@rule
def at_rest(s: Any) -> int:
    """Play every simulation to its end."""
    return 0


@rule
def outlook(s: Any, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Share the victory among the leading seats."""
    leaders = 0
    for seat in range(s.seats):
        if ranks[seat] == 1:
            leaders += 1
    for seat in range(s.seats):
        shares[seat] = SHARE // leaders if ranks[seat] == 1 else 0
