"""Worker processes: fairly shared, replaceable, and given nothing but views."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS
from server.live import PATIENCE
from table.campaign import random_match
from tablee.bots.levels import player
from tablee.coach.review import Reviewer
from tablee.kernel.dice import dice_for
from tablee.position import Position
from tablee.server.core.bots import WorkFailed
from tablee.server.errors import TooManyRequests
from tablee.server.workers import (
    MOST_HINTS,
    MOST_HINTS_OF_ADDRESS,
    MOST_REVIEWS,
    MOST_REVIEWS_OF_ADDRESS,
    Workers,
    jobs,
)
from tablee.server.workers.jobs import (
    Advise,
    Choose,
    Chosen,
    Failed,
    Job,
    JobResult,
    More,
    Review,
    Reviewed,
    think,
)
from tablee.server.workers.pool import Pool
from tablee.server.workers.queue import ADVICE, MOVES, SPARE, FairQueue, Share
from tablee.view import View

pytestmark = pytest.mark.slow

ADA = Share("1.1.1.1", "ada")


def to_decide(name: str, seats: int = 3) -> Position:
    """Return a position in which a seat decides."""
    position = tablee.game(name).start(seats=seats)
    while position.to_act < 1:
        position = position.after(next(iter(position.chances())))
    return position


def view_of(name: str) -> View:
    position = to_decide(name)
    return position.view(position.to_act)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    found = Workers(1)
    found.pool = Pool(1, 10)  # nothing here searches
    found.start()
    yield found
    found.close()


@pytest.mark.parametrize("name", [OPEN, HANDS, BOARDS, ROUNDS])
def test_a_job_contains_only_a_view(name: str) -> None:
    view = view_of(name)
    assert View.from_json(view.to_json()) == view
    fields = {"job", "view", "level", "seed", "event"}
    assert set(msgspec.to_builtins(Choose(view.to_json(), "club", 1, 2))) == fields
    assert set(msgspec.to_builtins(Advise(view.to_json(), 1))) == {"job", "view", "seed"}


async def test_a_worker_chooses_the_same_move_as_the_bot(workers: Workers) -> None:
    view = view_of(BOARDS)
    expected = player("gentle", BOARDS).choose(view, dice_for(5, match=7))
    assert await workers.choose(view, "gentle", 5, 7, "ada") == expected


async def test_a_dead_worker_is_replaced_and_its_job_retried(workers: Workers) -> None:
    view = view_of(ROUNDS)
    before = workers.pool.processes()
    for process in before:
        os.kill(process, signal.SIGKILL)
    assert await workers.choose(view, "casual", 1, 1, "ada") in view.moves()
    assert not set(before) & set(workers.pool.processes())


async def test_a_failing_job_is_answered_with_failed(workers: Workers) -> None:
    assert isinstance(await workers.pool.ask(MOVES, ADA, Choose("{}", "gentle", 1, 1)), Failed)


async def test_a_failing_bot_falls_back_to_a_simpler_one(workers: Workers) -> None:
    view = view_of(OPEN)
    assert await workers.choose(view, "no such level", 1, 1, "ada") in view.moves()


async def test_a_spectator_gets_no_advice(workers: Workers) -> None:
    with pytest.raises(WorkFailed):
        await workers.advise(to_decide(OPEN).view(None), 1, "ada")


def test_people_take_turns_and_moves_come_first() -> None:
    queue = FairQueue[str]()
    queue.put(ADVICE, Share("x", "a"), "advice")
    for number in range(3):
        queue.put(MOVES, Share("x", "greedy"), f"greedy {number}")
    queue.put(MOVES, Share("x", "modest"), "modest 0")
    assert len(queue) == 5
    assert [queue.take() for _ in range(5)] == [
        "greedy 0", "modest 0", "greedy 1", "greedy 2", "advice",
    ]  # fmt: skip
    queue.close()
    assert queue.take() is None


def test_guests_of_one_address_share_one_turn() -> None:
    queue = FairQueue[str]()
    for number in range(20):
        queue.put(MOVES, Share("6.6.6.6", f"guest {number % 10}"), "greedy")
    for _ in range(2):
        queue.put(MOVES, Share("1.1.1.1", "victim"), "victim")
    assert [queue.take() for _ in range(5)] == ["greedy", "victim", "greedy", "victim", "greedy"]


def test_unwatched_moves_leave_a_worker_free() -> None:
    queue = FairQueue[str](spare_at_once=1)
    for name in ("one", "two"):
        queue.put(SPARE, Share("", ""), name)
    queue.put(ADVICE, ADA, "advice")
    assert [queue.take(0), queue.take(0), queue.take(0)] == ["advice", "one", None]
    queue.put(MOVES, ADA, "move")
    assert queue.take(0) == "move"
    queue.done("move")
    assert queue.take(0) is None
    queue.done("one")
    assert queue.take(0) == "two"


async def test_hints_and_reviews_are_limited_by_person_and_address() -> None:
    """The worker processes are not started, so every job waits."""
    workers = Workers(1)
    workers.address_of = lambda person: "6.6.6.6" if person.startswith("guest") else person
    view, tasks = to_decide(OPEN).view(1), []
    for check, work, most, of_address in (
        (workers.check_hints, partial(workers.advise, view, 1), MOST_HINTS, MOST_HINTS_OF_ADDRESS),
        (workers.check_reviews, partial(review, workers), MOST_REVIEWS, MOST_REVIEWS_OF_ADDRESS),
    ):
        for number in range(of_address):
            guest = f"guest {number // most}"
            check(guest)
            tasks.append(asyncio.create_task(work(guest)))
            await asyncio.sleep(0)
            if number + 1 == most:
                with pytest.raises(TooManyRequests):
                    check(guest)
        with pytest.raises(TooManyRequests):
            check("guest 99")
        check("victim")
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    workers.check_hints("guest 0")


async def review(workers: Workers, person: str) -> None:
    await workers.review(person, "", lambda _: None)


async def test_the_event_loop_runs_while_a_worker_thinks() -> None:
    """A pool without processes answers nothing, and blocks nothing."""
    pool = Pool(0, 0)
    asking = asyncio.create_task(pool.ask(MOVES, ADA, Choose("{}", "gentle", 1, 1)))
    ticks = 0
    for _ in range(100):
        await asyncio.sleep(0)
        ticks += 1
    asking.cancel()
    assert ticks == 100


async def test_a_cancelled_job_is_dropped_from_the_queue() -> None:
    pool = Pool(0, 0)
    job = Choose("{}", "master", 1, 1)
    asking = [asyncio.create_task(pool.ask(MOVES, ADA, job)) for _ in range(3)]
    await asyncio.sleep(0)
    counts = [pool.waiting()]
    for task in asking[1:]:
        task.cancel()
    await asyncio.wait(asking[1:])
    counts.append(pool.waiting())
    asking[0].cancel()
    await asyncio.wait(asking)
    assert [*counts, pool.waiting()] == [3, 1, 0]
    assert not any(pool.queue.lanes)


async def test_workers_run_at_low_priority() -> None:
    with running(Pool(1, 10)) as pool:
        assert isinstance(await ask(pool, quick_job()), Chosen)
        assert os.getpriority(os.PRIO_PROCESS, pool.processes()[0]) == min(19, here() + 10)
    assert pool.processes() == []


async def started(pool: Pool) -> list[int]:
    """Return the worker processes once they have started."""
    await eventually(pool.processes)
    return pool.processes()


def here() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


async def test_workers_run_the_shipped_modules_where_numba_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLEE_ENGINE", "shipped")  # here, too, so that nothing is compiled
    view = view_of(OPEN)
    job = Choose(view.to_json(), "master", 3, 4)
    with running(Pool(1, 0)) as pool:
        [worker] = await started(pool)
        assert await ask(pool, job) == think(job, lambda _: None)
        maps = Path(f"/proc/{worker}/maps").read_text()
    assert "wasmtime" in maps
    assert "llvmlite" not in maps


def test_the_result_is_the_same_without_a_process() -> None:
    view = view_of(HANDS)
    job: Job = Choose(view.to_json(), "club", 3, 4)
    first, again = (think(job, lambda _: None) for _ in range(2))
    assert isinstance(first, Chosen)
    assert first == again


def a_transcript(seed: int) -> str:
    """Return a finished match."""
    return random_match(seed, tablee.game(OPEN)).transcript.text()


def test_a_review_in_slices_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reviewer, "of", partial(Reviewer.of, simulations=2_000))
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)
    job, shares, slices = Review(a_transcript(1), threads=8), [0.0], 1
    while isinstance(found := think(job, shares.append), More):
        slices += 1
    assert isinstance(found, Reviewed)
    assert len(shares) == slices + 1 > 3
    assert shares == sorted(shares)
    monkeypatch.setattr(jobs, "SLICE_SECONDS", PATIENCE)
    assert found == think(job, lambda _: None)


async def test_a_review_begins_beside_those_of_others(workers: Workers) -> None:
    """It once waited until one of theirs was done."""
    begun: dict[str, list[float]] = {"ada": [], "bob": []}
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(workers.review(who, a_transcript(seed), begun[who].append))
            for seed, who in enumerate(["ada", "ada", "bob"])
        ]
        while not begun["bob"]:
            await asyncio.sleep(0.05)
        for task in tasks:
            assert not task.done()
            task.cancel()


@contextmanager
def running(pool: Pool) -> Iterator[Pool]:
    pool.start()
    try:
        yield pool
    finally:
        pool.close()


def quick_job() -> Job:
    return Choose(view_of(OPEN).to_json(), "gentle", 1, 1)


async def ask(pool: Pool, job: Job) -> JobResult:
    async with asyncio.timeout(PATIENCE):
        return await pool.ask(MOVES, ADA, job)


async def eventually(happens: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not happens():
            await asyncio.sleep(0.01)
