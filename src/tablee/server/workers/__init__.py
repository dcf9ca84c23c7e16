"""Worker processes for bots, coach and reviews, at low priority and behind a fair queue.

Bots' moves go before advice, and addresses and people take turns, so no one can starve the others
by asking for much at many tables. Moves that no one waits for come last. Reviews have a process of
their own, since one takes up to a minute; it works at each for a second, in turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from tablee.server import wire
from tablee.server.core.bots import WorkFailed
from tablee.server.errors import TooManyRequests
from tablee.view import View

from .jobs import Advise, Advised, Choose, Chosen, JobResult, Review, Reviewed
from .pool import Pool
from .queue import ADVICE, MOVES, SPARE, Share

PLAIN_LEVEL = "casual"  # a bot that needs no search, should a stronger one fail
BOT_NICENESS, REVIEW_NICENESS = 15, 19
MOST_HINTS, MOST_HINTS_OF_ADDRESS = 4, 16  # that may wait at the same time
MOST_REVIEWS, MOST_REVIEWS_OF_ADDRESS = 4, 8

log = logging.getLogger("tablee.workers")
T = TypeVar("T")


class Workers:
    """What is done in other processes, for the server to await."""

    def __init__(
        self, bots: int, died: Callable[[], None] = lambda: None, log_format: str = "text"
    ) -> None:
        self._threads = bots
        self.pool = Pool(bots, BOT_NICENESS, died=died, log_format=log_format)
        self.reviews = Pool(1, REVIEW_NICENESS, early=False, died=died, log_format=log_format)

        self.address_of: Callable[[str], str] = lambda person: person  # where they were last seen

    def start(self) -> None:
        """Start the processes."""
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

    def check_hints(self, person: str) -> None:
        """Raise `TooManyRequests` if too many hints wait for a person, or for their address."""
        counts = self.pool.counts(ADVICE, self._share(person))
        _check(counts, (MOST_HINTS, MOST_HINTS_OF_ADDRESS), 5, "serve.too_many_hints")

    def check_reviews(self, person: str) -> None:
        """Raise `TooManyRequests` if too many reviews wait for a person, or for their address."""
        counts = self.reviews.counts(ADVICE, self._share(person))
        _check(counts, (MOST_REVIEWS, MOST_REVIEWS_OF_ADDRESS), 60, "serve.too_many_reviews")

    def _share(self, person: str) -> Share:
        return Share(self.address_of(person) if person else "", person)

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        """Return the move of a bot, or of a simpler one if its search fails."""
        text, lane = view.to_json(), MOVES if whose else SPARE
        for which in (level, PLAIN_LEVEL):
            answer = await self.pool.ask(lane, self._share(whose), Choose(text, which, seed, event))
            if isinstance(answer, Chosen):
                return answer.move
            log.error("a bot (%s) could not choose: %s", which, answer, extra={"bot": which})
        raise WorkFailed(level)

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        """Return the coach's advice on a view; the caller fills in table and event."""
        answer = await self.pool.ask(ADVICE, self._share(whose), Advise(view.to_json(), seed))
        advised = _wanted(answer, Advised)
        return wire.Advice("", 0, view.seat or 0, advised.moves, advised.why)

    async def review(
        self, whose: str, transcript: str, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Return the review of a finished match; `progress` is given the share that is done."""
        job = Review(transcript, self._threads)
        answer = await self.reviews.ask(ADVICE, self._share(whose), job, progress)
        return _wanted(answer, Reviewed).review


def _check(waiting: tuple[int, int], most: tuple[int, int], seconds: int, key: str) -> None:
    if waiting[0] >= most[0] or waiting[1] >= most[1]:
        raise TooManyRequests(seconds, key)


def _wanted(answer: JobResult, kind: type[T]) -> T:
    if not isinstance(answer, kind):
        log.error("a job failed: %s", answer)
        raise WorkFailed(kind.__name__)
    return answer
