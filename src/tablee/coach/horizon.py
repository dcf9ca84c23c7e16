"""What comes after a rest: the remaining rounds of a match, drawn from a stock.

Most games are played to their end. A match may also go over several rounds, between which only the
totals matter: a simulation rests there, and the rest of the match is drawn many times from a stock
of rounds. That costs less than playing on, and takes most of the noise away. The heuristic of such
a game has the verb `another_round`, and its record the row `totals`.
"""

from __future__ import annotations

from typing import Any

from tablee.bots.heuristics import heuristic_of
from tablee.gamebox import Game
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

STOCK = 1024  # rounds
CONTINUATIONS = 32  # drawn for each simulation that has come to a rest


def another_round(s: Any, stock: Ints, row: int) -> None:
    """The verb: adds the points of one round of the stock; ends the match if that is its end."""


@rule
def no_round(s: Any, stock: Ints, row: int) -> None:
    """A game without rounds."""


def has_rounds(game: Game) -> bool:
    """Whether a match of the game goes over several rounds."""
    return hasattr(heuristic_of(game), "another_round")


def verbs(game: Game) -> dict[Any, Any]:
    """What takes the place of the verb in a game."""
    return {another_round: getattr(heuristic_of(game), "another_round", no_round)}
