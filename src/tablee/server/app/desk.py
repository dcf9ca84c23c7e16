"""Where whole matches are read out: one at a time, so that nobody's moves wait for readers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .problems import Busy

WAITING = 32  # readers; each takes some 0.1 s, so nobody waits much longer than three


class Desk:
    """A queue; who comes when it is too long has to come back."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._there = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for one's turn, and has it."""
        if self._there >= WAITING:
            raise Busy(seconds=3)
        self._there += 1
        try:
            async with self._turn:
                yield
        finally:
            self._there -= 1
