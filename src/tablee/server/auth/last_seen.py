"""When each device was last seen. It is written down for many at a time: nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from tablee.server.ops.background import meanwhile
from tablee.server.store.contract import EventStore, StoreDown

EVERY_SECONDS = 5.0
PARTING_SECONDS = 2.0
OFTEN_MS = 60_000  # a device that is there all the time is written down so often

log = logging.getLogger("tablee.sightings")


class Sightings:
    """The devices that were seen since it was written down last."""

    def __init__(self, store: EventStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._seen: dict[bytes, int] = {}  # by the hash of the token
        self._noted: dict[bytes, int] = {}  # lately

    def note(self, token: bytes) -> None:
        """The device with that token, whose hash this is, is there."""
        now = self._now()
        if now - self._noted.get(token, -OFTEN_MS) >= OFTEN_MS:
            self._seen[token] = self._noted[token] = now

    @asynccontextmanager
    async def written(self) -> AsyncIterator[None]:
        """While this lasts they are written down every few seconds, and once more at the end."""
        try:
            async with meanwhile(self._write_again_and_again()):
                yield
        finally:
            with suppress(TimeoutError):  # the store is gone: it does not matter so much
                await asyncio.wait_for(self._write(), PARTING_SECONDS)

    async def _write_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self._write()

    async def _write(self) -> None:
        lately = self._now() - OFTEN_MS
        self._noted = {token: at for token, at in self._noted.items() if at > lately}
        seen = dict(self._seen)
        if not seen:
            return
        try:
            await self._store.used_tokens(seen)
        except StoreDown:
            log.warning("the store is gone; who was seen is written down later")
            return
        except Exception:
            log.exception("who was seen could not be written down; that is tried again")
            return
        self._seen = {token: at for token, at in self._seen.items() if seen.get(token) != at}
