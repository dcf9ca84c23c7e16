"""What a process has begun and not finished yet: reviews, and challenges of passkeys."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablee.server.bodies import ReviewState
from tablee.server.http.problems import Busy, Denied
from tablee.server.workers import Workers, WorkFailed

KEPT = 64  # reviews
AGAIN_SECONDS = 60  # until a review may have been finished
MINUTES = 5  # a challenge can be answered
REMEMBERED = 10_000  # challenges


@dataclass
class Running:
    """A review that is being made, or is done."""

    progress: float = 0.0
    review: dict[str, Any] | None = None
    failed: bool = False

    @property
    def under_way(self) -> bool:
        """Whether it is still being made, or waits for that."""
        return self.review is None and not self.failed

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
            self._make_room_for(table)
            running = self._known[table] = Running()
            task = asyncio.create_task(self._make(table, transcript, running))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return running.state()

    def _make_room_for(self, table: str) -> None:
        """Forgets the oldest that is finished; Busy if none is, for they are worked off in turn."""
        self._known.pop(table, None)
        if len(self._known) < KEPT:
            return
        finished = next((one for one, known in self._known.items() if not known.under_way), None)
        if finished is None:
            raise Busy(seconds=AGAIN_SECONDS)
        del self._known[finished]

    async def _make(self, table: str, transcript: str, running: Running) -> None:
        def tell(share: float) -> None:
            running.progress = share

        try:
            with suppress(WorkFailed):
                running.review = await self._workers.review(table, transcript, tell)
        finally:
            running.failed = running.review is None


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
