"""Worker processes that die or get stuck are replaced, and their jobs retried."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from multiprocessing import active_children, get_context
from typing import Any

import pytest

from server.live import PATIENCE
from server.test_workers import ask, eventually, quick_job, running
from tablee.server.runtime.config import load
from tablee.server.service import Service
from tablee.server.store import open_store
from tablee.server.workers import pool as pool_module
from tablee.server.workers.jobs import (
    Chosen,
    Failed,
)
from tablee.server.workers.pool import Pool

pytestmark = pytest.mark.slow


async def test_a_pool_closed_at_once_leaves_no_process() -> None:
    threads, children = set(threading.enumerate()), set(active_children())
    with running(Pool(2, 0)) as pool:
        await eventually(lambda: len(pool.processes()) == 2)
        assert isinstance(await ask(pool, quick_job()), Chosen)
    assert set(threading.enumerate()) <= threads
    assert set(active_children()) <= children


async def test_the_job_of_a_worker_that_dies_is_retried(
    caplog: pytest.LogCaptureFixture,
) -> None:
    deaths: list[int] = []

    with running(Pool(1, 0, died=lambda: deaths.append(1))) as pool:
        assert isinstance(await ask(pool, quick_job()), Chosen)
        [worker] = pool.processes()
        os.kill(worker, signal.SIGSTOP)  # so it has the job, and never finishes it
        asking = asyncio.create_task(ask(pool, quick_job()))
        await asyncio.sleep(0)
        await eventually(lambda: pool.waiting() == 0)
        os.kill(worker, signal.SIGKILL)
        assert isinstance(await asking, Chosen)
    assert len(deaths) == 1
    assert "died (SIGKILL) over a job (1 of 3): a new one does it again" in caplog.text


async def test_a_stuck_worker_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    def patient() -> None:
        pool.silence = PATIENCE

    pool = Pool(1, 0, died=patient)
    with running(pool):
        assert isinstance(await ask(pool, quick_job()), Chosen)
        [worker] = pool.processes()
        os.kill(worker, signal.SIGSTOP)
        pool.silence = 0.1
        assert isinstance(await ask(pool, quick_job()), Chosen)
        assert worker not in pool.processes()
    assert f"worker process {worker} has said nothing for 0.1 s: it is ended" in caplog.text


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
async def test_workers_ignore_the_signals_that_stop_the_server(asked: signal.Signals) -> None:
    """Ctrl+C, or a service manager, may signal all processes of the group."""
    with running(Pool(1, 0)) as pool:
        assert isinstance(await ask(pool, quick_job()), Chosen)
        [worker] = pool.processes()
        os.kill(worker, asked)
        assert isinstance(await ask(pool, quick_job()), Chosen)
        assert pool.processes() == [worker]


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
async def test_workers_ignore_signals_while_they_start(asked: signal.Signals) -> None:
    """A process needs a second before it can say that it ignores them."""
    deaths: list[None] = []
    with running(Pool(1, 0, died=lambda: deaths.append(None))) as pool:
        await eventually(pool.processes)
        [worker] = pool.processes()
        for _ in range(20):
            os.kill(worker, asked)
            time.sleep(0.01)
        assert isinstance(await ask(pool, quick_job()), Chosen)
        assert pool.processes() == [worker]
    assert not deaths


async def test_a_worker_that_sends_garbage_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = pool_module.DECODE_RESULT
    wrong = [b"{}", b"nonsense"]

    def garbled(said: bytes) -> object:
        return heard(wrong.pop() if wrong else said)

    monkeypatch.setattr(pool_module, "DECODE_RESULT", garbled)
    with running(Pool(1, 0)) as pool:
        assert isinstance(await ask(pool, quick_job()), Chosen)
    assert not wrong


async def test_a_worker_that_dies_idle_is_replaced(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(Pool(1, 0, look=0.05)) as pool:
        await eventually(pool.processes)
        [worker] = pool.processes()
        os.kill(worker, signal.SIGKILL)
        await eventually(lambda: pool.processes() not in ([], [worker]))
    assert f"worker process {worker} died (SIGKILL) with nothing to do" in caplog.text


async def test_a_failed_start_of_a_worker_is_retried(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    process = get_context("spawn").Process
    start, refusals = process.start, iter([OSError("too many open files")])

    def refuse_once(self: Any) -> None:
        for refusal in refusals:
            raise refusal
        start(self)

    monkeypatch.setattr(process, "start", refuse_once)
    with running(Pool(1, 0, look=0.05)) as pool:
        assert isinstance(await ask(pool, quick_job()), Chosen)
    assert "no worker process can be started: too many open files" in caplog.text


async def test_a_job_that_kills_its_workers_is_given_up() -> None:
    deaths: list[int] = []
    answered = threading.Event()

    def kill_workers() -> None:
        while not answered.wait(0.01):
            for process in pool.processes():
                os.kill(process, signal.SIGKILL)

    with running(Pool(1, 0, died=lambda: deaths.append(1))) as pool:
        threading.Thread(target=kill_workers).start()
        try:
            answer = await ask(pool, quick_job())
        finally:
            answered.set()
        assert answer == Failed("the worker process died")
        assert len(deaths) == 3
        assert isinstance(await ask(pool, quick_job()), Chosen)


def test_starts_and_deaths_of_workers_are_counted() -> None:
    service = Service(load({"database": "memory:"}, {}), open_store("memory:"))
    for pool in (service.workers.pool, service.workers.reviews):
        pool.died()
    told = service.metrics.registry.get_sample_value
    assert told("tablee_worker_deaths_total") == 2
    assert told("tablee_bot_workers") == 0  # none has started yet
