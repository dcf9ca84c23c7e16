"""The thread that writes to a SQLite file, with one commit for all jobs that wait (group commit).

While a commit is being forced to the disk, more jobs gather; the next commit takes them all. No job
is answered before its commit is on the disk.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from tablee.server.store.contract import Gap, LoginTaken, Repeated, StoreDown, Taken
from tablee.server.store.errors import first

LOG = logging.getLogger("tablee.store")

Answer = TypeVar("Answer")

MOST_AT_ONCE = 256
"""So many jobs share a commit at most; the first of them waits for the last."""

CHECKPOINT_AFTER = 2_000
"""So many jobs may stand in the write-ahead log before they are copied into the database."""

REFUSALS = (Taken, Repeated, Gap, LoginTaken)
"""A job that ends with one of these has written nothing, and spoils nothing for the others."""


class Cursor(Protocol):
    """The result of a statement."""

    def fetchall(self) -> list[Any]: ...


class Connection(Protocol):
    """The part of a SQLite connection that is used; sqlite3 and APSW both have it."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Cursor: ...

    def close(self) -> None: ...


Job = Callable[[Connection], Any]
Together = Callable[[Connection, Sequence[Job]], set[int]]
"""Does some of the jobs in one go, all of them well; the places of those."""


@dataclass
class Outcome:
    """The outcome of a job."""

    value: Any = None
    error: Exception | None = None


@dataclass
class Waiting:
    """A job, its future, and a callback that runs even if its caller has gone."""

    job: Job
    future: asyncio.Future[Any]
    then: Callable[[], None] | None

    def answer(self, outcome: Outcome) -> None:
        if not self.future.done():
            if outcome.error is None:
                self.future.set_result(outcome.value)
            else:
                self.future.set_exception(outcome.error)
        if outcome.error is None and self.then is not None:
            self.future.get_loop().call_soon(self.then)  # the caller goes on first


def _each_alone(_connection: Connection, _jobs: Sequence[Job]) -> set[int]:
    return set()


def commit(
    connection: Connection, jobs: Sequence[Job], together: Together = _each_alone
) -> list[Outcome]:
    """Do all jobs in one transaction; durable when it returns.

    If one of them fails unexpectedly, the others are done anew without it.
    """
    outcomes: list[Outcome] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        try:
            written = together(connection, jobs)
        except Exception:  # which of them it was, is seen when each is done alone
            connection.execute("ROLLBACK")
            return commit(connection, jobs)
        try:
            for place, job in enumerate(jobs):
                outcomes.append(Outcome() if place in written else _attempt(connection, job))
        except Exception as error:
            connection.execute("ROLLBACK")
            bad = len(outcomes)
            others = [*jobs[:bad], *jobs[bad + 1 :]]
            done = commit(connection, others) if others else []
            return [*done[:bad], Outcome(error=error), *done[bad:]]
        connection.execute("COMMIT")
    except Exception as error:  # the disk is full, or gone
        _give_up(connection)
        return [Outcome(error=_down(error)) for _ in jobs]
    return outcomes


def _attempt(connection: Connection, job: Job) -> Outcome:
    try:
        return Outcome(job(connection))
    except REFUSALS as refusal:
        return Outcome(error=refusal)


def _down(error: Exception) -> StoreDown:
    """Return the error that the jobs get."""
    down = StoreDown(str(first(error)))
    down.__cause__ = first(error)
    return down


def _give_up(connection: Connection) -> None:
    """Roll back the transaction that failed, unless SQLite has done so already."""
    with suppress(Exception):
        connection.execute("ROLLBACK")


class Writer:
    """The thread, and the queue in front of it."""

    def __init__(self, connection: Connection, together: Together) -> None:
        self._connection = connection
        self._together = together
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="tablee-writer", daemon=True)
        self._since_checkpoint = 0
        self._open = True
        self._thread.start()

    async def do(
        self, job: Callable[[Connection], Answer], then: Callable[[], None] | None = None
    ) -> Answer:
        """Run a job; it is durable when this returns, and when `then` is called."""
        if not self._open:
            raise StoreDown("the store is closed")
        future: asyncio.Future[Answer] = self._loop.create_future()
        self._waiting.put(Waiting(job, future, then))
        return await future

    async def stop(self) -> None:
        """Finish the jobs that were started."""
        self._open = False
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._connection.close()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._gather()
            if batch:
                jobs = [each.job for each in batch]
                outcomes = commit(self._connection, jobs, self._together)
                self._loop.call_soon_threadsafe(_answer, batch, outcomes)
                self._checkpoint(len(batch))

    def _gather(self) -> tuple[list[Waiting], bool]:
        """Wait for a job, and take all that are waiting; return whether more may come."""
        batch: list[Waiting] = []
        item = self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == MOST_AT_ONCE or self._waiting.empty():
                return batch, True
            item = self._waiting.get()
        return batch, False

    def _checkpoint(self, written: int) -> None:
        """Copy the log into the database while no append is waiting."""
        self._since_checkpoint += written
        if self._since_checkpoint >= CHECKPOINT_AFTER:
            self._since_checkpoint = 0
            try:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except Exception as error:  # nothing is lost: it stays in the log until the next time
                LOG.warning("the write-ahead log could not be copied: %s", error)


def _answer(batch: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    for each, outcome in zip(batch, outcomes, strict=True):
        each.answer(outcome)
