"""Passwords: argon2id, a few at a time, and never in the event loop."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2  # each takes 19 MiB and some 20 ms of a core


class Passwords:
    """Makes hashes and checks them."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._nobody = self._hasher.hash("nobody")

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether a password is the one kept; takes as long if none is, so that nothing shows."""
        async with self._turn:
            fits = await asyncio.to_thread(self._verify, password, kept or self._nobody)
        return fits and kept is not None

    def _verify(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False
