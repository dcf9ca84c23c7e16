"""When each device was last seen. It is written down for many at a time: nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tablee.server.store.contract import EventStore, StoreDown

from .meanwhile import meanwhile

EVERY_SECONDS = 5.0

log = logging.getLogger("tablee.sightings")


class Sightings:
    """The devices that were seen since it was written down last."""

    def __init__(self, store: EventStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._seen: dict[bytes, int] = {}  # by the hash of the token

    def note(self, token: bytes) -> None:
        """The device with that token, whose hash this is, has just come."""
        self._seen[token] = self._now()

    @asynccontextmanager
    async def written(self) -> AsyncIterator[None]:
        """While this lasts they are written down every few seconds, and once more at the end."""
        try:
            async with meanwhile(self._write_again_and_again()):
                yield
        finally:
            await self._write()

    async def _write_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self._write()

    async def _write(self) -> None:
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
