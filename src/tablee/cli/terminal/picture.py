"""What the terminal asks of a game: to draw it, to list it, and to tell what happens in it.

There is one such module a game, all with the same functions, beside this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from rich.text import Text

from tablee.coach.saying import Saying
from tablee.position import View

from .pen import Pen

State = Any  # the record of the game, as the one who looks may see it


@dataclass(frozen=True)
class Step:
    """A move or an outcome: its words, and what one sees before and after it."""

    words: tuple[str, ...]  # `deal ?` when the rest is hidden
    before: State
    after: State


@dataclass(frozen=True)
class Told:
    """What there is to tell, and of which seat; 0 is nobody."""

    seat: int
    sayings: tuple[Saying, ...]
    goes_on: bool = False  # it goes on with what was told last, if that was of the same seat


class Picture(Protocol):
    """A game as the terminal shows it; seats are numbered from 0 in states, from 1 in sayings."""

    def board(self, s: State, pen: Pen) -> list[Text]:
        """The board in lines of at most the pen's width."""

    def listing(self, s: State, pen: Pen) -> list[str]:
        """The same in words, one fact a line, for who listens instead of looking."""

    def tell(self, step: Step) -> list[Told]:
        """What happens in a step; nothing, if it is not worth a word."""

    def preview(self, step: Step) -> tuple[Saying, ...]:
        """What a move would do."""

    def note(self, step: Step) -> str:
        """The same in a sign or two, where there is little room."""

    def account(self, states: Sequence[State], seat: int, pen: Pen) -> str:
        """How the points of a seat are made up, from all states of the match in their order."""


def picture_of(name: str) -> Picture:
    """The picture of a game."""
    return cast(Picture, import_module(f"tablee.cli.terminal.{name}"))


def step_ahead(view: View, move: str) -> Step:
    """What a move would do, as far as the seat that thinks of it can see."""
    package = view.game.package
    before, after = view.state, view.state
    package.rules.apply(after, package.notation.NOTATION.code(move))
    return Step(tuple(move.split(" ")), before, after)
