"""Worker processes for bots, coach and reviews, at low priority and behind a fair queue.

Bots' moves go before advice, and people take turns, so nobody can starve the others by asking for
much at many tables. Reviews have a process of their own, where tables take turns, since one takes
up to a minute.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from tablee.position import View
from tablee.server import wire

from .jobs import WARM_UPS, Advise, Advised, Choose, Chosen, JobResult, Review, Reviewed
from .pool import Pool
from .queue import ADVICE, MOVES

PLAIN_LEVEL = "casual"  # a bot that needs no search, should a stronger one fail
BOT_NICENESS, REVIEW_NICENESS = 15, 19

log = logging.getLogger("tablee.workers")
T = TypeVar("T")


class WorkFailed(Exception):
    """A job that could not be done; what went wrong stands in the log."""


class Workers:
    """All that is done in other processes, for the server to await."""

    def __init__(
        self, bots: int, died: Callable[[], None] = lambda: None, log_format: str = "text"
    ) -> None:
        self._threads = bots
        self.pool = Pool(bots, BOT_NICENESS, warm_ups=WARM_UPS, died=died, log_format=log_format)
        self.reviews = Pool(1, REVIEW_NICENESS, early=False, died=died, log_format=log_format)

    def start(self) -> None:
        """Starts the processes; they warm up by themselves."""
        self.pool.start()
        self.reviews.start()

    def close(self) -> None:
        """Ends the processes."""
        self.pool.close()
        self.reviews.close()

    def waiting(self) -> int:
        """How many jobs nobody has taken up yet."""
        return self.pool.waiting() + self.reviews.waiting()

    def alive(self) -> int:
        """How many processes there are for bots and coach."""
        return len(self.pool.processes())

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        """The move of a bot. Should its search fail, a simpler bot moves: no table gets stuck."""
        text = view.to_json()
        for which in (level, PLAIN_LEVEL):
            answer = await self.pool.ask(MOVES, whose, Choose(text, which, seed, event))
            if isinstance(answer, Chosen):
                return answer.move
            log.error("a bot (%s) could not choose: %s", which, answer, extra={"bot": which})
        raise WorkFailed(level)

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        """What the coach says to the seat of a view; who asks puts table and event in."""
        answer = await self.pool.ask(ADVICE, whose, Advise(view.to_json(), seed))
        advised = _wanted(answer, Advised)
        return wire.Advice("", 0, view.seat or 0, advised.moves, advised.why)

    async def review(
        self, table: str, transcript: str, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """The review of a match that is over; `progress` is told the share that is done."""
        job = Review(transcript, self._threads)
        answer = await self.reviews.ask(ADVICE, table, job, progress)
        return _wanted(answer, Reviewed).review


def _wanted(answer: JobResult, kind: type[T]) -> T:
    if not isinstance(answer, kind):
        log.error("a job failed: %s", answer)
        raise WorkFailed(kind.__name__)
    return answer
