"""Track server heartbeats, so that clocks don't run during an outage.

Every process writes a heartbeat to the store again and again. A time without a heartbeat of any
process is an outage: all were asleep, the store was gone, or no server was running. Nobody could
play then, so players get that time back before anyone can lose on time.

A process that has its store to itself keeps its heartbeats in memory: only its successor could read
them. It writes one a minute while a clock runs, one before anyone loses on time, and each of them
while an entry waits to be written or after one could not be, until the store takes it. So an idle
server writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from tablee.server.store.contract import EventStore, StoreDown

LOG = logging.getLogger("tablee.hall")
GONE_MS = 3_000  # a process without a heartbeat for this long is gone
LEAVE_SECONDS = 2.0  # a process that stops waits no longer than this for a store that is gone
SLOW_MS = 1_000  # a compensation that takes longer than this is compensated, too
WRITTEN_MS = 60_000  # so often a process that is alone writes a heartbeat, while a clock runs
FOREVER = 2**53


class OutageUnknown(Exception):
    """A clock expired during what may have been an outage."""


class Heartbeat:
    """The heartbeat of one process."""

    def __init__(
        self,
        store: EventStore,
        process: str,
        now: Callable[[], int],
        compensate: Callable[[int], Awaitable[None]],  # for an outage that began then
        returned: Callable[[], None],  # other processes may have taken this one for gone
    ) -> None:
        self._store = store
        self._process = process
        self.now = now
        self._compensate = compensate
        self._returned = returned
        self._last = now()  # the last heartbeat
        self._proven: int | None = None  # when the store last took one; None after a failed write
        self._no_clock = 0  # when no clock ran
        self._writing = 0  # entries that wait to be written
        self.leaving = False
        self._beating = asyncio.Lock()

    async def start(self) -> None:
        """Write the first heartbeat, after compensating the time since the last of any process."""
        self._last = await self._store.last_alive(self._process) or self.now()
        await self.beat(GONE_MS if self._store.shared else 0)

    @property
    def overdue(self) -> bool:
        """Whether the last heartbeat is so old that there may have been an outage."""
        return self.now() - self._last > GONE_MS

    @contextmanager
    def observed(self) -> Iterator[None]:
        """Notice whether an entry can be written in this context, and how long it waits."""
        self._writing += 1
        try:
            yield
        except StoreDown:
            self._proven = None
            raise
        finally:
            self._writing -= 1

    async def check_store(self) -> None:
        """Raise `StoreDown` if the store can't be written; ask it once a minute at most."""
        if self.overdue:
            raise StoreDown("no heartbeat could be written")
        if self._proven is None or abs(self.now() - self._proven) >= WRITTEN_MS:
            await self._write(self.now())

    def covers(self, time: int) -> bool:
        """Return whether all outages until then are compensated."""
        if self._store.shared:
            return self._last >= time
        return self._proven is not None and self._proven >= time

    async def others_alive(self) -> bool:
        """Return whether people can go on at another process."""
        if self.overdue:
            return False
        try:
            async with asyncio.timeout(GONE_MS / 1000):
                last = await self._store.last_alive(self._process)
        except (StoreDown, TimeoutError):
            return False
        return last is not None and self.now() - last <= GONE_MS

    async def leave(self) -> bool:
        """Write the last heartbeat; return whether people can go on at another process.

        No new connections are taken from now on, though some are still open. This process ends
        nobody's game on time any more. Another process does, if there is one; otherwise players get
        the time since this heartbeat back.
        """
        others = await self.others_alive()
        if not self.leaving:
            try:
                async with asyncio.timeout(LEAVE_SECONDS):
                    await self._store.alive(self._process, self.now())
            except (StoreDown, TimeoutError):
                LOG.warning("the store is gone; the heartbeat before is the last one")
            self.leaving = True
        return others

    async def beat(self, gone: int = GONE_MS, *, prove: bool = False) -> None:
        """Make a heartbeat, after compensating an outage if there was one.

        A process that comes back from an outage does this before it looks at any clock. With
        `prove`, the store has to take the heartbeat, whether another process needs it or not.
        """
        async with self._beating:
            missed = False
            while True:
                began = self.now()
                if began - self._last > gone:
                    missed = True
                    others = await self._store.last_alive(self._process)
                    last = max(self._last, others or 0)
                    if began - last > gone:
                        await self._compensate(last)
                if self.leaving:
                    await self._store.last_alive(self._process)  # is the store there?
                elif prove or missed or not await self._needs_no_disk(began):
                    await self._write(began)
                gone = SLOW_MS if missed else GONE_MS
                if self.now() - began <= gone:
                    break  # otherwise nobody could have played, either
            self._last = began
            if missed:
                self._returned()

    async def _needs_no_disk(self, now: int) -> bool:
        """Return whether a heartbeat may stay in memory: no other process or successor needs it."""
        if self._store.shared or self._writing or self._proven is None:
            return False
        if abs(now - max(self._proven, self._no_clock)) < WRITTEN_MS:
            return True
        if await self._store.due(FOREVER, 1):  # a clock runs
            return False
        self._no_clock = now
        return True

    async def _write(self, now: int) -> None:
        self._proven = None
        await self._store.alive(self._process, now)
        self._proven = now
