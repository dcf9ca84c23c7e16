"""What a learner is given of a game: an observed state as a row of numbers, and actions.

A game describes both in its part `encode`: the features, and three verbs. All seats in a row of
numbers are counted from the seat that looks: 0 is itself, 1 the next in turn order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from .contract import State
from .record import Ints
from .rule import rule


class Feature(NamedTuple):
    """One number of an observation, or several that lie side by side."""

    name: str
    lowest: int
    highest: int
    meaning: str
    length: int = 1


def places(features: Iterable[Feature]) -> dict[str, int]:
    """Return where each feature begins.

    >>> places([Feature("die", 0, 6, ""), Feature("hand", 0, 3, "", 4), Feature("turn", 0, 9, "")])
    {'die': 0, 'hand': 1, 'turn': 5}
    """
    found, place = {}, 0
    for feature in features:
        found[feature.name] = place
        place += feature.length
    return found


def width(features: Iterable[Feature]) -> int:
    """Return how many numbers the features take."""
    return sum(feature.length for feature in features)


@rule
def counted_from(seat: int, other: int, seats: int) -> int:
    """Return how many turns another seat comes after a seat: a division would take longer."""
    return other - seat if other >= seat else other - seat + seats


@rule
def seat_after(seat: int, turns: int, seats: int) -> int:
    """Return the seat so many turns after a seat, fewer than there are seats."""
    return seat + turns if seat + turns < seats else seat + turns - seats


def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat from a state that holds no more than this seat may see."""


def action_of(s: State, code: int) -> int:
    """Return the action of a legal move: 0 to ACTIONS - 1."""
    raise AssertionError


def code_of(s: State, action: int) -> int:
    """Return the code of an action in this state; -1 if there is none."""
    raise AssertionError


class EncodePart(Protocol):
    """`encode`: what a learner sees and does."""

    FEATURES: tuple[Feature, ...]
    ACTIONS: int

    def encode(self, s: State, seat: int, out: Ints) -> None: ...
    def action_of(self, s: State, code: int) -> int: ...
    def code_of(self, s: State, action: int) -> int: ...
