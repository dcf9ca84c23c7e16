"""The contract every game fulfils: the same verbs, each a rule function.

A driver is written once against the verbs below; `tablee.kernel.engines.engine` puts those of a
game in their place. Seats are numbered from 0 here; people see them numbered from 1. A *code* is a
small integer: the move of a seat or an outcome of chance. The game's `notation` gives it words.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from .dice import Dice
from .notation import Notation
from .record import Int16s, Ints, Record, int8


class GameState(Record):
    """What the states of all games share."""

    seats: int = int8()
    first: int = int8()  # the seat that began the match


State = Any  # the game's own record; a verb of one game is never given another's


def setup(s: State, seats: int, options: Ints) -> None:
    """Make any record, used or new, the start of a match; the options come as integers."""


def to_act(s: State) -> int:
    """Return the seat asked to move, or CHANCE, or OVER."""
    raise AssertionError


def legal(s: State, moves: Int16s) -> int:
    """Write the codes of all legal moves of the seat to act, each once; return how many."""
    raise AssertionError


def chance(s: State, outcomes: Int16s, weights: Int16s) -> int:
    """Write the codes of all possible outcomes and their positive weights; return how many."""
    raise AssertionError


def apply(s: State, code: int) -> None:
    """Play a move or an outcome, which must be legal or possible: the fast way trusts."""


def why_not(s: State, code: int) -> int:
    """Return 0 if the seat to act may play this code, else the game's number of the reason."""
    raise AssertionError


def score(s: State, points: Ints, ranks: Ints) -> None:
    """Set each seat's points and rank at the end (1 for the winners; equals share a rank)."""


def observe(s: State, seat: int) -> None:
    """Take out of the record what a seat may not know; seat -1 is a spectator's view."""


def resample(s: State, seat: int, dice: Dice) -> None:
    """Fill an observed record with a world that is possible for that seat."""


def sees(s: State, seat: int) -> int:
    """Return 1 if this seat may see the outcome that comes now; seat -1 is a spectator."""
    raise AssertionError


def sound(s: State) -> int:
    """Return 0 if all pieces are in allowed places, else the number of the broken paragraph."""
    raise AssertionError


# --- reports, which a rule may make while it applies a move or an outcome (kernel/reports.py) -----


def report(s: State, what: int, a: int, b: int) -> None:
    """Report to everyone that something happens; the game says what its numbers mean."""


def report_to(s: State, seat: int, what: int, a: int, b: int) -> None:
    """Report to one seat alone what the others may not know."""


def report_each(s: State, what: int, a: int, members: int) -> None:
    """Report to everyone once for each member of a set of bits, which is then the last number."""


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


# --- the modules that every game has -------------------------------------------------------------


class StatePart(Protocol):
    """`state`: the record of a match, and the numbers of the game."""

    State: type[GameState]
    MAX_MOVES: int  # no seat ever has more legal moves, and chance no more outcomes
    FIXED: tuple[str, ...]  # the fields that the options set for good


class RulesPart(Protocol):
    """`rules`: the verbs of the rulebook."""

    def setup(self, s: State, seats: int, options: Ints) -> None: ...
    def to_act(self, s: State) -> int: ...
    def legal(self, s: State, moves: Ints) -> int: ...
    def chance(self, s: State, outcomes: Ints, weights: Ints) -> int: ...
    def apply(self, s: State, code: int) -> None: ...
    def why_not(self, s: State, code: int) -> int: ...
    def score(self, s: State, points: Ints, ranks: Ints) -> None: ...


class SoundPart(Protocol):
    """`sound`: whether all pieces are in allowed places."""

    def sound(self, s: State) -> int: ...


class ViewPart(Protocol):
    """`view`: what a seat may know, and the board as text."""

    def observe(self, s: State, seat: int) -> None: ...
    def resample(self, s: State, seat: int, dice: Any) -> None: ...
    def sees(self, s: State, seat: int) -> int: ...
    def board(self, s: State, language: str) -> str: ...


class NotationPart(Protocol):
    """`notation`: moves and outcomes in words, what is awaited, and why a move is refused."""

    NOTATION: Notation

    def awaited(self, s: State) -> tuple[str, str]: ...
    def refusal(
        self, s: State, code: int, reason: int
    ) -> tuple[str | None, str, dict[str, object]]: ...


class GameParts(Protocol):
    """What the engines need of a game."""

    def __hash__(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def state(self) -> StatePart: ...
    @property
    def rules(self) -> RulesPart: ...
    @property
    def sound(self) -> SoundPart: ...
    @property
    def view(self) -> ViewPart: ...
    @property
    def notation(self) -> NotationPart: ...
