"""The rooms that a process has in memory, read from the log as they are needed.

No process owns a table. What another one has written is read when a notification, a poll or a
conflict tells that it is there.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from weakref import WeakValueDictionary

from tablee.server.store.contract import EventStore, Row

from .entries import entry_of
from .room import Room, RoomRefusal

MOST_ROOMS = 4_000  # kept in memory
RECENT = 6  # rooms kept for reconnecting clients, which have seldom missed more
RECENT_MS = 60_000  # since the last of them
BATCH = 16  # entries applied before other tasks get a turn


class Rooms:
    """Tables as this process knows them, with a lock for each."""

    def __init__(
        self,
        store: EventStore,
        taken_up: Callable[[list[Room], int | None], None],
        watched: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._taken_up = taken_up  # is given new rooms, and the entry after which they are news
        self._watched = watched  # whether a table is watched here
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.recent: dict[str, deque[Room]] = {}  # the rooms after the last entries
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table: str) -> asyncio.Lock:
        """Return the lock of a table, for reading on and appending."""
        lock = self.locks.get(table)
        if lock is None:
            lock = self.locks[table] = asyncio.Lock()
        return lock

    def in_memory(self, table: str) -> Room | None:
        """Return a room without reading the log."""
        return self.rooms.get(table)

    def all(self) -> list[Room]:
        """Return all rooms in memory."""
        return list(self.rooms.values())

    async def current(self, table: str, since: int = 0) -> Room:
        """Return a room as it is now; a refusal if there is no such table.

        A viewer who was shown entry `since`, maybe by another process, never gets an older room.
        """
        async with self.lock(table):
            room = await self.known(table)
            return room if room.seq >= since else await self.read_on(table)

    async def history(self, table: str, since: int = 0) -> list[Room]:
        """Return the rooms after each of the entries that followed entry `since`."""
        recent = self.recent.get(table)
        if recent and recent[0].seq <= since + 1 <= recent[-1].seq:
            return [room for room in recent if room.seq > since]
        rooms: list[Room] = []
        room = None
        while rows := await self._store.read(table, room.seq if room else 0):
            for number, row in enumerate(rows):
                room = room_after(room, row)
                if room.seq > since:
                    rooms.append(room)
                if number % BATCH == BATCH - 1:
                    await asyncio.sleep(0)
            if len(rows) < BATCH:
                break  # that was quick; otherwise more may have been written by now
        return rooms

    # --- under the lock of the table ---------------------------------------------------------

    async def known(self, table: str) -> Room:
        """Return a room from memory, or read it."""
        room = self.rooms.get(table)
        return room if room is not None else await self.read_on(table)

    async def read_on(self, table: str, since: int | None = None) -> Room:
        """Read what is in the log and not known here yet, and publish it.

        For a table that is not in memory, only entries after `since` are news.
        """
        room = self.rooms.get(table)
        if room is not None:
            since = room.seq
        rooms: list[Room] = []
        for row in await self._store.read(table, room.seq if room else 0):
            room = room_after(room, row)
            rooms.append(room)
        if room is None:
            raise RoomRefusal("server.no_table", table=table)
        if rooms:
            self.take_up(rooms, since)
        return room

    def take_up(self, rooms: list[Room], since: int | None) -> None:
        """Keep the latest of these rooms, and publish them all."""
        table = rooms[-1].table
        self.rooms[table] = rooms[-1]
        self.rooms.move_to_end(table)
        while len(self.rooms) > MOST_ROOMS:
            idle = next((one for one in self.rooms if not self._watched(one)), None)
            if idle is None or idle == table:
                break
            self.drop(idle)
        self.recent.setdefault(table, deque(maxlen=RECENT)).extend(rooms)
        self._taken_up(rooms, since)

    # --- forgetting --------------------------------------------------------------------------

    def drop(self, table: str) -> None:
        """Drop a room from memory."""
        self.rooms.pop(table, None)
        self.recent.pop(table, None)

    def drop_recent(self, table: str) -> None:
        """Drop the recent rooms of a table: its log was changed."""
        self.recent.pop(table, None)

    def drop_stale(self, now: int) -> None:
        """Drop the recent rooms of tables where nothing has happened for a while."""
        for table in [one for one in self.recent if self.rooms[one].at < now - RECENT_MS]:
            del self.recent[table]


def room_after(room: Room | None, row: Row) -> Room:
    """Return the room after an entry that the store has kept, the first one if there is no room."""
    entry = entry_of(row.seq, row.at, row.command, row.body)
    return Room.opened(row.table, entry) if room is None else room.apply(entry)
