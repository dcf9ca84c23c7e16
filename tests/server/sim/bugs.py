"""Bugs that are planted on purpose: a simulation that does not find them is worth nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core import hall as halls
from tablee.server.core import redaction
from tablee.server.core.entries import Entry, Payload, Spoke
from tablee.server.core.hall import Hall
from tablee.server.core.room import Room
from tablee.server.core.session import Session
from tablee.server.store.contract import Repeated, StoreDown, Taken
from tablee.server.store.memory.store import Disk, MemoryStore

Plant = Callable[[pytest.MonkeyPatch], None]
BUGS: dict[str, Plant] = {}
SHOWN_BY = {
    "a_watcher_is_forgotten": 9,
    "nobody_takes_over_bots_of_the_dead": 10,
    "who_is_cut_off_tells_what_is_at_hand": 12,
    "who_is_cut_off_writes_later": 5,
}
"""Seeds of worlds that once showed bugs which few do: they are looked at first."""


def bug(plant: Plant) -> Plant:
    """A bug by the name of its function."""
    BUGS[plant.__name__] = plant
    return plant


def no_hint_arrives(patch: pytest.MonkeyPatch) -> None:
    """No bug: hints may be lost, all of them, and a server has to live with it."""
    patch.setattr(MemoryStore, "_hint", lambda *_: None)


def _broken_disk(patch: pytest.MonkeyPatch, how: Any) -> None:
    plain = Disk.__init__
    patch.setattr(Disk, "__init__", lambda self, broken=frozenset(): plain(self, frozenset({how})))


@bug
def the_store_loses_an_entry(patch: pytest.MonkeyPatch) -> None:
    write = Disk.write

    def forgetful(self: Disk, row: Any, head: Any, result: Any) -> None:
        write(self, row, head, result)
        if row.seq % 40 == 17:
            self.entries[row.table].pop()

    patch.setattr(Disk, "write", forgetful)


@bug
def two_may_write_the_same_entry(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "acknowledges_twice")


@bug
def the_later_of_two_wins(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "overwrites")


@bug
def a_command_may_come_twice(patch: pytest.MonkeyPatch) -> None:
    _broken_disk(patch, "forgets_commands")


@bug
def acknowledged_before_it_is_kept(patch: pytest.MonkeyPatch) -> None:
    async def hasty(self: Hall, room: Room, what: Payload, command: str) -> Room:
        entry = Entry(room.seq + 1, max(self.now(), room.at), command, what)  # type: ignore[arg-type]
        after = room.apply(entry)

        async def later() -> None:
            try:
                await self._keep(after, entry)
            except (Taken, Repeated, StoreDown):
                self._rooms.pop(room.table, None)

        self.tasks.start(later())
        return after

    patch.setattr(Hall, "_append", hasty)


@bug
def nobody_looks_for_lost_hints(patch: pytest.MonkeyPatch) -> None:
    async def nothing(self: Hall) -> None:
        return None

    no_hint_arrives(patch)
    patch.setattr(Hall, "_catch_up", nothing)


@bug
def nobody_takes_over_bots_of_the_dead(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(halls, "BOT_LATE_MS", 10**12)


@bug
def the_time_is_never_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "overdue", lambda self, now: None)


@bug
def time_runs_backwards(patch: pytest.MonkeyPatch) -> None:
    async def backwards(self: Hall, room: Room, what: Payload, command: str) -> Room:
        entry = Entry(room.seq + 1, self.now(), command, what)  # type: ignore[arg-type]
        after = room.apply(entry)
        await self._keep(after, entry)
        return after

    patch.setattr(Hall, "_append", backwards)


@bug
def a_retry_is_decided_anew(patch: pytest.MonkeyPatch) -> None:
    do = Hall.do
    count = iter(range(10**9))

    async def anew(self: Hall, command: wire.Command, who: Any) -> int:
        fresh = type(command)(**{**_fields(command), "id": f"{command.id}x{next(count)}"})
        return await do(self, fresh, who)

    patch.setattr(Hall, "do", anew)


@bug
def a_refused_retry_is_not_looked_up(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Hall, table: str, key: str, decide: Callable[[Room], Payload]) -> int:
        async with self._lock(table):
            room = await self._known(table)
            try:
                return (await self._append(room, decide(room), f"{key}/{room.seq}")).seq
            except (Taken, Repeated):
                room = await self._read_on(table)
                return (await self._append(room, decide(room), f"{key}/{room.seq}")).seq

    patch.setattr(Hall, "_settle", settle)


@bug
def who_comes_back_misses_an_entry(patch: pytest.MonkeyPatch) -> None:
    history = Hall.history

    async def short(self: Hall, table: str, since: int = 0) -> list[tuple[Room, Entry]]:
        return await history(self, table, since + 1 if since else 0)

    patch.setattr(Hall, "history", short)


@bug
def news_come_twice(patch: pytest.MonkeyPatch) -> None:
    update = redaction.update

    def twice(room: Any, viewer: Any, since: int, entries: Any, now: int) -> redaction.Redacted:
        entries = list(entries)
        return update(room, viewer, since, [*entries, *entries], now)

    patch.setattr(redaction, "update", twice)


@bug
def a_watcher_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    show = Session.show

    def sometimes(self: Session, table: str, room: Room, entries: Any) -> None:
        if room.seq % 2 and table in self.watching:
            self.watching[table].seq = room.seq
            return
        show(self, table, room, entries)

    patch.setattr(Session, "show", sometimes)


@bug
def the_room_is_not_taken_up(patch: pytest.MonkeyPatch) -> None:
    take_up = Hall._take_up

    def lazy(self: Hall, room: Room, news: Any) -> None:
        before = self._rooms.get(room.table)
        take_up(self, room, news)
        if before is not None and room.seq % 10 == 3:
            self._rooms[room.table] = before

    patch.setattr(Hall, "_take_up", lazy)


@bug
def a_lock_is_never_given_back(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Hall, table: str, key: str, decide: Callable[[Room], Payload]) -> int:
        lock = self._lock(table)
        await lock.acquire()
        room = await self._known(table)
        try:
            seq = (await self._append(room, decide(room), key)).seq
        except Refusal:
            lock.release()
            raise
        lock.release()
        return seq

    patch.setattr(Hall, "_settle", settle)


@bug
def a_cancelled_command_is_half_done(patch: pytest.MonkeyPatch) -> None:
    keep = Hall._keep

    async def half(self: Hall, after: Room, entry: Entry) -> None:
        self._take_up(after, [(after, entry)])
        await keep(self, after, entry)

    patch.setattr(Hall, "_keep", half)


@bug
def a_stale_move_is_played(patch: pytest.MonkeyPatch) -> None:
    """The page has drawn one position, and the move is played in another: the store shows it."""
    decide = Room.decide

    def blind(self: Room, command: wire.Command, who: Any, now: int) -> Payload:
        if isinstance(command, wire.Move):
            fields = {**_fields(command), "after": self.event}
            if command.after < self.event:
                moves = self.match.position.moves() if self.match else []
                fields["move"] = moves[0] if moves else command.move
            command = wire.Move(**fields)
        return decide(self, command, who, now)

    patch.setattr(Room, "decide", blind)


@bug
def who_is_cut_off_tells_what_is_at_hand(patch: pytest.MonkeyPatch) -> None:
    """Better old news than none, somebody thought; reads fail only while a process is cut off."""
    history = Hall.history

    async def at_hand(self: Hall, table: str, since: int = 0) -> list[tuple[Room, Entry]]:
        try:
            return await history(self, table, since)
        except StoreDown:
            return [(room, entry) for room, entry in self._recent[table] if entry.seq > since]

    patch.setattr(Hall, "history", at_hand)


@bug
def who_is_cut_off_writes_later(patch: pytest.MonkeyPatch) -> None:
    """That helps over a moment, and not over one in which somebody else has written."""
    keep = Hall._keep

    async def patient(self: Hall, after: Room, entry: Entry) -> None:
        async def later() -> None:
            while True:
                try:
                    return await keep(self, after, entry)
                except StoreDown:
                    await asyncio.sleep(0.05)
                except (Taken, Repeated):
                    self._forget(after.table)
                    return None

        try:
            await keep(self, after, entry)
        except StoreDown:
            self._take_up(after, [(after, entry)])
            self.tasks.start(later())

    patch.setattr(Hall, "_keep", patient)


@bug
def who_comes_back_hears_nobody(patch: pytest.MonkeyPatch) -> None:
    history = Hall.history

    async def silent(self: Hall, table: str, since: int = 0) -> list[tuple[Room, Entry]]:
        entries = await history(self, table, since)
        last = entries[-1:]
        said = [one for one in entries[:-1] if not isinstance(one[1].what, Spoke)]
        return said + last

    patch.setattr(Hall, "history", silent)


@bug
def who_sits_down_still_looks_from_outside(patch: pytest.MonkeyPatch) -> None:
    def show(self: Session, table: str, room: Room, entries: Any) -> None:
        watching = self.watching.get(table)
        if watching is None or room.seq <= watching.seq:
            return
        new = [(after, entry) for after, entry in entries if entry.seq > watching.seq]
        if len(new) == room.seq - watching.seq:
            since, watching.seq = watching.seq, room.seq
            self.tell(redaction.update(room, watching.viewer, since, new, self.hall.now()))

    patch.setattr(Session, "show", show)


def _fields(command: wire.Command) -> dict[str, Any]:
    return {name: getattr(command, name) for name in command.__struct_fields__}
