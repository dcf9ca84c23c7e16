"""Commit decisions: append them to the log, once, whatever other processes do.

A command is decided on the room as this process knows it and appended to the log. If another
process was faster, the room is read on and the command decided again. A retry of a command that is
in the log already gets the answer of the first time. All this happens under the lock of the table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.store.contract import EventStore, Repeated, Row, Taken

from .rooms import decisions
from .rooms.cache import Rooms
from .rooms.decisions import idempotency_key
from .rooms.entries import Identity
from .rooms.room import Room
from .rooms.summaries import head_of, result_of
from .upkeep.heartbeat import Heartbeat, OutageUnknown

T = TypeVar("T")


class Commits:
    """Everything that this process writes into the logs of tables."""

    def __init__(
        self,
        store: EventStore,
        rooms: Rooms,
        heartbeat: Heartbeat,
        now: Callable[[], int],
        appended: Callable[[Room], None],
    ) -> None:
        self._store = store
        self.rooms = rooms
        self.heartbeat = heartbeat
        self._appended = appended  # is told of each room that this process has made
        self.now = now

    async def do(self, command: wire.Command, who: Identity) -> int:
        """Carry out a command of a person; return the number of its entry once it is durable."""
        key = idempotency_key(command, who)

        def decide(room: Room) -> Room:
            return decisions.decide(room, command, who, key, self.now())

        return await self.settle(command.table, key, decide)

    async def settle(self, table: str, key: str, decide: Callable[[Room], Room]) -> int:
        """Decide and append until it is done, refused, or found to be done already."""

        async def settle(room: Room) -> int:
            while True:
                room = await self.on_time(room)
                try:
                    after = decide(room)
                except Refusal:
                    done = await self._store.last_command(key)
                    if done is not None:
                        return done[1]
                    latest = await self.rooms.read_on(table)
                    if latest.seq == room.seq:
                        raise
                    room = latest  # it was refused on an old room
                    continue
                try:
                    await self.append(after)
                    return after.seq
                except Repeated as repeated:
                    await self.rooms.read_on(table)
                    return repeated.seq
                except Taken:
                    room = await self.rooms.read_on(table)

        return await self.with_room(table, settle)

    async def with_room(self, table: str, work: Callable[[Room], Awaitable[T]]) -> T:
        """Do something with a room under the lock of its table.

        Outages are compensated before a clock can expire. The store may also go while the lock is
        waited for.
        """
        if self.heartbeat.overdue:
            await self.heartbeat.beat()
        while True:
            async with self.rooms.lock(table):
                try:
                    return await work(await self.rooms.known(table))
                except OutageUnknown:
                    pass
            await self.heartbeat.beat(prove=True)  # it needs the locks of all tables

    async def on_time(self, room: Room) -> Room:
        """Return the room after all clocks that have expired."""
        while not self.heartbeat.leaving:
            after = decisions.time_out(room, self.now())
            if after is None:
                break
            if room.deadline is not None and not self.heartbeat.covers(room.deadline):
                raise OutageUnknown
            try:
                await self.append(after)
                room = after
            except (Taken, Repeated):
                room = await self.rooms.read_on(room.table)
        return room

    async def append(self, after: Room) -> None:
        """Write the last entry of a room that was decided here, and publish it."""
        entry = after.entry
        row = Row(after.table, entry.seq, entry.at, entry.command, entry.body())
        with self.heartbeat.observed():
            await self._store.append(row, head_of(after), result_of(after))
        self.rooms.take_up([after], entry.seq - 1)
        self._appended(after)
