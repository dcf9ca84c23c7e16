"""Password hashing with argon2id: a few at a time, outside the event loop."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

CONCURRENT = 2  # each takes 19 MiB and some 20 ms of a core


class Passwords:
    """Hashes and verifies passwords."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._turn = asyncio.Semaphore(CONCURRENT)
        self._dummy = self._hasher.hash("nobody")

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Compare a password with a stored hash; takes as long if there is none."""
        async with self._turn:
            fits = await asyncio.to_thread(self._verify, password, stored or self._dummy)
        return fits and stored is not None

    def _verify(self, password: str, stored: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False
