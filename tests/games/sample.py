"""What other tests need to know of a game: its options, and the parts of its board in the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Options = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """A game as a sample."""

    tables: list[Options]
    """Options to try, the usual ones first."""
    matches: list[Options]
    """Options for matches that are played by the hundred."""
    short: Options
    """Options that make a game short."""
    players: tuple[int, int]
    """The fewest and the most players in a simulated world."""
    board: str
    """The selector of the printed board in the page, without anything beside it."""
    needed: str
    """The selector of everything needed for a move."""
    lowest: str
    """The selector of the part that is lowest on a phone, and must be visible without scrolling."""
    whole: str
    """The selector of everything visible when the game is over."""
    pages: int
    """The number of pages of its printed box."""
    asks: tuple[str, ...]
    """The keys of its prompts."""
