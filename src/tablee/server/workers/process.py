"""The main functions of worker processes and of the compiler process."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from multiprocessing.connection import Connection, wait

import msgspec

from tablee.server.ops import logs
from tablee.server.workers.jobs import Failed, Job, Progress, needs, think

WarmUps = Sequence[Callable[[], None]]
DECODE_JOB = msgspec.json.Decoder(Job).decode

log = logging.getLogger("tablee.workers")


def _settle_in(niceness: int, log_format: str) -> None:
    """Set up logging, low priority, and an end together with the server, and only then."""
    logs.set_up(log_format)
    for asked in (signal.SIGINT, signal.SIGTERM):  # they may go to all: the server sees to it
        signal.signal(asked, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def work(
    jobs: Connection, news: Connection, niceness: int, log_format: str, warm_ups: WarmUps
) -> None:
    """Do one job after another until the pipe is closed."""
    _settle_in(niceness, log_format)
    turn = threading.Lock()
    threading.Thread(target=_warm_up, args=(news, warm_ups, turn), daemon=True).start()

    def report(share: float) -> None:
        jobs.send_bytes(msgspec.json.encode(Progress(share)))

    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job: Job = DECODE_JOB(jobs.recv_bytes())
            try:
                with turn if needs(job) else nullcontext():
                    answer = msgspec.json.encode(think(job, report))
            except Exception as problem:  # the process goes on
                log.exception("a job failed", extra={"job": type(job).__name__.lower()})
                answer = msgspec.json.encode(Failed(f"{type(problem).__name__}: {problem}"))
            jobs.send_bytes(answer)


def _warm_up(news: Connection, warm_ups: WarmUps, turn: threading.Lock) -> None:
    """Load warm-ups from the disk as they are compiled, never while a job needs them."""
    with suppress(EOFError, OSError):
        while True:
            [part] = news.recv_bytes()
            with turn:
                try:
                    warm_ups[part]()
                except Exception:  # the job that needs it fails, too
                    log.exception("a warm-up failed", extra={"part": part})


def compile_all(pipe: Connection, niceness: int, log_format: str, warm_ups: WarmUps) -> None:
    """Compile the warm-ups in a process of its own; its end frees a gigabyte."""
    _settle_in(niceness, log_format)
    for part, compile_some in enumerate(warm_ups):
        try:
            compile_some()
        except Exception:  # multiprocessing would print it, not log it
            log.exception("a warm-up cannot be compiled", extra={"part": part})
            sys.exit(1)
        pipe.send_bytes(b"done")
