"""Slow down guesses at a password, for all processes and addresses together.

Attempts are counted in the store by the login they are for, whether or not that account exists.
After some of them each has to wait longer than the one before. A device that has signed in to the
account before holds a cookie that only the server can make; its attempts are counted apart, so a
stranger can't lock the owner out. A changed password ends these cookies: one may be a thief's.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tablee.server.errors import TooManyRequests
from tablee.server.store.contract import Attempts

FREE = 10  # attempts before the first pause
LONGEST_MS = 900_000  # pauses double up to this
REMEMBERED_MS = 24 * 3600 * 1000  # since the latest attempt
SPLIT = "."


def pause_after(count: int) -> int:
    """Return the milliseconds to wait after a number of attempts.

    >>> [pause_after(count) for count in (9, 10, 11, 12, 99)]
    [0, 1000, 2000, 4000, 900000]
    """
    return 0 if count < FREE else min(LONGEST_MS, 1000 << min(count - FREE, 20))


def device_cookie(login: str) -> str:
    """Return the name of the cookie of devices that have signed in to an account."""
    return f"tablee_device_{hashlib.sha256(login.encode()).hexdigest()[:12]}"


def issue_device(password_hash: str) -> str:
    """Return the cookie of a device that has given the right password."""
    number = secrets.token_hex(16)
    return f"{number}{SPLIT}{_proof(number, password_hash)}"


def is_known(device: str | None, password_hash: str | None) -> bool:
    """Return whether a cookie was issued for this password."""
    number, _, proof = (device or "").partition(SPLIT)
    return password_hash is not None and hmac.compare_digest(
        proof.encode(), _proof(number, password_hash).encode()
    )


def _proof(number: str, password_hash: str) -> str:
    return hmac.digest(password_hash.encode(), number.encode(), "sha256").hex()


class Guesses:
    """Counts attempts at passwords."""

    def __init__(self, store: Attempts, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    @asynccontextmanager
    async def counted(self, *whose: str) -> AsyncIterator[None]:
        """Count an attempt before it is made, and forget all of them if it is right.

        `TooManyRequests` while the next one has to wait. It is wrong if it ends with an exception.
        """
        key = hashlib.sha256("\0".join(whose).encode()).digest()
        while True:
            count, latest = await self._store.attempts(key)
            now, pause = self._now(), pause_after(count)
            left = min(pause, latest + pause - now)  # the clock may have been set back
            if left > 0:
                raise TooManyRequests(-(-left // 1000), "serve.too_many_guesses")
            if await self._store.count_attempt(key, count, now, now - REMEMBERED_MS):
                break
        yield
        await self._store.drop_attempts(key)
