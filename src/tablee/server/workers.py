"""Processes at low priority that do what takes time, under a fair queue: people never wait for it.

Bots' moves go before advice. Tables take turns, so that one that asks much cannot starve the
others; the seed of a job, which comes from the secret of its table, stands for the table. Reviews
have a process of their own, since one takes up to a minute. A process that dies is replaced, and
what it was doing is done again.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

import msgspec

from tablee.position import View
from tablee.server import wire
from tablee.server.thinking import (
    WARM_UPS,
    Advise,
    Advised,
    Answer,
    Choose,
    Chosen,
    Failed,
    Job,
    Progress,
    Review,
    Reviewed,
    needs,
    think,
)

MOVES, ADVICE = 0, 1  # the lanes of the queue, the more urgent first
ATTEMPTS = 3  # how many processes may die over one job
PLAIN_LEVEL = "casual"  # a bot that needs no search, should a stronger one fail
BOT_NICENESS, REVIEW_NICENESS = 15, 19

log = logging.getLogger("tablee.workers")
T = TypeVar("T")
DECODE_JOB = msgspec.json.Decoder(Job).decode
DECODE_ANSWER = msgspec.json.Decoder(Answer | Progress).decode


class WorkFailed(Exception):
    """A job that could not be done; what went wrong stands in the log."""


class FairQueue(Generic[T]):
    """What waits: the more urgent lane first, and in a lane the tables by turns.

    >>> queue = FairQueue[str]()
    >>> for table, job in [("a", "a1"), ("a", "a2"), ("b", "b1")]:
    ...     queue.put(MOVES, table, job)
    >>> [queue.take() for _ in range(3)]
    ['a1', 'b1', 'a2']
    """

    def __init__(self) -> None:
        self._lanes: tuple[OrderedDict[str, deque[T]], ...] = (OrderedDict(), OrderedDict())
        self._change = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        with self._change:
            return sum(len(waiting) for lane in self._lanes for waiting in lane.values())

    def put(self, lane: int, table: str, item: T) -> None:
        """Adds something of a table."""
        with self._change:
            self._lanes[lane].setdefault(table, deque()).append(item)
            self._change.notify()

    def take(self) -> T | None:
        """The next one, as soon as there is one; None when the queue is closed."""
        with self._change:
            while not self._closed:
                for lane in self._lanes:
                    if lane:
                        table, waiting = lane.popitem(last=False)
                        item = waiting.popleft()
                        if waiting:
                            lane[table] = waiting  # at the end: the others come first
                        return item
                self._change.wait()
            return None

    def close(self) -> None:
        """Nobody takes anything any more."""
        with self._change:
            self._closed = True
            self._change.notify_all()


@dataclass
class Ticket:
    """A job that somebody awaits."""

    job: Job
    answered: asyncio.Future[Answer]
    progress: Callable[[float], None] | None = None
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def tell(self, share: float) -> None:
        """How far the job is."""
        if self.progress is not None:
            self._soon(self.progress, share)

    def answer(self, answer: Answer) -> None:
        """The job is done."""
        self._soon(self._settle, answer)

    def _settle(self, answer: Answer) -> None:
        if not self.answered.done():
            self.answered.set_result(answer)

    def _soon(self, call: Callable[..., None], *values: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(call, *values)


class Pool:
    """So many processes, each with a thread here that hands it one job after another."""

    def __init__(self, size: int, niceness: int, *, warm: bool, early: bool = True) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._niceness = niceness
        self._compiled = [self._context.Event() for _ in WARM_UPS] if warm else []
        self._early = early  # start the processes before there is anything to do
        self.queue = FairQueue[Ticket]()
        self._closing = False
        self._running: set[Any] = set()
        self._threads = [
            threading.Thread(target=self._serve, name=f"tablee-worker-{i}", daemon=True)
            for i in range(size)
        ]
        if warm:
            self._threads.append(threading.Thread(target=self._compile, daemon=True))

    def start(self) -> None:
        """Starts the processes."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Ends the processes; what is not done yet is never done."""
        self._closing = True
        self.queue.close()
        for process in list(self._running):
            process.terminate()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(5)

    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid for process in list(self._running)]

    async def ask(
        self,
        lane: int,
        table: str,
        job: Job,
        progress: Callable[[float], None] | None = None,
    ) -> Answer:
        """Puts a job into the queue and awaits the answer."""
        ticket = Ticket(job, asyncio.get_running_loop().create_future(), progress)
        self.queue.put(lane, table, ticket)
        return await ticket.answered

    # --- in the threads ----------------------------------------------------------------------

    def _serve(self) -> None:
        worker = self._hire() if self._early else None
        while (ticket := self.queue.take()) is not None:
            if ticket.answered.cancelled():
                continue
            for attempt in range(1, ATTEMPTS + 1):
                worker = worker or self._hire()
                try:
                    ticket.answer(_converse(worker.pipe, ticket))
                    break
                except (EOFError, OSError):
                    self._bury(worker)
                    worker = None
                    if self._closing:
                        return
                    log.warning("a worker process died over a job (%d)", attempt)
            else:
                ticket.answer(Failed("the worker process died"))
            if worker is not None and not self._early:
                self._bury(worker)  # it is hired again when it is needed
                worker = None
        if worker is not None:
            self._bury(worker)

    def _compile(self) -> None:
        """Compiles what is not on the disk yet, in a process that then gives its memory back."""
        arguments = (self._niceness, self._compiled)
        process = self._context.Process(target=compile_all, args=arguments, daemon=True)
        process.start()
        self._running.add(process)
        if self._closing:
            process.terminate()
        process.join()
        self._running.discard(process)
        for event in self._compiled:
            event.set()

    def _hire(self) -> Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=work, args=(theirs, self._niceness, self._compiled), daemon=True
        )
        process.start()
        theirs.close()
        self._running.add(process)
        if self._closing:
            process.terminate()
        return Worker(process, ours)

    def _bury(self, worker: Worker) -> None:
        worker.pipe.close()
        worker.process.join(5)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join(5)
        self._running.discard(worker.process)


@dataclass(frozen=True)
class Worker:
    """A process, and the pipe to it."""

    process: Any
    pipe: Connection


def _converse(pipe: Connection, ticket: Ticket) -> Answer:
    pipe.send_bytes(msgspec.json.encode(ticket.job))
    while True:
        said: Answer | Progress = DECODE_ANSWER(pipe.recv_bytes())
        if not isinstance(said, Progress):
            return said
        ticket.tell(said.share)


def _settle_in(niceness: int) -> None:
    """A new process is polite, leaves Ctrl+C to the server, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def work(pipe: Connection, niceness: int, compiled: list[Any]) -> None:
    """The whole life of a worker process: one job after another, until the pipe is closed."""
    _settle_in(niceness)
    warm = [threading.Event() for _ in compiled]
    threading.Thread(target=_warm_up, args=(compiled, warm), daemon=True).start()

    def tell(share: float) -> None:
        pipe.send_bytes(msgspec.json.encode(Progress(share)))

    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job: Job = DECODE_JOB(pipe.recv_bytes())
            for event in warm[: needs(job)]:
                event.wait()
            try:
                answer = msgspec.json.encode(think(job, tell))
            except Exception as problem:  # whatever it is, the process goes on
                log.exception("a job failed")
                answer = msgspec.json.encode(Failed(f"{type(problem).__name__}: {problem}"))
            pipe.send_bytes(answer)


def _warm_up(compiled: list[Any], warm: list[threading.Event]) -> None:
    """Waits until something is compiled, and loads it from the disk."""
    for there, here, load in zip(compiled, warm, WARM_UPS, strict=False):
        there.wait()
        try:
            load()
        finally:
            here.set()


def compile_all(niceness: int, compiled: list[Any]) -> None:
    """The whole life of the process that compiles: a gigabyte that ends with it."""
    _settle_in(niceness)
    for compile_some, event in zip(WARM_UPS, compiled, strict=True):
        compile_some()
        event.set()


class Workers:
    """All that is done in other processes, for the server to await."""

    def __init__(self, bots: int) -> None:
        self._threads = bots
        self.pool = Pool(bots, BOT_NICENESS, warm=True)
        self.reviews = Pool(1, REVIEW_NICENESS, warm=False, early=False)

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
        return len(self.pool.queue) + len(self.reviews.queue)

    async def choose(self, view: View, level: str, seed: int, event: int) -> str:
        """The move of a bot. Should its search fail, a simpler bot moves: no table gets stuck."""
        text, table = view.to_json(), str(seed)
        for which in (level, PLAIN_LEVEL):
            answer = await self.pool.ask(MOVES, table, Choose(text, which, seed, event))
            if isinstance(answer, Chosen):
                return answer.move
            log.error("a bot (%s) could not choose: %s", which, answer)
        raise WorkFailed(level)

    async def advise(self, view: View, seed: int) -> wire.Advice:
        """What the coach says to the seat of a view; who asks puts table and event in."""
        answer = await self.pool.ask(ADVICE, str(seed), Advise(view.to_json(), seed))
        advised = _wanted(answer, Advised)
        return wire.Advice("", 0, view.seat or 0, advised.moves, advised.why)

    async def review(
        self, table: str, transcript: str, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """The review of a match that is over; `progress` is told the share that is done."""
        job = Review(transcript, self._threads)
        answer = await self.reviews.ask(ADVICE, table, job, progress)
        return _wanted(answer, Reviewed).review


def _wanted(answer: Answer, kind: type[T]) -> T:
    if not isinstance(answer, kind):
        log.error("a job failed: %s", answer)
        raise WorkFailed(kind.__name__)
    return answer
