"""What comes after a rest: the remaining rounds of a match, drawn from a stock.

Most games are played to their end. A match of Maroc'eau goes over several rounds, and between two
of them only the totals matter: a simulation rests there, and the rest of the match is drawn many
times from a stock of rounds. That costs less than playing on, and takes most of the noise away.
"""

from __future__ import annotations

from typing import Any

from tablee.games.maroceau.rules import is_over
from tablee.games.maroceau.state import ENDED
from tablee.kernel.playout import MAX_SEATS
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

STOCK = 1024  # rounds
CONTINUATIONS = 32  # drawn for each simulation that has come to a rest
WITH_ROUNDS = frozenset({"maroceau"})


def another_round(s: Any, stock: Ints, row: int) -> None:
    """The verb: adds the points of one round of the stock; ends the match if that is its end."""


@rule
def no_round(s: Any, stock: Ints, row: int) -> None:
    """A game without rounds."""


@rule
def count_round(s: Any, stock: Ints, row: int) -> None:
    """[W35] The points of a round go to the totals; was it the last one?"""
    for seat in range(s.seats):
        s.totals[seat] += stock[row * MAX_SEATS + seat]
    if is_over(s):
        s.phase = ENDED
    else:
        s.round_number += 1


def verbs(name: str) -> dict[Any, Any]:
    """What takes the place of the verb in a game."""
    return {another_round: count_round if name in WITH_ROUNDS else no_round}
