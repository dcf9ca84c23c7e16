"""Track server heartbeats, so that clocks don't run during an outage.

Every process writes a heartbeat to the store again and again. A time without a heartbeat of any
process is an outage: all were asleep, the store was gone, or no server was running. Nobody could
play then, so players get that time back before anybody can lose on time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tablee.server.store.contract import EventStore, StoreDown

LOG = logging.getLogger("tablee.hall")
GONE_MS = 3_000  # a process without a heartbeat for this long is gone
LEAVE_SECONDS = 2.0  # a process that stops waits no longer than this for a store that is gone
SLOW_MS = 1_000  # a compensation that takes longer than this is compensated, too


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
        self._last = now()  # the last heartbeat that was written
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

    def covers(self, time: int) -> bool:
        """Return whether all outages until then are compensated."""
        return self._last >= time

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

    async def beat(self, gone: int = GONE_MS) -> None:
        """Write a heartbeat, after compensating an outage if there was one.

        A process that comes back from an outage does this before it looks at any clock.
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
                else:
                    await self._store.alive(self._process, began)
                gone = SLOW_MS if missed else GONE_MS
                if self.now() - began <= gone:
                    break  # otherwise nobody could play meanwhile, either
            self._last = began
            if missed:
                self._returned()
