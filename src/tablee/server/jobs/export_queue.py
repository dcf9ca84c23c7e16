"""Where whole matches are read out: one at a time, so that nobody's moves wait for readers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from tablee.server.http.problems import Busy

WAITING = 32  # readers; each takes some 0.1 s, so nobody waits much longer than three


class Desk:
    """A queue; who comes when it is too long has to come back."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._there = 0
        self._reading_all: set[str] = set()

    @contextmanager
    def alone(self, person: str) -> Iterator[None]:
        """Somebody reads all that is his, turn by turn; he does so once at a time."""
        if person in self._reading_all:
            raise Busy(seconds=10)
        self._reading_all.add(person)
        try:
            yield
        finally:
            self._reading_all.remove(person)

    @asynccontextmanager
    async def turn(self, *, patient: bool = False) -> AsyncIterator[None]:
        """Waits for one's turn, and has it; who is patient, however long it takes."""
        if self._there >= WAITING and not patient:
            raise Busy(seconds=3)
        self._there += 1
        try:
            async with self._turn:
                yield
        finally:
            self._there -= 1
