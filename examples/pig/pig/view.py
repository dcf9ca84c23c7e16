"""What a seat of Pig may know, which is everything, and the board as text."""

from typing import Any

from tablee.kernel.rule import rule
from tablee.words import say

from .state import State


@rule
def observe(s: State, seat: int) -> None:
    """Nothing is hidden."""


@rule
def resample(s: State, seat: int, dice: Any) -> None:
    """Nothing has to be filled in."""


@rule
def sees(s: State, seat: int) -> int:
    """Everybody sees the die."""
    return 1


def board(s: State, language: str) -> str:
    """Return the points of each seat, and of this turn."""
    lines = [say("pig.points", language, seat=n + 1, points=s.points[n]) for n in range(s.seats)]
    return "\n".join([*lines, say("pig.pot", language, seat=s.turn + 1, points=s.pot)])
