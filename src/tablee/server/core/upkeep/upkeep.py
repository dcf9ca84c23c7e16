"""Upkeep: clocks that expire, and what dead processes and lost notifications have left undone."""

from __future__ import annotations

import asyncio

from tablee.server.store.contract import EventStore

from ..background import BackgroundTasks, for_each, log_errors
from ..bots import Bots
from ..commits import Commits
from ..rooms.cache import Rooms
from ..rooms.room import Room
from ..tables import Tables
from .deadlines import DeadlineTimers

POLL_SECONDS = 2.0
PRELOAD_MS, MOST_PRELOADED = 60_000, 1_000  # tables where something happened just now
BOT_LATE_MS = 5_000  # a bot that hasn't moved for so long is taken over
MOST_DUE = 1_000  # tables looked at in one poll


class Upkeep:
    """What a process does for tables without being asked."""

    def __init__(
        self,
        store: EventStore,
        rooms: Rooms,
        commits: Commits,
        tables: Tables,
        bots: Bots,
        tasks: BackgroundTasks,
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._commits = commits
        self._tables = tables
        self._bots = bots
        self._tasks = tasks
        self.timers = DeadlineTimers(commits.now, lambda table: tasks.start(self.expire(table)))
        self.ready = False  # whether the tables that people play at are in memory

    async def start(self) -> None:
        """Start to preload and to poll."""
        since = self._commits.now() - PRELOAD_MS
        played = await self._store.played_since(since, MOST_PRELOADED)
        self.ready = not played
        self._tasks.start(self._preload([head.table for head in played]))
        self._tasks.start(self._poll_forever())

    async def _preload(self, tables: list[str]) -> None:
        """Read tables before their players come, perhaps all at once."""

        async def preload(table: str) -> None:
            await self._rooms.current(table)
            await asyncio.sleep(0)  # people who are here already go first

        try:
            await log_errors(for_each(tables, preload))
        finally:
            self.ready = True

    # --- after an entry ----------------------------------------------------------------------

    def follow_up(self, room: Room) -> None:
        """Start what follows from an entry that this process has written."""
        self._bots.start(room)
        if room.rematch_due:
            self._tasks.start(self._tables.open_rematch(room.table))

    async def expire(self, table: str) -> None:
        """End the turn of a player whose clock has expired."""

        async def look(room: Room) -> None:
            self.timers.set(table, (await self._commits.on_time(room)).deadline)

        if not self._commits.heartbeat.leaving:  # otherwise another process does it
            await self._commits.with_room(table, look)

    # --- the poll ----------------------------------------------------------------------------

    async def _poll_forever(self) -> None:
        while True:
            await log_errors(self.poll())
            await asyncio.sleep(POLL_SECONDS)

    async def poll(self) -> None:
        """Look for everything that is overdue."""
        await self.catch_up()
        now = self._commits.now()
        due = await self._store.due(now, MOST_DUE)
        await for_each([head.table for head in due], self.expire)
        waiting = await self._store.bots_due(MOST_DUE)
        # A table changed in the future means that the clock was set back since.
        late = [head.table for head in waiting if abs(now - head.changed) > BOT_LATE_MS]
        await for_each(late, self._take_over_bot)
        rematches = [room.table for room in self._rooms.all() if room.rematch_due]
        await for_each(rematches, self._tables.open_rematch)
        self._rooms.drop_stale(now)

    async def catch_up(self) -> None:
        """Read on all rooms in memory that have fallen behind their logs, or drop deleted ones."""
        known = {room.table: room.seq for room in self._rooms.all()}
        logged = await self._store.seqs(list(known))
        for table in known.keys() - logged.keys():
            self._rooms.drop(table)
        late = [table for table, seq in logged.items() if known[table] < seq]
        await for_each(late, self.read_on)

    async def read_on(self, table: str, since: int | None = None) -> None:
        """Read on a room; entries after `since` are news even if it was not in memory."""
        async with self._rooms.lock(table):
            await self._rooms.read_on(table, since)

    async def _take_over_bot(self, table: str) -> None:
        self._bots.start(await self._rooms.current(table))
