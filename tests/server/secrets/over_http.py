"""Everything a person is sent about a match over HTTP, as bytes; routes are called directly."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable
from types import SimpleNamespace
from typing import Any

import msgspec
from litestar import Response

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.connections import Connections
from tablee.server.bodies import Branch, NewReport
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.rooms.room import Room
from tablee.server.http.authentication import Requester
from tablee.server.http.problems import answer_refusal
from tablee.server.http.routes import export, matches, people, reviews, tables
from tablee.server.jobs.export_queue import ExportQueue
from tablee.server.jobs.ratings import Ratings
from tablee.server.limits import Limits
from tablee.server.moderation.reports import Reports
from tablee.server.runtime.config import Config
from tablee.server.store.contract import Person

NO_REQUEST: Any = SimpleNamespace(headers={})
AREAS = (tables, matches, people, export, reviews)  # all that concern matches
ASKED = frozenset(
    (
        "list_open", "list_mine", "read_table", "replay", "transcript", "verify", "branch",
        "leaderboard", "profile", "make_report", "export_me", "start_review", "read_review",
    )
)  # fmt: skip
UNASKED = frozenset(("create", "add_offline"))  # reveal nothing of any match


class FrozenHall:
    """A hall in which nothing happens meanwhile, so that each log is read only once."""

    def __init__(self, hall: Hall) -> None:
        self.rooms = self.tables = self
        self.current = hall.rooms.current
        self._hall = hall
        self._read: dict[str, list[Room]] = {}

    async def history(self, table: str) -> list[Room]:
        """Return all rooms, one after each entry."""
        if table not in self._read:
            self._read[table] = await self._hall.rooms.history(table)
        return self._read[table]

    async def open(
        self,
        settings: wire.Settings,
        who: Identity,
        branch: dict[str, Any],
        table: str | None,
        waits: bool,
    ) -> str:
        """Return what a branch would start from, all of which a person with a branch would see."""
        return repr((settings, branch, table, waits))


async def answers(hall: Hall, table: str, who: Identity, others: list[Identity]) -> list[bytes]:
    """Return the answers to everything a person may request."""
    for one in {one.id: one for one in (who, *others)}.values():
        await hall.store.create_person(Person(one.id, one.name, one.avatar, 0))
    me = Person(who.id, who.name, who.avatar, 0)
    room = await hall.rooms.current(table)
    limits = Limits(Config())
    service: Any = SimpleNamespace(
        hall=FrozenHall(hall),
        store=hall.store,
        ratings=Ratings(hall.store),
        accounts=Accounts(hall.store, hall, Connections(hall.store), hall.now),
        limits=limits,
        reports=Reports(hall.store, hall.rooms, limits, hall.now),
        export_queue=ExportQueue(),
        now=hall.now,
    )
    return [found async for found in _answers(service, room, me, [one.id for one in others])]


async def _answers(service: Any, room: Room, me: Person, known: list[str]) -> AsyncIterator[bytes]:
    requester, table = Requester("127.0.0.1", me), room.table
    branched = Branch(room.event, ["me", *["casual"] * (len(room.holdings) - 1)])  # type: ignore[list-item]
    yield await _bytes(tables.list_open.fn(service, requester))
    yield await _bytes(tables.list_mine.fn(service, me))
    yield await _bytes(tables.read_table.fn(service, requester, table))
    for seat in (None, *range(1, len(room.holdings) + 1)):
        for form in ("scene", "record"):
            asked = matches.replay.fn(NO_REQUEST, service, requester, table, seat, form)
            yield await _bytes(asked)
    yield await _bytes(matches.transcript.fn(service, table))
    yield await _bytes(matches.verify.fn(service, requester, table))
    yield await _bytes(tables.branch.fn(service, requester, me, table, branched))
    yield await _bytes(people.leaderboard.fn(service, room.settings.game))
    for person in known:
        yield await _bytes(people.profile.fn(service, person))
    for reported in (
        NewReport(table, "other", room.seq),
        NewReport(table, "other", None, room.host),
    ):
        yield await _bytes(people.make_report.fn(service, me, reported))
    yield await _bytes(export.export_me.fn(service, me))
    yield await _bytes(reviews.start_review.fn(service, me, table))
    yield await _bytes(reviews.read_review.fn(service, table))


async def _bytes(answer: Awaitable[Any]) -> bytes:
    """Return an answer as it is sent, a refusal with its status."""
    try:
        found = await answer
    except Refusal as refusal:
        response = answer_refusal(NO_REQUEST, refusal)
        return msgspec.json.encode([response.status_code, response.content])
    content = found.content if isinstance(found, Response) else found
    return content if isinstance(content, bytes) else msgspec.json.encode(content)
