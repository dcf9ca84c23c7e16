"""Share who is watching which table between processes, through the store."""

from __future__ import annotations

from collections.abc import Callable

from tablee.server.store.contract import EventStore

from ..broadcast import Broadcast
from .heartbeat import GONE_MS

KEPT_MS = 60_000  # what a dead process said about its viewers is deleted after so long


class Presence:
    """Who watches tables at this process and at the others."""

    def __init__(
        self, store: EventStore, broadcast: Broadcast, process: str, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._broadcast = broadcast
        self._process = process
        self._now = now

    async def share(self) -> None:
        """Tell other processes who watches which table here, and learn who watches there."""
        changed, now = self._broadcast.take_presence_changes(), self._now()
        if not self._store.shared:
            return
        try:
            if changed:
                await self._store.look_at(self._process, changed, now - KEPT_MS)
        except BaseException:
            self._broadcast.repeat_presence(changed)
            raise
        tables = self._broadcast.tables()
        elsewhere = await self._store.lookers(tables, self._process, now - GONE_MS)
        self._broadcast.learn_presence(elsewhere)

    def repeat(self) -> None:
        """Tell other processes everything again: they may have taken this one for gone."""
        self._broadcast.repeat_presence(self._broadcast.tables())
