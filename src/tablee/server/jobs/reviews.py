"""Reviews of finished matches: made once in a worker process, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tablee.server.bodies import ReviewState
from tablee.server.core.bots import WorkFailed
from tablee.server.errors import ServerBusy
from tablee.server.workers import Workers

KEPT = 64  # finished reviews
MOST_WAITING = 256  # each person, and each address, may have only some of them
RETRY_SECONDS = 60  # until a review may have been finished


@dataclass
class ReviewJob:
    """A review that is in progress, done or failed."""

    progress: float = 0.0
    review: dict[str, Any] | None = None
    failed: bool = False

    @property
    def in_progress(self) -> bool:
        """Whether it is being made, or waits for its turn."""
        return self.review is None and not self.failed

    def state(self) -> ReviewState:
        """Return its progress, or the review."""
        if self.review is not None:
            return ReviewState("done", 1.0, self.review)
        return ReviewState("failed" if self.failed else "running", self.progress)


class Reviews:
    """The reviews this process has; one it has forgotten is made again, with the same result."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def state(self, table: str) -> ReviewState:
        """Return the progress of a table's review."""
        job = self._jobs.get(table)
        return ReviewState("none") if job is None else job.state()

    def start(self, table: str, transcript: str, person: str) -> ReviewState:
        """Start a review for a person unless there is one; a failed one is tried again."""
        job = self._jobs.get(table)
        if job is None or job.failed:
            self._workers.check_reviews(person)
            self._make_room_for(table)
            job = self._jobs[table] = ReviewJob()
            task = asyncio.create_task(self._make(person, transcript, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return job.state()

    def _make_room_for(self, table: str) -> None:
        """Forget the oldest finished review; `ServerBusy` if too many are in progress."""
        self._jobs.pop(table, None)
        finished = [one for one, job in self._jobs.items() if not job.in_progress]
        if len(self._jobs) - len(finished) >= MOST_WAITING:
            raise ServerBusy(RETRY_SECONDS, "serve.busy_reviews", most=MOST_WAITING)
        if len(finished) >= KEPT:
            del self._jobs[finished[0]]

    async def _make(self, person: str, transcript: str, job: ReviewJob) -> None:
        def report(share: float) -> None:
            job.progress = share

        try:
            with suppress(WorkFailed):
                job.review = await self._workers.review(person, transcript, report)
        finally:
            job.failed = job.review is None
