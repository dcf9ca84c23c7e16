"""What a process has begun and not finished yet: reviews, and challenges of passkeys."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from tablee.server.bodies import ReviewState
from tablee.server.workers import Workers, WorkFailed

from .problems import Denied

KEPT = 64  # reviews
MINUTES = 5  # a challenge can be answered
REMEMBERED = 10_000  # challenges


@dataclass
class Running:
    """A review that is being made, or is done."""

    progress: float = 0.0
    review: dict[str, Any] | None = None
    failed: bool = False

    def state(self) -> ReviewState:
        """How far it is."""
        if self.review is not None:
            return ReviewState("done", 1.0, self.review)
        return ReviewState("failed" if self.failed else "running", self.progress)


class Reviews:
    """All reviews this process knows; a forgotten one is simply made again, and is the same."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[str, Running] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, table: str) -> ReviewState:
        """How far the review of a table is."""
        running = self._known.get(table)
        return ReviewState("none") if running is None else running.state()

    def start(self, table: str, transcript: str) -> ReviewState:
        """Begins a review unless it is there already; one that failed is tried again."""
        running = self._known.get(table)
        if running is None or running.failed:
            running = self._known[table] = Running()
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            task = asyncio.create_task(self._make(table, transcript, running))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return running.state()

    async def _make(self, table: str, transcript: str, running: Running) -> None:
        def tell(share: float) -> None:
            running.progress = share

        try:
            running.review = await self._workers.review(table, transcript, tell)
        except WorkFailed:
            running.failed = True


class Challenges:
    """Challenges that were given out and not answered yet; each can be answered once."""

    def __init__(self) -> None:
        self._given: OrderedDict[bytes, tuple[float, str]] = OrderedDict()

    def give(self, purpose: str) -> bytes:
        """A new challenge for a purpose."""
        challenge = secrets.token_bytes(32)
        self._given[challenge] = (time.monotonic() + 60 * MINUTES, purpose)
        while len(self._given) > REMEMBERED:
            self._given.popitem(last=False)
        return challenge

    def take(self, challenge: bytes, purpose: str) -> None:
        """Denied unless it was given out for that purpose, not long ago, and not answered."""
        until, given_for = self._given.pop(challenge, (0.0, ""))
        if given_for != purpose or time.monotonic() > until:
            raise Denied(400, "serve.passkey_expired")
