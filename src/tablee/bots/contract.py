"""The verbs that the heuristic of a game adds to the contract of the rules."""

from __future__ import annotations

from typing import Any

from tablee.kernel.contract import State
from tablee.kernel.record import Int16s, Ints


def advise(s: State, moves: Int16s, count: int, weights: Ints) -> None:
    """Write how much a good amateur likes each legal move, from 1 (hardly ever played) to 1000.

    It must not look at what the seat to act can't know. The heuristic player takes the move with
    the greatest weight; rollouts draw moves by weight.
    """


def at_rest(s: State) -> int:
    """Return 1 where a simulation may stop and the scores so far be evaluated, else 0."""
    raise AssertionError


def outlook(s: State, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Write each seat's chance to win, in 840ths, where a simulation stops before the end.

    Points and ranks are what `score` says now.
    """


def another_round(s: Any, points: Ints) -> None:
    """Add the points of one round to the totals, and end the match if that was its last round.

    Optional: for a game whose matches go over several rounds, between which only `totals` matters.
    A simulation that comes to rest between rounds draws the others from a sample of rounds.
    """


def turn_of(s: Any) -> int:
    """Return the seat whose turn it is. Not for a game to define: read from the record."""
    raise AssertionError
