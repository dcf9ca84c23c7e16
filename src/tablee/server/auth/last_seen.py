"""Record when each device was last seen, in batches, so that no request waits for the write."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from tablee.server.runtime.background import in_background
from tablee.server.store.contract import EventStore, StoreDown

EVERY_SECONDS = 5.0
SHUTDOWN_SECONDS = 2.0  # to write the last batch
OFTEN_MS = 60_000  # a device that stays connected is recorded this often

log = logging.getLogger("tablee.devices")


class LastSeen:
    """The devices seen since the last write."""

    def __init__(self, store: EventStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._seen: dict[bytes, int] = {}  # by token hash; not written yet
        self._recent: dict[bytes, int] = {}

    def note(self, token: bytes) -> None:
        """Record that the device with this token hash is here now."""
        now = self._now()
        if now - self._recent.get(token, -OFTEN_MS) >= OFTEN_MS:
            self._seen[token] = self._recent[token] = now

    @asynccontextmanager
    async def saving(self) -> AsyncIterator[None]:
        """Write every few seconds while this lasts, and once more at the end."""
        try:
            async with in_background(self._save_regularly()):
                yield
        finally:
            with suppress(TimeoutError):  # the store is gone: not worth waiting for
                await asyncio.wait_for(self._save(), SHUTDOWN_SECONDS)

    async def _save_regularly(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            await self._save()

    async def _save(self) -> None:
        since = self._now() - OFTEN_MS
        self._recent = {token: at for token, at in self._recent.items() if at > since}
        seen = dict(self._seen)
        if not seen:
            return
        try:
            await self._store.used_tokens(seen)
        except StoreDown:
            log.warning("the database is unreachable; last-seen times will be saved later")
            return
        except Exception:
            log.exception("last-seen times could not be saved; retrying")
            return
        self._seen = {token: at for token, at in self._seen.items() if seen.get(token) != at}
