"""Presence: processes tell each other, through the store, who looks at which table."""

from __future__ import annotations

from collections.abc import Callable

from tablee.server.store.contract import EventStore

from .broadcast import Broadcast
from .heartbeat import GONE_MS

FORGOTTEN_MS = 60_000  # what a process that is gone said of who looks at tables is thrown away


class Presence:
    """Those at this process and at the others."""

    def __init__(
        self, store: EventStore, broadcast: Broadcast, process: str, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._broadcast = broadcast
        self._process = process
        self.now = now

    async def share(self) -> None:
        """Tells other processes who looks at which table here, and learns who does so there."""
        changed, now = self._broadcast.take_changed(), self.now()
        if not self._store.shared:
            return
        try:
            if changed:
                await self._store.look_at(self._process, changed, now - FORGOTTEN_MS)
        except BaseException:
            self._broadcast.change(changed)
            raise
        tables = self._broadcast.tables()
        elsewhere = await self._store.lookers(tables, self._process, now - GONE_MS)
        self._broadcast.learn(elsewhere)
