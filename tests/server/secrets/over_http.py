"""What somebody is sent of a match over HTTP, as bytes: the routes are called without a network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import msgspec
from litestar import Response

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.bodies import Branch
from tablee.server.core.entries import Entry, Identity
from tablee.server.core.hall import Hall
from tablee.server.core.room import Room
from tablee.server.http.authentication import Asker
from tablee.server.http.problems import refused
from tablee.server.http.routes import export, tables
from tablee.server.http.routes import reviews as review
from tablee.server.jobs.export_queue import Desk
from tablee.server.jobs.ratings import Ratings
from tablee.server.store.contract import Person

NO_REQUEST: Any = SimpleNamespace(headers={})
AREAS = (tables, export, review)  # all that have to do with matches
ASKED = frozenset(
    (
        "list_open", "list_mine", "read_table", "replay", "transcript", "verify", "branch",
        "leaderboard", "profile", "export_me", "start_review", "read_review",
    )
)  # fmt: skip
UNASKED = frozenset(("create",))  # says nothing of any match


class Library:
    """A hall at which nothing happens while one looks: each log is read but once."""

    def __init__(self, hall: Hall) -> None:
        self.room = hall.room
        self._hall = hall
        self._read: dict[str, list[tuple[Room, Entry]]] = {}

    async def history(self, table: str) -> list[tuple[Room, Entry]]:
        """All entries, each with the room after it."""
        if table not in self._read:
            self._read[table] = await self._hall.history(table)
        return self._read[table]

    async def open(
        self, settings: wire.Settings, who: Identity, branch: dict[str, Any], table: str | None
    ) -> str:
        """Who could branch off could play on from what is hidden: all of that would be shown."""
        return repr((settings, branch, table))


async def answers(hall: Hall, table: str, who: Identity, others: list[Identity]) -> list[bytes]:
    """All that somebody may ask for, and is sent or refused."""
    for one in {one.id: one for one in (who, *others)}.values():
        await hall.store.create_person(Person(one.id, one.name, one.avatar, 0))
    me = Person(who.id, who.name, who.avatar, 0)
    room = await hall.room(table)
    service: Any = SimpleNamespace(
        hall=Library(hall),
        store=hall.store,
        ratings=Ratings(hall.store),
        limits=SimpleNamespace(tables=SimpleNamespace(counted=nullcontext)),
        desk=Desk(),
        now=hall.now,
    )
    return [found async for found in _answers(service, room, me, [one.id for one in others])]


async def _answers(service: Any, room: Room, me: Person, people: list[str]) -> AsyncIterator[bytes]:
    asker, table = Asker("127.0.0.1", me), room.table
    branched = Branch(room.event, ["me", *["casual"] * (len(room.holdings) - 1)])  # type: ignore[list-item]
    yield await _bytes(tables.list_open.fn(service, asker))
    yield await _bytes(tables.list_mine.fn(service, me))
    yield await _bytes(tables.read_table.fn(service, asker, table))
    for seat in (None, *range(1, len(room.holdings) + 1)):
        yield await _bytes(tables.replay.fn(NO_REQUEST, service, asker, table, seat))
    yield await _bytes(tables.transcript.fn(service, table))
    yield await _bytes(tables.verify.fn(service, table))
    yield await _bytes(tables.branch.fn(service, asker, me, table, branched))
    yield await _bytes(tables.leaderboard.fn(service, room.settings.game))
    for person in people:
        yield await _bytes(tables.profile.fn(service, person))
    yield await _bytes(export.export_me.fn(service, me))
    yield await _bytes(review.start_review.fn(service, me, table))
    yield await _bytes(review.read_review.fn(service, table))


async def _bytes(answer: Awaitable[Any]) -> bytes:
    """An answer as it goes out, a refusal with its status."""
    try:
        found = await answer
    except Refusal as refusal:
        response = refused(NO_REQUEST, refusal)
        return msgspec.json.encode([response.status_code, response.content])
    content = found.content if isinstance(found, Response) else found
    return content if isinstance(content, bytes) else msgspec.json.encode(content)
