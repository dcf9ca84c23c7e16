"""The events of a match as lines of text; what a seat does in one go shares a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablee.position import Position
from tablee.show.saying import Saying
from tablee.show.step import ShownStep, Told, step_seen, telling_of
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

from .writer import Writer

SILENT = (PlayBegan, EntropyAdded, Ended, SecretShown)


class Line(NamedTuple):
    """A line, the event it begins with, and the seat it is about; 0: none."""

    event: int
    seat: int
    text: str
    whole: bool  # the line before has nothing of that event
    played: bool  # it shows moves and outcomes


class EventLog:
    """A match with all its positions: `positions[n]` is the one after event n."""

    def __init__(self, match: Match) -> None:
        self.match = Match.open(match.header, match.secret)
        self.positions: list[Position] = [match.header.start]
        self.update(match)

    def update(self, match: Match) -> None:
        """Add the events that a later state of the match has more."""
        for _, event in match.since(self.match):
            self.match = self.match.apply(event)
            self.positions.append(self.match.position)

    def lines(self, after: int, viewer: int | None, writer: Writer) -> list[Line]:
        """Return the events since then as lines, as a seat or a spectator may know them."""
        lines: list[Line] = []
        comma = ", " if writer.plain else " · "
        for number, event in self.match.seen_by(viewer, after).events:
            for place, told in enumerate(self._told(number, event, viewer)):
                text = comma.join(map(writer.speak, told.says))
                last = lines[-1] if lines else None
                if told.goes_on and last and last.played and last.seat == told.seat:
                    lines[-1] = last._replace(text=comma.join((last.text, text)))
                else:
                    whole = f"{writer.label(told.seat)} {text}" if told.seat else text
                    played = isinstance(event, Moved | ChanceCame)
                    lines.append(Line(number, told.seat, whole, place == 0, played))
        return lines

    def _told(self, number: int, event: Event, viewer: int | None) -> Sequence[Told]:
        if isinstance(event, SILENT):
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

    def _step(self, number: int, words: tuple[str, ...], viewer: int | None) -> ShownStep:
        """Write a move or an outcome as a viewer sees it."""
        before, after = self.positions[number - 1], self.positions[number]
        event = self.match.events[number - 1]
        assert isinstance(event, Moved | ChanceCame)
        code = before.read(event.move if isinstance(event, Moved) else event.outcome)
        over = self.match.stage == Stage.OVER
        return step_seen(words, before, after, code, viewer, over=over)
