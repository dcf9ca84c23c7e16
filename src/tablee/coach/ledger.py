"""The ledger of luck and skill: how the initial chance of each seat became its result.

start + luck + own decisions + others' decisions = result, exactly: all four are sums of changes of
the same row of values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tablee.kernel.actors import CHANCE

Row = Sequence[float]


@dataclass(frozen=True)
class Account:
    """One seat's ledger, with standard errors; `unknown` is the luck in own decisions."""

    seat: int
    start: float
    luck: float
    own: float  # what its decisions lost: at most 0, unless it resigned
    others: float
    result: float
    unknown: float  # the part of luck that the seat could not know when it decided
    start_error: float
    luck_error: float
    own_error: float
    others_error: float

    @property
    def balance(self) -> float:
        """The sum of the terms, which is the result."""
        return self.start + self.luck + self.own + self.others


def add_up(
    values: Sequence[Row],
    start_errors: Row,
    actors: Sequence[int],
    losses: Sequence[float],
    doubts: Sequence[Row | None],
    gave_up: Sequence[int] = (),
) -> tuple[Account, ...]:
    """Return the accounts of all seats.

    `values` has a row for each position, `actors` the actor of each ply, `losses` what each
    decision lost, judged by what could be known. An extra row of values is the result after a
    resignation.
    """
    return tuple(
        _account(seat, values, start_errors[seat - 1], actors, losses, doubts, seat in gave_up)
        for seat in range(1, len(values[0]) + 1)
    )


def _account(
    seat: int,
    values: Sequence[Row],
    start_error: float,
    actors: Sequence[int],
    losses: Sequence[float],
    doubts: Sequence[Row | None],
    gave_up: bool,
) -> Account:
    luck, own, others, unknown = [], [], [], []
    own_doubt = others_doubt = 0.0
    for index, actor in enumerate(actors):
        change = values[index + 1][seat - 1] - values[index][seat - 1]
        doubt = doubts[index]
        if actor == CHANCE:
            luck.append(change)
        elif actor == seat:
            own.append(-losses[index])
            unknown.append(change + losses[index])
            own_doubt += doubt[seat - 1] ** 2 if doubt else 0.0
        else:
            others.append(change)
            others_doubt += doubt[seat - 1] ** 2 if doubt else 0.0
    for row, following in zip(values[len(actors) :], values[len(actors) + 1 :], strict=False):
        (own if gave_up else others).append(following[seat - 1] - row[seat - 1])
    return Account(
        seat=seat,
        start=values[0][seat - 1],
        luck=math.fsum([*luck, *unknown]),
        own=math.fsum(own),
        others=math.fsum(others),
        result=values[-1][seat - 1],
        unknown=math.fsum(unknown),
        start_error=start_error,
        luck_error=math.sqrt(start_error**2 + own_doubt + others_doubt),
        own_error=math.sqrt(own_doubt),
        others_error=math.sqrt(others_doubt),
    )
