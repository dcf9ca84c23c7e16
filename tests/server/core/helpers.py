"""People, halls and clocks for the tests of the core."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from samples import OPEN
from server.store.faulty import FaultyStore
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.store.contract import EventStore
from tablee.show.saying import Saying
from tablee.view import View

PATIENCE = 20.0  # seconds; nothing here takes that long
ADA, BOB, EVE = (Identity(name[0].lower() * 32, name, "") for name in ("Ada", "Bob", "Eve"))
CLOCK = wire.Clock("fischer", 60_000, 0)


def a_hall(store: EventStore, name: str, now: Callable[[], int] | None = None) -> Hall:
    """Return a hall that has not started; by default each look at its clock takes 1 ms."""
    return Hall(
        store,
        FakeThinkers(),
        process=name * 32,
        now=now or TickingClock(1_000_000),
        random=lambda size: name.encode() * size,
    )


@asynccontextmanager
async def started(hall: Hall) -> AsyncIterator[Hall]:
    """Start a hall, and stop it afterwards."""
    await hall.start()
    try:
        yield hall
    finally:
        await hall.stop()


async def begun(hall: Hall) -> str:
    """Open a table at which Ada and Bob have begun to play."""
    table = await hall.tables.open(wire.Settings(OPEN, ["open", "open"], clock=CLOCK), ADA)
    await hall.commits.do(wire.Sit("sit-00000001", table, 1), ADA)
    await hall.commits.do(wire.Sit("sit-00000002", table, 2), BOB)
    await hall.commits.do(wire.Begin("begin-000001", table), ADA)
    return table


async def one_move(hall: Hall, table: str) -> int:
    """Make the first legal move; return its sequence number."""
    room = await hall.rooms.current(table)
    assert room.match is not None
    seat = room.match.to_act
    move = room.match.view(seat).moves()[0]
    command = wire.Move("move-0000001", table, seat, move, room.event)
    return await hall.commits.do(command, (ADA, BOB)[seat - 1])


async def until(done: Callable[[], bool]) -> None:
    """Wait for a condition; fail if it takes too long."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.001)


class FakeThinkers:
    """Advise every seat at once, and play no bots."""

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        raise AssertionError("no bots here")

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        return wire.Advice("", 0, 0, [], [Saying("coach.why", {"view": view.to_json()})])


class TickingClock:
    """A clock that advances 1 ms on each reading, until it is frozen."""

    def __init__(self, at: int) -> None:
        self._at = at
        self._step = 1

    def __call__(self) -> int:
        self._at += self._step
        return self._at

    def freeze(self, at: int) -> None:
        """Stop the clock at a time."""
        self._at, self._step = at, 0


class ManualClock:
    """A clock that advances only when a test says so."""

    now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Outage:
    """A hall whose store can be away: requests are answered once it is back."""

    def __init__(self, shared: bool) -> None:
        self.store = FaultyStore()
        self.store.shared = shared
        self.there = asyncio.Event()
        self.there.set()
        self.store.weather.pause = self._pause
        self.time = ManualClock()
        self.hall = a_hall(self.store, "a", self.time)

    async def _pause(self) -> None:
        await self.there.wait()

    async def begun(self, clock: wire.Clock) -> str:
        """Begin a match of Ada and Bob; the first to act has all their time left."""
        settings = wire.Settings(OPEN, ["open", "open"], clock=clock, time_out="forfeit")
        table = await self.hall.tables.open(settings, ADA)
        await self.hall.commits.do(wire.Sit("sit-00000001", table, 1), ADA)
        await self.hall.commits.do(wire.Sit("sit-00000002", table, 2), BOB)
        await self.hall.commits.do(wire.Begin("begin-000001", table), ADA)
        await self.hall.heartbeat.beat()
        return table

    async def later(self, milliseconds: int) -> None:
        """Let everything run that can, then advance the clock."""
        for _ in range(20):
            await asyncio.sleep(0)
        self.time.now += milliseconds
