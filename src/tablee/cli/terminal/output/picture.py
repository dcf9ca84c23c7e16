"""What the terminal asks of a game: to draw it, to list it, and to account for its points.

This is the part `terminal` of a game; a game without one shows its board as text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, cast

from rich.text import Text

from tablee.gamebox import Game

from .writer import Writer

State = Any  # the record of the game, as the viewer may see it


class Picture(Protocol):
    """A game as the terminal shows it; seats are numbered from 0 in states, from 1 in sayings."""

    def board(self, s: State, writer: Writer) -> list[Text]:
        """Return the board in lines of at most the writer's width."""

    def listing(self, s: State, writer: Writer) -> list[str]:
        """Return the board as text, one fact a line, for screen readers."""

    def account(self, states: Sequence[State], seat: int, writer: Writer) -> str:
        """Explain the points of a seat from all states of the match in order."""


class Plain:
    """A game without a picture: the board as text."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def board(self, s: State, writer: Writer) -> list[Text]:
        """Return the lines of the text board."""
        return [writer.line(line) for line in self.listing(s, writer)]

    def listing(self, s: State, writer: Writer) -> list[str]:
        """Return the same lines."""
        return self.game.view.board(s, writer.language).splitlines()

    def account(self, states: Sequence[State], seat: int, writer: Writer) -> str:
        """Return nothing: the points are all there is."""
        return ""


def picture_of(game: Game) -> Picture:
    """Return the picture of a game."""
    return cast(Picture, game.part("terminal") or Plain(game))
