"""The contract every game fulfils: the same verbs, each a rule function.

A driver is written once against the verbs below; `tablee.kernel.engine` puts those of a game in
their place. Seats are numbered from 0 here; people see them numbered from 1. A *code* is a small
integer: the move of a seat or an outcome of chance. The game's `notation` gives it words.
"""

from __future__ import annotations

from typing import Any

from .record import Ints, Record, int8


class GameState(Record):
    """What the states of all games share."""

    seats: int = int8()
    first: int = int8()  # the seat that began the match


State = Any  # the game's own record; a verb of one game is never given another's


def setup(s: State, seats: int, options: Ints) -> None:
    """Makes any record, used or new, the start of a match; the options come as integers."""


def to_act(s: State) -> int:
    """The seat asked to move, or CHANCE, or OVER."""
    raise AssertionError


def legal(s: State, moves: Ints) -> int:
    """Writes the codes of all legal moves of the seat to act, each once; returns how many."""
    raise AssertionError


def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """Writes the codes of all possible outcomes and their positive weights; returns how many."""
    raise AssertionError


def apply(s: State, code: int) -> None:
    """Plays a move or an outcome, which must be legal or possible: the fast way trusts."""


def why_not(s: State, code: int) -> int:
    """0 if the seat to act may play this code now, else the game's number of the reason."""
    raise AssertionError


def score(s: State, points: Ints, ranks: Ints) -> None:
    """At the end: each seat's points, and its rank (1 for the winners; equals share a rank)."""


def observe(s: State, seat: int) -> None:
    """Takes out of the record what a seat may not know; seat -1 is a spectator's view."""


def resample(s: State, seat: int, dice: Any) -> None:
    """Fills an observed record with a world that is possible for that seat."""


def sees(s: State, seat: int) -> int:
    """1 if this seat may see the outcome that chance is about to bring; seat -1 is a spectator."""
    raise AssertionError


def sound(s: State) -> int:
    """0 if all pieces are there and where they may be, else the number of the broken paragraph."""
    raise AssertionError


MODULE_OF = {
    "setup": "rules",
    "to_act": "rules",
    "legal": "rules",
    "chance": "rules",
    "apply": "rules",
    "why_not": "rules",
    "score": "rules",
    "sound": "sound",
    "observe": "view",
    "resample": "view",
    "sees": "view",
}
"""Where in its package a game defines each verb."""
