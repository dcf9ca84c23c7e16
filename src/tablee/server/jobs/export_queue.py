"""Serialise full-match reads so that they never delay moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tablee.server.errors import ServerBusy

WAITING = 32  # reads of some 0.1 s each, so that no request waits much longer than three seconds


class ExportQueue:
    """One full-match read at a time; while too many wait, further ones are refused."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._count = 0
        self._exporting: set[str] = set()

    @contextmanager
    def one_export(self, person: str) -> Iterator[None]:
        """Refuse a second export of a person while the first one runs."""
        if person in self._exporting:
            raise ServerBusy(10, "serve.one_export")
        self._exporting.add(person)
        try:
            yield
        finally:
            self._exporting.remove(person)

    @asynccontextmanager
    async def turn(self, *, patient: bool = False) -> AsyncIterator[None]:
        """Wait for the reads before this one; if `patient`, however many there are."""
        if self._count >= WAITING and not patient:
            raise ServerBusy(3, "serve.busy_reads", most=WAITING)
        self._count += 1
        try:
            async with self._lock:
                yield
        finally:
            self._count -= 1

    @property
    def busy(self) -> bool:
        """Whether a match is being read."""
        return self._lock.locked()
