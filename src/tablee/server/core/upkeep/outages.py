"""Compensate outages: give players the time back in which no one could play."""

from __future__ import annotations

from tablee.server.store.contract import EventStore, Taken

from ..background import for_each
from ..commits import Commits
from ..rooms import decisions
from ..rooms.cache import Rooms
from .heartbeat import FOREVER


class Outages:
    """Gives players the time back that an outage has cost them."""

    def __init__(self, store: EventStore, process: str, rooms: Rooms, commits: Commits) -> None:
        self._store = store
        self._process = process
        self._rooms = rooms
        self._commits = commits

    async def compensate(self, since: int) -> None:
        """Stop all clocks from then until now."""

        async def at_table(table: str) -> None:
            async with self._rooms.lock(table):
                while True:
                    room = await self._rooms.read_on(table)
                    after = decisions.outage(room, self._process, since, self._commits.now())
                    if after is None:
                        break
                    try:
                        await self._commits.append(after)
                        break
                    except Taken:
                        continue

        timed = await self._store.due(FOREVER, 1_000_000)
        await for_each([head.table for head in timed], at_table)
