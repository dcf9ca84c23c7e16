"""Rooms for tests, made by decisions that are checked against the log."""

from __future__ import annotations

from typing import Any

import pytest

from samples import HANDS, OPEN
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.rooms import decisions
from tablee.server.core.rooms.entries import Entry, Identity, entry_of
from tablee.server.core.rooms.opening import open_room
from tablee.server.core.rooms.room import Room

TABLE = "5f" * 16
AT = 1_700_000_000_000
ADA, BOB, EVE = (
    Identity(letter * 32, name) for letter, name in zip("abe", ("Ada", "Bob", "Eve"), strict=True)
)
SECRET = bytes(range(32))


def opened(*seats: str, game: str = OPEN, **settings: Any) -> Room:
    wanted = wire.Settings(game, list(seats), **settings)  # type: ignore[arg-type]
    return Room.opened(TABLE, Entry(1, AT, "open", open_room(wanted, ADA, SECRET)))


def recorded(before: Room, after: Room | None) -> Room:
    """Return a room that was decided, if reading its entry from the log gives the same."""
    assert after is not None
    entry = after.entry
    assert entry_of(entry.seq, entry.at, entry.command, entry.body()) == entry
    again = before.apply(entry)
    for field in Room.__struct_fields__:
        assert getattr(again, field) == getattr(after, field), field
    assert list(again.steps) == list(after.steps)
    return after


def do(room: Room, who: Identity, kind: type[wire.Command], at: int = AT, **fields: Any) -> Room:
    command = kind(id="command-1", table=TABLE, **fields)
    return recorded(room, decisions.decide(room, command, who, "key", at))


def playing(**settings: Any) -> Room:
    room = do(opened("me", "open", **settings), BOB, wire.Sit, seat=2, entropy="c0ffee")
    return do(room, ADA, wire.Begin)


def to_act(room: Room) -> tuple[int, Identity]:
    assert room.match is not None
    return room.match.to_act, (ADA, BOB)[room.match.to_act - 1]


def move(room: Room, at: int = AT) -> Room:
    assert room.match is not None
    seat, who = to_act(room)
    text = room.match.position.moves()[-1]
    return do(room, who, wire.Move, at, seat=seat, move=text, after=room.event)


def asked_to_take_back(**settings: Any) -> tuple[Room, Room, int, Identity]:
    """Return a room before and after an undo request, its seat, and the player who must answer."""
    room = playing(undo="consent", game=HANDS, **settings)
    seat, who = to_act(room)
    while to_act(room)[0] == seat:
        room = move(room)
    return room, do(room, who, wire.AskUndo, seat=seat), seat, BOB if who is ADA else ADA


def refused(room: Room, who: Identity, kind: type[wire.Command], **fields: Any) -> str:
    with pytest.raises(Refusal) as found:
        do(room, who, kind, **fields)
    return found.value.key
