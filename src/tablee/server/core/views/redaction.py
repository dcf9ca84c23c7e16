"""What is sent to a viewer: the only place where a room becomes a message.

Sessions can encode nothing but `Redacted` messages, and only this module makes them. Whatever they
hold comes from `view(seat)` of positions, from events redacted for a seat, or is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.show.saying import Saying
from tablee.words import Said

from ..rooms.entries import Spoke
from ..rooms.room import Room, Stale
from . import news, room_view
from .viewers import Shared, Viewer

MOST_MESSAGES = 300  # chat messages in one update, of each channel
_ENCODER = msgspec.json.Encoder()


class Redacted:
    """A message that holds nothing its receiver may not know; nothing else is ever sent."""

    __slots__ = ("_encoded", "message")

    def __init__(self, message: wire.ServerMessage) -> None:
        self.message = message
        self._encoded: bytes | None = None

    def encode(self) -> bytes:
        """Return the message as it is sent; it is encoded once, however many receive it."""
        if self._encoded is None:
            self._encoded = _ENCODER.encode(self.message)
        return self._encoded


# --- updates -------------------------------------------------------------------------------------


def update(
    room: Room,
    latest: Sequence[Room],
    viewer: Viewer,
    since: int,
    now: int,
    shared: Shared | None = None,
) -> Redacted:
    """Return the update of a viewer: the table as it is, and the rooms after entry `since`.

    Viewers without a seat in any of these rooms all get the same.
    """
    shared = shared or Shared()
    if viewer.seat is None and not any(one.seats_of(viewer.person) for one in (room, *latest)):
        viewer = Viewer(None, None, viewer.form)
    key = room.seq, viewer, since, now
    if key not in shared.updates:
        shared.updates[key] = _update(room, latest, viewer, since, now, shared)
    update: Redacted = shared.updates[key]
    return update


def _update(
    room: Room, latest: Sequence[Room], viewer: Viewer, since: int, now: int, shared: Shared
) -> Redacted:
    told: list[wire.News] = []
    for after in without_old_messages(latest) if len(latest) > MOST_MESSAGES else latest:
        told += news.news_of(after, viewer, room.stage == "over", shared)
    shown = room_view.room_seen(room, viewer, now, shared)
    return Redacted(wire.Update(room.table, room.seq, since, now, shown, told))


def without_old_messages(rooms: Sequence[Room]) -> list[Room]:
    """Return the same without old chat messages, so that chat can't make a table unreachable."""
    counts = {"players": 0, "spectators": 0}
    kept = []
    for room in reversed(rooms):
        payload = room.entry.payload
        if isinstance(payload, Spoke):
            counts[payload.channel] += 1
            if counts[payload.channel] > MOST_MESSAGES:
                continue
        kept.append(room)
    return kept[::-1]


# --- answers -------------------------------------------------------------------------------------


def advice(found: wire.Advice, table: str, event: int, seat: int) -> Redacted:
    """Return the coach's advice."""
    return Redacted(replace(found, table=table, event=event, seat=seat))


def done(identifier: str, table: str, seq: int) -> Redacted:
    """Return the answer to a command that was carried out."""
    return Redacted(wire.Done(identifier, table, seq))


def refused(refusal: Refusal, identifier: str | None, table: str | None) -> Redacted:
    """Return the answer to a message that was refused."""
    return Redacted(
        wire.Refused(
            identifier,
            table,
            refusal_said(refusal),
            refusal.paragraph,
            list(refusal.instead),
            isinstance(refusal, Stale),
        )
    )


def plain(
    message: wire.Welcome | wire.Pong | wire.Bye | wire.Notice | wire.AccountNotice | wire.Presence,
) -> Redacted:
    """Return a message that says nothing about a board."""
    return Redacted(message)


def refusal_said(refusal: Refusal) -> Saying:
    """Return a refusal as a saying; a refusal behind it is a saying as well."""
    values: dict[str, Any] = {}
    for name, value in refusal.values.items():
        if isinstance(value, Refusal):
            inner = refusal_said(value)
            values[name] = {"key": inner.key, "values": inner.values}
        elif isinstance(value, Said):
            values[name] = {"key": value.key, "values": {}}
        else:
            values[name] = value if isinstance(value, int | float | str) else str(value)
    return Saying(refusal.key, values)
