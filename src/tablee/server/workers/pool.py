"""A pool of worker processes, each served by a thread that hands it one job after another.

A process that dies is replaced, and its job is done again. Any of these processes may be killed at
any moment, so they share nothing with one another: no lock, no event, no queue that a dead one
could leave in a bad state. Each has pipes of its own to the server, and the end of a process is the
end of its pipes.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

from .jobs import Failed, Job, JobResult, More, Progress
from .process import work
from .queue import FairQueue, Share

ATTEMPTS = 3  # how many processes may die over one job
SILENCE = 300.0  # seconds; compiled rules stop themselves after less than half of that
LOOK = 5.0  # seconds between looks at an idle process, and between attempts to start one

log = logging.getLogger("tablee.workers")
DECODE_RESULT = msgspec.json.Decoder(JobResult | Progress).decode


@dataclass(eq=False)
class Ticket:
    """A job whose result is awaited."""

    job: Job
    lane: int
    whose: Share
    answered: asyncio.Future[JobResult]
    progress: Callable[[float], None] | None = None
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    deaths: int = 0  # of processes over this job

    def report(self, share: float) -> None:
        """Report the share of the job that is done."""
        if self.progress is not None:
            self._soon(self.progress, share)

    def answer(self, answer: JobResult) -> None:
        """Deliver the result."""
        self._soon(self._settle, answer)

    def _settle(self, answer: JobResult) -> None:
        if not self.answered.done():
            self.answered.set_result(answer)

    def _soon(self, call: Callable[..., None], *values: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: nothing awaits it any more
            self.loop.call_soon_threadsafe(call, *values)


@dataclass(frozen=True, eq=False)
class Worker:
    """A process, and the pipe to it."""

    process: Any
    jobs: Connection

    def is_dead(self) -> bool:
        """Return whether the process has ended."""
        return bool(wait([self.process.sentinel], 0))


class Pool:
    """Worker processes, each with a thread here that hands it one job after another."""

    def __init__(
        self,
        size: int,
        niceness: int,
        *,
        early: bool = True,
        silence: float = SILENCE,
        look: float = LOOK,
        died: Callable[[], None] = lambda: None,
        log_format: str = "text",
    ) -> None:
        self._context: Any = multiprocessing.get_context("spawn")  # Windows has other pipes
        self._niceness = niceness
        self._log_format = log_format  # the same as the server's
        self._early = early  # start the processes before there is anything to do
        self.silence, self._look = silence, look
        self.died = died  # is called for each process that died
        self.queue = FairQueue[Ticket](max(1, size - 1))
        self._closing = threading.Event()
        self._running: set[Any] = set()  # the workers' processes
        self._change = threading.Lock()  # of what follows
        self._workers: set[Worker] = set()
        self._threads = [
            threading.Thread(target=self._serve, name=f"tablee-worker-{i}", daemon=True)
            for i in range(size)
        ]

    def start(self) -> None:
        """Start the processes."""
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Kill the processes, with all jobs that are not done."""
        self._closing.set()
        self.queue.close()
        for process in list(self._running):
            process.kill()  # none has anything to clean up
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(5)

    def processes(self) -> list[int]:
        """Return the ids of the workers that are alive."""
        with self._change:
            return [worker.process.pid for worker in self._workers if not worker.is_dead()]

    def waiting(self) -> int:
        """Return the number of jobs that have not been started."""
        return len(self.queue)

    def counts(self, lane: int, whose: Share) -> tuple[int, int]:
        """Return how many jobs wait for a person, and for all at their address."""
        return self.queue.counts(lane, whose)

    async def ask(
        self,
        lane: int,
        whose: Share,
        job: Job,
        progress: Callable[[float], None] | None = None,
    ) -> JobResult:
        """Queue a job and await its result."""
        answered: asyncio.Future[JobResult] = asyncio.get_running_loop().create_future()
        ticket = Ticket(job, lane, whose, answered, progress)
        self.queue.put(lane, whose, ticket)
        try:
            return await ticket.answered
        except asyncio.CancelledError:
            self.queue.drop(lane, whose, ticket)
            raise

    # --- in the threads of the workers -------------------------------------------------------

    def _serve(self) -> None:
        worker: Worker | None = None
        while not self._closing.is_set():
            if worker is None and self._early:
                worker = self._hire()
            ticket = self.queue.take(self._look)
            if ticket is not None and not ticket.answered.cancelled():
                worker = self._see_to(ticket, worker)
                self.queue.done(ticket)
                if worker is not None and not self._early and not self.waiting():
                    self._bury(worker)  # it is hired again when it is needed
                    worker = None
            elif worker is not None and worker.is_dead():
                self._mourn(worker, "with nothing to do: a new one is started")
                worker = None
        if worker is not None:
            self._bury(worker)

    def _see_to(self, ticket: Ticket, worker: Worker | None) -> Worker | None:
        """Have a job done, by other workers if this one dies; return the last one.

        A job that is not done yet goes back to the queue.
        """
        while ticket.deaths < ATTEMPTS:
            worker = worker or self._hire()
            if worker is None:
                return None
            try:
                answer = self._converse(worker, ticket)
            except (EOFError, OSError, msgspec.DecodeError):  # it died, or sent garbage
                ticket.deaths += 1
                more = ticket.deaths < ATTEMPTS
                then = "a new one does it again" if more else "the job is given up"
                self._mourn(worker, f"over a job ({ticket.deaths} of {ATTEMPTS}): {then}")
                worker = None
                continue
            if isinstance(answer, More):
                self.queue.put(ticket.lane, ticket.whose, ticket, first=True)
            else:
                ticket.answer(answer)
            return worker
        ticket.answer(Failed("the worker process died"))
        return None

    def _converse(self, worker: Worker, ticket: Ticket) -> JobResult:
        worker.jobs.send_bytes(msgspec.json.encode(ticket.job))
        while worker.jobs.poll(self.silence):
            said: JobResult | Progress = DECODE_RESULT(worker.jobs.recv_bytes())
            if not isinstance(said, Progress):
                return said
            ticket.report(said.share)
        who = worker.process.pid
        fields = {"worker": who, "seconds": self.silence}
        told = "worker process %d has said nothing for %g s: it is ended"
        log.error(told, who, self.silence, extra=fields)
        worker.process.kill()
        raise TimeoutError

    def _hire(self) -> Worker | None:
        """Start a worker, as soon as possible; return None when the pool is closed."""
        while not self._closing.is_set():
            try:
                worker = self._start_worker()
            except OSError as problem:
                log.error("no worker process can be started: %s; it is tried again", problem)
                self._closing.wait(self._look)
                continue
            with self._change:
                self._workers.add(worker)
            return worker
        return None

    def _start_worker(self) -> Worker:
        jobs, their_jobs = self._context.Pipe()
        arguments = (their_jobs, self._niceness, self._log_format)
        process = self._context.Process(target=work, args=arguments, daemon=True)
        _keep_signals_from_children()
        process.start()
        self._running.add(process)
        if self._closing.is_set():
            process.kill()
        their_jobs.close()
        return Worker(process, jobs)

    def _mourn(self, worker: Worker, story: str) -> None:
        """Clean up after a worker that died, and log it unless the pool is closing."""
        self._bury(worker)
        self._report(worker.process, f"worker process {worker.process.pid}", story)

    def _report(self, process: Any, who: str, story: str) -> None:
        if not self._closing.is_set():
            self.died()
            end = _end_of(process)
            fields = {"worker": process.pid, "end": end}
            log.warning("%s died (%s) %s", who, end, story, extra=fields)

    def _bury(self, worker: Worker) -> None:
        with self._change:
            self._workers.discard(worker)
        worker.jobs.close()
        worker.process.join(5)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join(5)
        self._running.discard(worker.process)


def _keep_signals_from_children() -> None:
    """Block signals in new processes: Ctrl+C would reach one that doesn't ignore it yet.

    A process inherits what the thread that starts it has blocked. multiprocessing's own helper
    blocks nothing any more once it is started, so it is started first.
    """
    if sys.platform != "win32":
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _end_of(process: Any) -> str:
    """Return how a process ended.

    >>> from types import SimpleNamespace
    >>> _end_of(SimpleNamespace(exitcode=-9)), _end_of(SimpleNamespace(exitcode=1))
    ('SIGKILL', 'exit code 1')
    """
    code = process.exitcode
    with suppress(TypeError, ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"
