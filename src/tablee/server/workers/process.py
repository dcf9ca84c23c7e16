"""The main function of a worker process."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection, wait

import msgspec

from tablee.discovery import all_games
from tablee.kernel.engines.instance import usual_engine
from tablee.server.runtime import logs
from tablee.server.workers.jobs import Failed, Job, Progress, think

DECODE_JOB = msgspec.json.Decoder(Job).decode

log = logging.getLogger("tablee.workers")


def _settle_in(niceness: int, log_format: str) -> None:
    """Set up logging and low priority, ignore signals, and end when the server ends."""
    logs.set_up(log_format)
    os.environ.setdefault("TABLEE_ENGINE", "shipped")
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


def work(jobs: Connection, niceness: int, log_format: str) -> None:
    """Do one job after another until the pipe is closed."""
    _settle_in(niceness, log_format)
    for game in all_games():
        usual_engine(game)  # loads its module, or logs why it can't be used

    def report(share: float) -> None:
        jobs.send_bytes(msgspec.json.encode(Progress(share)))

    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            job: Job = DECODE_JOB(jobs.recv_bytes())
            try:
                answer = msgspec.json.encode(think(job, report))
            except Exception as problem:  # the process goes on
                log.exception("a job failed", extra={"job": type(job).__name__.lower()})
                answer = msgspec.json.encode(Failed(f"{type(problem).__name__}: {problem}"))
            jobs.send_bytes(answer)
