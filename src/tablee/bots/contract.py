"""The verbs that a game's rule of thumb adds to the contract of the rules."""

from __future__ import annotations

from typing import Any

from tablee.kernel.record import Ints


def advise(s: Any, moves: Ints, count: int, weights: Ints) -> None:
    """Writes for each of the legal moves how much a good amateur likes it: 1 (never) to 1000.

    It looks only at what the seat to act may know. The rule-of-thumb player takes the move it likes
    best; rollouts draw moves by these weights.
    """


def at_rest(s: Any) -> int:
    """1 where a simulation may stop and the scores so far be judged, else 0."""
    raise AssertionError


def outlook(s: Any, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Writes how likely each seat is to win, in 840ths, where a simulation stops before the end.

    Points and ranks are what `score` says now.
    """
