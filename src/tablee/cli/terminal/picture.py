"""What the terminal asks of a game: to draw it, to list it, and to account for its points.

There is one such module a game, all with the same functions, beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from rich.text import Text

from .pen import Pen

State = Any  # the record of the game, as the one who looks may see it


class Picture(Protocol):
    """A game as the terminal shows it; seats are numbered from 0 in states, from 1 in sayings."""

    def board(self, s: State, pen: Pen) -> list[Text]:
        """The board in lines of at most the pen's width."""

    def listing(self, s: State, pen: Pen) -> list[str]:
        """The same in words, one fact a line, for who listens instead of looking."""

    def account(self, states: Sequence[State], seat: int, pen: Pen) -> str:
        """How the points of a seat are made up, from all states of the match in their order."""


def picture_of(name: str) -> Picture:
    """The picture of a game."""
    return cast(Picture, import_module(f"tablee.cli.terminal.{name}"))
