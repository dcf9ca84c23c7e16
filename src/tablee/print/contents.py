"""What is in the box of a game, sheet by sheet: its part `box`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from tablee.gamebox import Game
from tablee.refusals import Refusal

from .drawings import drawing, shape
from .sheets import Paper, Sheet, card_sheets

Board = str | Mapping[str, Any] | None  # by name, or what its file says, where there are several


@dataclass(frozen=True)
class Contents:
    """The sheets of a box, what is on its lid, and the drawings made for it, by name."""

    lid: tuple[str, ...]
    sheets: list[Sheet]
    made: dict[str, str] = field(default_factory=dict)


class Box(Protocol):
    """The module `box` of a game."""

    WHOLE_IS_FOR_MOST: bool  # whether the whole box is the one for the most seats

    def contents(self, paper: Paper, seats: int | None, board: Board) -> Contents:
        """Return the box for a number of players, or the whole box for any."""


def box_of(game: Game) -> Box:
    """Return the box of a game; a refusal if it can't be printed."""
    box = game.part("box")
    if box is None:
        raise Refusal("print.no_box", title=game.title)
    return cast(Box, box)


def cards_of(paper: Paper, width: float, fronts: list[str], back: str) -> list[Sheet]:
    """Return cards of a width, with the height of their drawings."""
    return card_sheets("cards", paper, (width, width / shape(drawing(back))), fronts, back)
