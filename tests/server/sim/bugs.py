"""Planted bugs: a simulation that does not find them is worthless."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from server.sim import world
from server.store.faulty import Broken, FaultyDisk, FaultyStore
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.broadcast import Publication
from tablee.server.core.commits import Commits
from tablee.server.core.rooms import decisions
from tablee.server.core.rooms.cache import Rooms
from tablee.server.core.rooms.entries import Spoke
from tablee.server.core.rooms.room import Room
from tablee.server.core.session import Session
from tablee.server.core.upkeep import upkeep
from tablee.server.core.upkeep.upkeep import Upkeep
from tablee.server.core.views import redaction
from tablee.server.store.contract import Repeated, StoreDown, Taken

Plant = Callable[[pytest.MonkeyPatch], None]
BUGS: dict[str, Plant] = {}
SHOWN_BY = {
    "a_connection_misses_updates": 9,
    "bots_of_dead_processes_are_not_taken_over": 10,
    "history_is_sent_from_memory_during_an_outage": 12,
    "entries_are_written_after_an_outage": 5,
}
"""Seeds whose worlds once showed the rarer bugs; they are tried first."""


def bug(plant: Plant) -> Plant:
    """Register a bug under the name of its function."""
    BUGS[plant.__name__] = plant
    return plant


def no_notification_arrives(patch: pytest.MonkeyPatch) -> None:
    """Drop all notifications; this is no bug, since servers must cope with that."""
    patch.setattr(FaultyStore, "hint", lambda *_: None)


def _broken_disk(patch: pytest.MonkeyPatch, how: Broken) -> None:
    class BrokenDisk(FaultyDisk):
        def __init__(self, _: object) -> None:
            super().__init__(frozenset({how}))

    patch.setattr(world, "FaultyDisk", BrokenDisk)


@bug
def the_store_loses_an_entry(patch: pytest.MonkeyPatch) -> None:
    write = FaultyDisk.write

    def forgetful(self: FaultyDisk, row: Any, head: Any, result: Any) -> None:
        write(self, row, head, result)
        if row.seq % 40 == 17:
            self.entries[row.table].pop()

    patch.setattr(FaultyDisk, "write", forgetful)


@bug
def two_writers_of_an_entry_are_acknowledged(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "acknowledges_twice")


@bug
def the_later_of_two_writers_wins(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "overwrites")


@bug
def a_retry_is_carried_out_twice(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "forgets_commands")


@bug
def an_entry_is_acknowledged_before_it_is_stored(patch: pytest.MonkeyPatch) -> None:
    append = Commits.append
    tasks = set()

    async def hasty(self: Commits, after: Room) -> None:
        async def later() -> None:
            with suppress(Taken, Repeated, StoreDown):
                await append(self, after)

        tasks.add(asyncio.get_running_loop().create_task(later()))

    patch.setattr(Commits, "append", hasty)


@bug
def lost_notifications_are_not_polled_for(patch: pytest.MonkeyPatch) -> None:
    async def nothing(self: Upkeep) -> None:
        return None

    no_notification_arrives(patch)
    patch.setattr(Upkeep, "catch_up", nothing)


@bug
def bots_of_dead_processes_are_not_taken_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(upkeep, "BOT_LATE_MS", 10**12)


@bug
def no_clock_ever_expires(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decisions, "time_out", lambda room, now: None)


@bug
def time_runs_backwards(patch: pytest.MonkeyPatch) -> None:
    append = Commits.append

    async def backwards(self: Commits, after: Room) -> None:
        entry = replace(after.entry, at=self.now())
        await append(self, replace(after, entry=entry))

    patch.setattr(Commits, "append", backwards)


@bug
def a_retry_is_decided_again(patch: pytest.MonkeyPatch) -> None:
    do = Commits.do
    count = iter(range(10**9))

    async def again(self: Commits, command: wire.Command, who: Any) -> int:
        fresh = type(command)(**{**_fields(command), "id": f"{command.id}x{next(count)}"})
        return await do(self, fresh, who)

    patch.setattr(Commits, "do", again)


@bug
def a_refused_retry_is_not_looked_up(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Commits, table: str, key: str, decide: Callable[[Room], Room]) -> int:
        async with self.rooms.lock(table):
            room = await self.rooms.known(table)
            try:
                after = _renamed(decide(room), f"{key}/{room.seq}")
                await self.append(after)
            except (Taken, Repeated):
                room = await self.rooms.read_on(table)
                after = _renamed(decide(room), f"{key}/{room.seq}")
                await self.append(after)
            return after.seq

    patch.setattr(Commits, "settle", settle)


def _renamed(room: Room, key: str) -> Room:
    return replace(room, entry=replace(room.entry, command=key))


@bug
def history_misses_an_entry(patch: pytest.MonkeyPatch) -> None:
    history = Rooms.history

    async def short(self: Rooms, table: str, since: int = 0) -> list[Room]:
        return await history(self, table, since + 1 if since else 0)

    patch.setattr(Rooms, "history", short)


@bug
def news_are_sent_twice(patch: pytest.MonkeyPatch) -> None:
    update = redaction.update

    def twice(room: Room, latest: Any, *given: Any) -> redaction.Redacted:
        return update(room, [*latest, *latest], *given)

    patch.setattr(redaction, "update", twice)


@bug
def a_connection_misses_updates(patch: pytest.MonkeyPatch) -> None:
    show = Session.show

    def sometimes(self: Session, publication: Publication) -> None:
        room = publication.rooms[-1]
        if room.seq % 2 and room.table in self.subscriptions:
            self.subscriptions[room.table].seq = room.seq
            return
        show(self, publication)

    patch.setattr(Session, "show", sometimes)


@bug
def a_new_room_is_not_kept(patch: pytest.MonkeyPatch) -> None:
    take_up = Rooms.take_up

    def lazy(self: Rooms, rooms: list[Room], since: int | None) -> None:
        room = rooms[-1]
        before = self.rooms.get(room.table)
        take_up(self, rooms, since)
        if before is not None and room.seq % 10 == 3:
            self.rooms[room.table] = before

    patch.setattr(Rooms, "take_up", lazy)


@bug
def a_lock_is_never_released(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Commits, table: str, key: str, decide: Callable[[Room], Room]) -> int:
        lock = self.rooms.lock(table)
        await lock.acquire()
        room = await self.rooms.known(table)
        try:
            after = decide(room)
            await self.append(after)
        except Refusal:
            lock.release()
            raise
        lock.release()
        return after.seq

    patch.setattr(Commits, "settle", settle)


@bug
def a_cancelled_command_is_half_done(patch: pytest.MonkeyPatch) -> None:
    append = Commits.append

    async def half(self: Commits, after: Room) -> None:
        self.rooms.take_up([after], after.seq - 1)
        await append(self, after)

    patch.setattr(Commits, "append", half)


@bug
def a_stale_move_is_played(patch: pytest.MonkeyPatch) -> None:
    """The move was meant for one position and is played in another; the log shows it."""
    decide = decisions.decide

    def blind(room: Room, command: wire.Command, *given: Any) -> Room:
        if isinstance(command, wire.Move):
            fields = {**_fields(command), "after": room.event}
            if command.after < room.event:
                moves = room.match.position.moves() if room.match else []
                fields["move"] = moves[0] if moves else command.move
            command = wire.Move(**fields)
        return decide(room, command, *given)

    patch.setattr(decisions, "decide", blind)


@bug
def history_is_sent_from_memory_during_an_outage(patch: pytest.MonkeyPatch) -> None:
    """Reads fail only while a process is cut off."""
    history = Rooms.history

    async def at_hand(self: Rooms, table: str, since: int = 0) -> list[Room]:
        try:
            return await history(self, table, since)
        except StoreDown:
            return [room for room in self.recent[table] if room.seq > since]

    patch.setattr(Rooms, "history", at_hand)


@bug
def entries_are_written_after_an_outage(patch: pytest.MonkeyPatch) -> None:
    """It helps during a short outage, but not if another process has written meanwhile."""
    append = Commits.append
    tasks = set()

    async def patient(self: Commits, after: Room) -> None:
        async def later() -> None:
            while True:
                try:
                    return await append(self, after)
                except StoreDown:
                    await asyncio.sleep(0.05)
                except (Taken, Repeated):
                    self.rooms.drop(after.table)
                    return None

        try:
            await append(self, after)
        except StoreDown:
            self.rooms.take_up([after], after.seq - 1)
            tasks.add(asyncio.get_running_loop().create_task(later()))

    patch.setattr(Commits, "append", patient)


@bug
def history_misses_chat(patch: pytest.MonkeyPatch) -> None:
    history = Rooms.history

    async def silent(self: Rooms, table: str, since: int = 0) -> list[Room]:
        rooms = await history(self, table, since)
        last = rooms[-1:]
        return [one for one in rooms[:-1] if not isinstance(one.entry.payload, Spoke)] + last

    patch.setattr(Rooms, "history", silent)


@bug
def a_new_player_keeps_the_view_of_a_spectator(patch: pytest.MonkeyPatch) -> None:
    def show(self: Session, publication: Publication) -> None:
        room = publication.rooms[-1]
        subscription = self.subscriptions.get(room.table)
        if subscription is None or room.seq <= subscription.seq:
            return
        latest = [one for one in publication.rooms if one.seq > subscription.seq]
        if len(latest) == room.seq - subscription.seq:
            since, subscription.seq = subscription.seq, room.seq
            self.send(redaction.update(room, latest, subscription.viewer, since, publication.now))

    patch.setattr(Session, "show", show)


def _fields(command: wire.Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}
