"""Worker processes for bots, coach and reviews, at low priority and behind a fair queue.

Bots' moves go before advice, and people take turns, so nobody can starve the others by asking for
much at many tables. Reviews have a process of their own, where tables take turns, since one takes
up to a minute.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from tablee.server import wire
from tablee.server.core.bots import WorkFailed
from tablee.view import View

from .jobs import WARM_UPS, Advise, Advised, Choose, Chosen, JobResult, Review, Reviewed
from .pool import Pool
from .queue import ADVICE, MOVES

PLAIN_LEVEL = "casual"  # a bot that needs no search, should a stronger one fail
BOT_NICENESS, REVIEW_NICENESS = 15, 19

log = logging.getLogger("tablee.workers")
T = TypeVar("T")


class Workers:
    """What is done in other processes, for the server to await."""

    def __init__(
        self, bots: int, died: Callable[[], None] = lambda: None, log_format: str = "text"
    ) -> None:
        self._threads = bots
        self.pool = Pool(bots, BOT_NICENESS, warm_ups=WARM_UPS, died=died, log_format=log_format)
        self.reviews = Pool(1, REVIEW_NICENESS, early=False, died=died, log_format=log_format)

    def start(self) -> None:
        """Start the processes; they warm up by themselves."""
        self.pool.start()
        self.reviews.start()

    def close(self) -> None:
        """Stop the processes."""
        self.pool.close()
        self.reviews.close()

    def waiting(self) -> int:
        """Return the number of jobs that have not been started."""
        return self.pool.waiting() + self.reviews.waiting()

    def alive(self) -> int:
        """Return the number of processes for bots and coach."""
        return len(self.pool.processes())

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        """Return the move of a bot, or of a simpler one if its search fails."""
        text = view.to_json()
        for which in (level, PLAIN_LEVEL):
            answer = await self.pool.ask(MOVES, whose, Choose(text, which, seed, event))
            if isinstance(answer, Chosen):
                return answer.move
            log.error("a bot (%s) could not choose: %s", which, answer, extra={"bot": which})
        raise WorkFailed(level)

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        """Return the coach's advice on a view; the caller fills in table and event."""
        answer = await self.pool.ask(ADVICE, whose, Advise(view.to_json(), seed))
        advised = _wanted(answer, Advised)
        return wire.Advice("", 0, view.seat or 0, advised.moves, advised.why)

    async def review(
        self, table: str, transcript: str, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Return the review of a finished match; `progress` is given the share that is done."""
        job = Review(transcript, self._threads)
        answer = await self.reviews.ask(ADVICE, table, job, progress)
        return _wanted(answer, Reviewed).review


def _wanted(answer: JobResult, kind: type[T]) -> T:
    if not isinstance(answer, kind):
        log.error("a job failed: %s", answer)
        raise WorkFailed(kind.__name__)
    return answer
