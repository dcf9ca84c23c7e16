"""Signs of life: whether one could play all the time, as far as processes know.

Each process writes down again and again that it lives. What none of them wrote down, because all
slept, the store was gone, or nobody had started one, is a time in which nobody could play: before
anybody's time is looked at, it is given back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tablee.server.store.contract import EventStore, StoreDown

LOG = logging.getLogger("tablee.hall")
GONE_MS = 3_000  # a process that has not been seen for so long is gone
PARTING_SECONDS = 2.0  # nobody waits longer for a store that is gone when the end has come
LONG_MS = 1_000  # what takes longer before people can play again is made up for, too


class Life:
    """The signs of life of one process."""

    def __init__(
        self,
        store: EventStore,
        process: str,
        now: Callable[[], int],
        make_up_for: Callable[[int], Awaitable[None]],  # no clock ran since then
        back: Callable[[], None],  # others may have forgotten what they were told from here
    ) -> None:
        self._store = store
        self._process = process
        self.now = now
        self._make_up_for = make_up_for
        self._back = back
        self._last = now()  # when it could last write down that it lives
        self.leaving = False
        self._checking_in = asyncio.Lock()

    async def begin(self) -> None:
        """The first sign, after what passed since the last one of anybody was made up for."""
        self._last = await self._store.last_alive(self._process) or self.now()
        await self.check_in(GONE_MS if self._store.shared else 0)

    @property
    def out_of_touch(self) -> bool:
        """Whether this process slept, or the store was gone, so long that nobody could play."""
        return self.now() - self._last > GONE_MS

    def seen_since(self, time: int) -> bool:
        """Whether all that nobody could play in until then is made up for."""
        return self._last >= time

    async def others(self) -> bool:
        """Whether people can go on at another process."""
        if self.out_of_touch:
            return False
        try:
            async with asyncio.timeout(GONE_MS / 1000):
                last = await self._store.last_alive(self._process)
        except (StoreDown, TimeoutError):
            return False
        return last is not None and self.now() - last <= GONE_MS

    async def leave(self) -> bool:
        """Nobody can come here any more: the last sign, though some may still play here.

        From now on nobody's time is found to be up here. Another process does so, if one lives,
        which is answered; else whom this one sends away gets the time since then back.
        """
        others = await self.others()
        if not self.leaving:
            try:
                async with asyncio.timeout(PARTING_SECONDS):
                    await self._store.alive(self._process, self.now())
            except (StoreDown, TimeoutError):
                LOG.warning("the store is gone; the last sign of life is the one before")
            self.leaving = True
        return others

    async def check_in(self, gone: int = GONE_MS) -> None:
        """Writes down that this process lives; no clock ran while none could do so.

        Whoever comes back from such a time does this first, before anybody's time is looked at.
        """
        async with self._checking_in:
            slept = False
            while True:
                began = self.now()
                if began - self._last > gone:
                    slept = True
                    others = await self._store.last_alive(self._process)
                    last = max(self._last, others or 0)
                    if began - last > gone:
                        await self._make_up_for(last)
                if self.leaving:
                    await self._store.last_alive(self._process)  # is the store there?
                else:
                    await self._store.alive(self._process, began)
                gone = LONG_MS if slept else GONE_MS
                if self.now() - began <= gone:
                    break  # else nobody could play meanwhile, either
            self._last = began
            if slept:
                self._back()
