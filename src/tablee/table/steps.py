"""A step of a match: an event, and the positions before and after it."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from tablee.kernel.reports import Row, play
from tablee.position import Position

from .events import Event


class Step(Struct, frozen=True, dict=True):
    """An event with its number, and the positions around it."""

    number: int
    event: Event
    code: int | None  # of a move or an outcome
    before: Position
    after: Position

    @cached_property
    def reports(self) -> tuple[Row, ...]:
        """What the rules report of a move or an outcome, hidden things included."""
        if self.code is None:
            return ()
        return play(self.before.game.rules.apply, self.before.state, self.code)[1]
