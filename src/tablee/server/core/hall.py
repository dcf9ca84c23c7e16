"""The hall: all that one process does for tables, wired together.

The hall touches no network, no disk and no clock: it is given a store, thinkers and the time. The
simulator in the tests runs it in a loop with a clock of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from tablee.server.store.contract import EVERY_TABLE, EventStore, StoreDown

from .background import BackgroundTasks, log_errors
from .bots import Bots, Thinkers
from .broadcast import Broadcast
from .coach import Coach
from .commits import Commits
from .erasure import Erasure
from .rooms.cache import Rooms
from .rooms.entries import Erased
from .rooms.room import Room
from .tables import Tables
from .upkeep.heartbeat import LEAVE_SECONDS, Heartbeat
from .upkeep.outages import Outages
from .upkeep.presence import Presence
from .upkeep.upkeep import Upkeep

LOG = logging.getLogger("tablee.hall")
BEAT_SECONDS = 1.0


class Hall:
    """The tables of one process."""

    def __init__(
        self,
        store: EventStore,
        thinkers: Thinkers,
        *,
        process: str,
        now: Callable[[], int],
        random: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.now = now
        self.process = process
        self.tasks = BackgroundTasks()
        self.rooms = Rooms(store, self._publish, lambda table: bool(self.broadcast.at(table)))
        self.broadcast = Broadcast(self.rooms.in_memory, now)
        self.presence = Presence(store, self.broadcast, process, now)
        self.heartbeat = Heartbeat(store, process, now, self._compensate, self.presence.repeat)
        self.commits = Commits(store, self.rooms, self.heartbeat, now, self._appended)
        self.outages = Outages(store, process, self.rooms, self.commits)
        self.tables = Tables(self.rooms, self.commits, random)
        self.bots = Bots(self.rooms, self.commits, thinkers, self.tasks, self.broadcast.is_watched)
        self.coach = Coach(self.rooms, thinkers)
        self.erasure = Erasure(store, self.rooms, self.commits)
        self.upkeep = Upkeep(store, self.rooms, self.commits, self.tables, self.bots, self.tasks)
        self._stop_listening: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """Compensate the time since the last process stopped, and start to listen."""
        await self.heartbeat.start()
        self.listen()
        self.tasks.start(_repeat(self.heartbeat.beat))
        self.tasks.start(_repeat(self.presence.share))  # apart: it must delay no heartbeat
        await self.upkeep.start()

    def listen(self) -> None:
        """Start to listen to what other processes write."""
        self._stop_listening = self.store.listen(self._notified)

    async def stop(self) -> None:
        """Stop everything; what is being written is written."""
        self.abandon()
        await self.tasks.finished()
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                self.broadcast.disconnect_all()
                await self.presence.share()
                await self.heartbeat.leave()
        except (StoreDown, TimeoutError):
            LOG.warning("the store was gone when the server stopped")

    def abandon(self) -> None:
        """Stop listening, timers and tasks at once."""
        self._stop_listening()
        self.upkeep.timers.stop_all()
        self.tasks.cancel()

    # --- wires -------------------------------------------------------------------------------

    def _publish(self, rooms: list[Room], since: int | None) -> None:
        """Publish new entries of a table, and schedule what follows from them."""
        room = rooms[-1]
        if any(isinstance(one.entry.payload, Erased) for one in rooms):
            self.rooms.drop_recent(room.table)  # they still have the words
        self.broadcast.publish(rooms, since)
        self.upkeep.timers.set(room.table, room.deadline)
        self.bots.cancel_outdated(room)

    def _appended(self, room: Room) -> None:
        self.upkeep.follow_up(room)

    async def _compensate(self, since: int) -> None:
        await self.outages.compensate(since)

    def _notified(self, table: str, seq: int, persons: Sequence[str]) -> None:
        """Note that another process has written entry `seq` of a table."""
        if table == EVERY_TABLE:
            self.tasks.start(self.upkeep.catch_up())
            return
        room = self.rooms.in_memory(table)
        if room is None:
            if self.broadcast.knows(persons):  # they are notified here, at whichever table they are
                self.tasks.start(self.upkeep.read_on(table, seq - 1))
        elif room.seq < seq:
            self.tasks.start(self.upkeep.read_on(table))


async def _repeat(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        await log_errors(work())
