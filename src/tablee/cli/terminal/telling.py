"""What has happened, told in lines: all that a seat does in one go stands on one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablee.position import Position
from tablee.show.saying import Saying
from tablee.show.step import Step, Told, step_seen, telling_of
from tablee.table import (
    ChanceCame,
    Ended,
    EntropyAdded,
    Event,
    Match,
    Moved,
    PlayBegan,
    SeatTaken,
    SecretShown,
    Stage,
    TakenBack,
    UndoAsked,
)

from .pen import Pen

UNTOLD = (PlayBegan, EntropyAdded, Ended, SecretShown)


class Line(NamedTuple):
    """A line, the event it begins with, and of which seat it tells; 0 is nobody."""

    event: int
    seat: int
    text: str
    whole: bool  # nothing of that event stands on the line before
    played: bool  # it tells of moves and outcomes


class Chronicle:
    """A match together with its positions: after event n comes `positions[n]`."""

    def __init__(self, match: Match) -> None:
        self.match = Match.open(match.header, match.secret)
        self.positions: list[Position] = [match.header.start]
        self.go_on(match)

    def go_on(self, match: Match) -> None:
        """Takes up all that a later state of the match has more."""
        for _, event in match.since(self.match):
            self.match = self.match.apply(event)
            self.positions.append(self.match.position)

    def lines(self, after: int, viewer: int | None, pen: Pen) -> list[Line]:
        """What has happened since that event, as a seat or a spectator may know it."""
        lines: list[Line] = []
        comma = ", " if pen.plain else " · "
        for number, event in self.match.seen_by(viewer, after).events:
            for place, told in enumerate(self._told(number, event, viewer)):
                text = comma.join(map(pen.speak, told.says))
                last = lines[-1] if lines else None
                if told.goes_on and last and last.played and last.seat == told.seat:
                    lines[-1] = last._replace(text=comma.join((last.text, text)))
                else:
                    whole = f"{pen.label(told.seat)} {text}" if told.seat else text
                    played = isinstance(event, Moved | ChanceCame)
                    lines.append(Line(number, told.seat, whole, place == 0, played))
        return lines

    def _told(self, number: int, event: Event, viewer: int | None) -> Sequence[Told]:
        if isinstance(event, UNTOLD):
            return []
        if isinstance(event, Moved | ChanceCame):
            text = event.move if isinstance(event, Moved) else event.outcome
            step = self._step(number, tuple(text.split()), viewer)
            return telling_of(self.match.header.game).tell(step)
        values: dict[str, object] = {}
        key = f"tell.event_{event.DO}"
        if isinstance(event, TakenBack | UndoAsked):
            taken = self.match.events[event.event - 1]
            assert isinstance(taken, Moved)
            values = {"move": taken.move}
        elif isinstance(event, SeatTaken) and event.holder.is_bot:
            key, values = "tell.event_take_seat_bot", {"name": event.holder.name}
        return [Told(getattr(event, "seat", 0), (Saying(key, values),))]

    def _step(self, number: int, words: tuple[str, ...], viewer: int | None) -> Step:
        """A move or an outcome with what a viewer sees of it."""
        before, after = self.positions[number - 1], self.positions[number]
        event = self.match.events[number - 1]
        assert isinstance(event, Moved | ChanceCame)
        code = before.read(event.move if isinstance(event, Moved) else event.outcome)
        over = self.match.stage == Stage.OVER
        return step_seen(words, before, after, code, viewer, over=over)
