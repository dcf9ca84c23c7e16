"""Queue what players report for the operator: once for each person, and message or person."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

from tablee.server.bodies import NewReport
from tablee.server.core.rooms.cache import Rooms
from tablee.server.core.rooms.entries import Spoke, entry_of
from tablee.server.core.rooms.room import Room
from tablee.server.core.views.news import is_unheard
from tablee.server.core.views.viewers import Viewer
from tablee.server.errors import HttpRefusal
from tablee.server.limits import Limits
from tablee.server.sanitize import clean
from tablee.server.store.contract import EventStore, Person
from tablee.server.store.moderation import Report

log = logging.getLogger("tablee.moderation")


class Reports:
    """Take what players report."""

    def __init__(
        self, store: EventStore, rooms: Rooms, limits: Limits, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._limits = limits
        self._now = now

    async def add(self, me: Person, data: NewReport) -> None:
        """Queue a report, or refuse it."""
        if (data.message is None) == (data.person is None):
            raise HttpRefusal(400, "serve.report_what")
        room = await self._rooms.current(data.table)
        seq = data.message or 0
        person = await self._author_of(me, room, seq) if seq else data.person
        if person is None or (not seq and person not in room.persons):
            raise HttpRefusal(404, "serve.nothing_to_report")
        if person == me.id:
            raise HttpRefusal(400, "serve.report_self")
        about = f"{me.id} {data.table} {seq or person}"
        text = clean(data.text, "text") if data.text else ""
        id = hashlib.sha256(about.encode()).hexdigest()[:16]
        queued = Report(id, self._now(), me.id, person, data.table, seq, data.about, text)
        with self._limits.reporting(me.id):
            if not await self._store.add_report(queued):
                raise HttpRefusal(409, "serve.reported_already")
        fields = {"report": id, "table": data.table, "about": data.about}
        log.info("a player has reported something: tablee admin reports", extra=fields)

    async def _author_of(self, me: Person, room: Room, seq: int) -> str | None:
        """Return the author of a message, if the person can read it."""
        for row in await self._store.read(room.table, seq - 1, 1):
            spoke = entry_of(row.seq, row.at, row.command, row.body).payload
            if row.seq == seq and isinstance(spoke, Spoke):
                hidden = is_unheard(spoke.channel, room, Viewer(me.id), room.stage == "over")
                return None if hidden else spoke.who.id
        return None
