"""What the tests of everything else need to know of a game: its options, its board in the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Options = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """One game, as a sample of all."""

    tables: list[Options]
    """Options to try, the usual ones first."""
    matches: list[Options]
    """Options of matches that are played by the hundred."""
    short: Options
    """Options with which a game is over soon."""
    players: tuple[int, int]
    """The fewest and the most who play in a simulated world."""
    board: str
    """Where the page has the printed board, without what stands beside it."""
    needed: str
    """Where it has all that a move needs to be seen."""
    lowest: str
    """Where it has the part that is lowest on a phone, and has to be seen without scrolling."""
    whole: str
    """Where it has all that is seen when the game is over."""
    pages: int
    """How many pages its box has in print."""
    asks: tuple[str, ...]
    """The keys of what it says when somebody is to act."""
