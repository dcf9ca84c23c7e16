"""Everything a viewer is ever sent about a log, in every channel, as bytes.

The channels are WebSockets in every form, while the log grows and on reconnecting; all requests
over them; lists of tables; and every route that concerns matches.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

import msgspec

from server.secrets.over_http import answers
from server.secrets.pairs import AT, Pair
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Entry, Identity
from tablee.server.core.rooms.room import Room
from tablee.server.core.rooms.summaries import head_of, info_of, listed
from tablee.server.core.session import Session
from tablee.server.store.contract import Row
from tablee.server.store.memory.store import Disk, MemoryStore
from tablee.view import View

TABLE = "ab" * 16
FORMS = get_args(wire.Form)


class ViewThinkers:
    """No bots; advice is made from the view alone."""

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        raise AssertionError("no bots here")

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        moves = [wire.AdvisedMove(text, 0.5, 0.1, 0.0, []) for text in view.moves()]
        return wire.Advice("", 0, 0, moves, [])


async def stream(log: list[Entry], pair: Pair) -> list[bytes]:
    """Return what the seat of the pair is sent while the log grows, and when it reconnects.

    Another viewer, with another view, is always sent each update first.
    """
    disk = Disk()
    store = MemoryStore(disk)
    await store.open()
    hall = Hall(
        store, ViewThinkers(), process="p", now=lambda: AT + 1000, random=lambda size: b"0" * size
    )
    hall.listen()
    who = pair.people[pair.seat - 1] if pair.seat else Identity("f" * 32, "Spectator")
    frames: list[bytes] = []
    other = next(one for one in pair.people if one != who)
    beside = [Session(hall, other, lambda frame: None) for _ in FORMS]
    sessions = [Session(hall, who, frames.append) for _ in FORMS]
    room: Room | None = None
    for entry in log:
        room = Room.opened(TABLE, entry) if room is None else room.apply(entry)
        row = Row(TABLE, entry.seq, entry.at, entry.command, entry.body())
        await store.append(row, head_of(room))
        if entry.seq == 1:
            for form, *both in zip(FORMS, beside, sessions, strict=True):
                for session in both:
                    session.begin()
                    await ask(session, {"do": "watch", "table": TABLE, "form": form})
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        frames += lists(room, who)
    assert room is not None
    for message in questions(room, pair, who):
        await ask(sessions[0], message)
    late = Session(hall, who, frames.append)
    for since, form in zip((0, 2, len(log) - 1), FORMS, strict=True):
        await ask(late, {"do": "watch", "table": TABLE, "since": since, "form": form})
    frames += await answers(hall, TABLE, who, pair.people)
    for session in (*beside, *sessions, late):
        session.end()
    await hall.stop()
    return frames


async def ask(session: Session, message: dict[str, Any]) -> None:
    await session.receive(json.dumps(message))
    if session.hint is not None:
        await session.hint


def lists(room: Room, who: Identity) -> list[bytes]:
    """Return the table as it appears in lists."""
    infos = [info_of(room), info_of(room, who.id), listed(head_of(room), who.id)]
    return [msgspec.json.encode(info) for info in infos]


def questions(room: Room, pair: Pair, who: Identity) -> list[dict[str, Any]]:
    """Return all requests, allowed or not, that leave the match unchanged."""
    assert room.match is not None
    seats = len(room.holdings)
    asked: list[dict[str, Any]] = []
    for seat in range(1, seats + 1):
        asked += [
            {"do": "watch", "table": TABLE, "seat": seat},
            {"do": "watch", "table": TABLE, "seat": seat, "form": "view"},
            {"do": "watch", "table": TABLE, "seat": seat, "form": "record"},
        ]
        for do in ("undo", "answer", "take_back_seat", "hint", "resign"):
            if do in ("resign", "hint") and seat == pair.seat:
                continue  # it would be carried out
            asked.append({"do": do, "seat": seat} | ({"yes": True} if do == "answer" else {}))
        for move in (
            "move 3 n",
            "trap",
            "take",
            "swap a1",
            "drop",
            "flip b2",
            "nonsense",
            "deal 4",
        ):
            if room.match.to_act == seat == pair.seat and legal(room, move):
                continue
            asked.append({"do": "move", "seat": seat, "move": move, "after": room.event})
        asked.append({"do": "move", "seat": seat, "move": "trap", "after": 0})
    asked += [{"do": "sit", "seat": 1}, {"do": "begin"}, {"do": "rematch"}, {"do": "close"}]
    if room.match.to_act == pair.seat:
        asked.append({"do": "hint", "seat": pair.seat})
    for number, message in enumerate(asked):
        if message["do"] != "watch":
            message |= {"table": TABLE, "id": f"question-{number:04d}"}
    return [*asked, *with_a_used_id(seats, pair)]


def with_a_used_id(seats: int, pair: Pair) -> list[dict[str, Any]]:
    """Return requests for hints to other seats, disguised as retries of a chat message."""
    channel = "players" if pair.seat else "spectators"
    asked: list[dict[str, Any]] = [{"do": "speak", "channel": channel, "text": "Hm."}]
    asked += [{"do": "hint", "seat": seat} for seat in range(1, seats + 1) if seat != pair.seat]
    return [message | {"table": TABLE, "id": "the-same-id"} for message in asked]


def legal(room: Room, move: str) -> bool:
    assert room.match is not None
    return move in room.match.position.moves()
