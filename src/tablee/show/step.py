"""A step of a match as one viewer sees it: its words, the records, and what the rules report.

The part `narration` of a game tells it in sentences; a game without one names its moves.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, Protocol, cast

from msgspec import Struct

from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.kernel.reports import Row, play, seen_by
from tablee.position import Position
from tablee.view import View

from .saying import Saying

State = Any  # the record of the game, as the viewer may see it


class ShownStep(NamedTuple):
    """A move or an outcome as one viewer sees it."""

    words: tuple[str, ...]  # `deal ?` when the rest is hidden
    before: State
    after: State
    reports: tuple[Row, ...]  # what happens, in this order


def reports_seen(
    before: Position, code: int, seat: int | None, *, over: bool = False
) -> tuple[Row, ...]:
    """Return a move or an outcome as a viewer is told it; everything, once the match is over."""
    _, rows = play(before.game.rules.apply, before.state, code)
    return rows if over else seen_by(rows, seat)


def step_seen(
    words: tuple[str, ...],
    before: Position,
    after: Position,
    code: int,
    seat: int | None,
    *,
    over: bool = False,
) -> ShownStep:
    """Return a step as a viewer sees it; its words may be only a part of the true ones."""
    reports = reports_seen(before, code, seat, over=over)
    return ShownStep(words, before.view(seat).state, after.view(seat).state, reports)


class Told(Struct, frozen=True):
    """What there is to tell, and of which seat; 0 is none."""

    seat: int
    says: tuple[Saying, ...]
    goes_on: bool = False  # it goes on with what was told last, if that was of the same seat


class Telling(Protocol):
    """A game in words; seats are numbered from 0 in states, from 1 in sayings."""

    def tell(self, step: ShownStep) -> list[Told]:
        """Return what happens in a step; nothing, if it is not worth a word."""

    def preview(self, step: ShownStep) -> tuple[Saying, ...]:
        """Return what a move would do."""

    def note(self, step: ShownStep) -> str:
        """Return the same in a sign or two, where there is little room."""


class Plain:
    """A game without a narration: the moves as they are written."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def tell(self, step: ShownStep) -> list[Told]:
        """Return the move, or the outcome."""
        actor = self.game.rules.to_act(step.before)
        key = "tell.plain_move" if actor >= 0 else "tell.plain_outcome"
        return [Told(max(actor + 1, 0), (Saying(key, {"move": " ".join(step.words)}),))]

    def preview(self, step: ShownStep) -> tuple[Saying, ...]:
        """Return no preview."""
        return ()

    def note(self, step: ShownStep) -> str:
        """Return no note."""
        return ""


@cache
def telling_of(name: str) -> Telling:
    """Return the game in words."""
    game = find_game(name)
    return cast(Telling, game.part("narration") or Plain(game))


def step_ahead(view: View, move: str) -> ShownStep:
    """Return what a move would do, as far as the seat that thinks of it can see."""
    code = view.game.notation.NOTATION.code(move)
    assert code is not None, move
    return _steps(view, [code])[0]


def steps_ahead(view: View) -> dict[int, ShownStep]:
    """Return the same for all legal moves of the seat, by their codes."""
    codes = view.codes()
    return dict(zip(codes, _steps(view, codes), strict=True))


def _steps(view: View, codes: list[int]) -> list[ShownStep]:
    game, before = view.game, view.seen
    words = game.notation.NOTATION.words
    return [ShownStep(words(code), before, *play(game.rules.apply, before, code)) for code in codes]
