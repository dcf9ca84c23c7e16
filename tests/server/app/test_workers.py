"""The worker processes: fair, replaceable, and told no more than a view."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import tablee
from tablee.bots.levels import player
from tablee.kernel.dice import dice_for
from tablee.position import Position, View
from tablee.server.thinking import Advise, Choose, Chosen, Failed, Job, needs, read_view, think
from tablee.server.workers import ADVICE, MOVES, FairQueue, Pool, Workers, WorkFailed

ARCHIVE = Path(__file__).parents[2] / "table" / "archive"


def to_decide(name: str, seats: int = 3) -> Position:
    """A position in which a seat decides."""
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
    found.pool = Pool(1, 10, warm=False)  # nothing here searches
    found.start()
    yield found
    found.close()


@pytest.mark.parametrize("name", ["mahe", "maamut", "papua", "maroceau"])
def test_a_job_holds_a_view_and_no_more(name: str) -> None:
    view = view_of(name)
    assert read_view(view.to_json()) == view
    fields = {"job", "view", "level", "seed", "event"}
    assert set(msgspec.to_builtins(Choose(view.to_json(), "club", 1, 2))) == fields
    assert set(msgspec.to_builtins(Advise(view.to_json(), 1))) == {"job", "view", "seed"}


def test_a_worker_chooses_as_the_bot_itself_would(workers: Workers) -> None:
    view = view_of("papua")
    expected = player("gentle", "papua").choose(view, dice_for(5, match=7))
    assert asyncio.run(workers.choose(view, "gentle", 5, 7)) == expected


def test_a_process_that_dies_is_replaced_and_the_job_done_again(workers: Workers) -> None:
    view = view_of("maroceau")
    before = workers.pool.processes()
    for process in before:
        os.kill(process, signal.SIGKILL)
    assert asyncio.run(workers.choose(view, "casual", 1, 1)) in view.moves()
    assert not set(before) & set(workers.pool.processes())


def test_a_job_that_cannot_be_done_is_told(workers: Workers) -> None:
    async def ask() -> object:
        return await workers.pool.ask(MOVES, "t", Choose("{}", "gentle", 1, 1))

    assert isinstance(asyncio.run(ask()), Failed)


def test_a_bot_that_fails_is_replaced_by_a_simpler_one(workers: Workers) -> None:
    view = view_of("mahe")
    assert asyncio.run(workers.choose(view, "no such level", 1, 1)) in view.moves()


def test_a_spectator_gets_no_advice(workers: Workers) -> None:
    with pytest.raises(WorkFailed):
        asyncio.run(workers.advise(to_decide("mahe").view(None), 1))


def test_tables_take_turns_and_moves_go_first() -> None:
    queue = FairQueue[str]()
    queue.put(ADVICE, "a", "advice")
    for number in range(3):
        queue.put(MOVES, "greedy", f"greedy {number}")
    queue.put(MOVES, "modest", "modest 0")
    assert len(queue) == 5
    assert [queue.take() for _ in range(5)] == [
        "greedy 0", "modest 0", "greedy 1", "greedy 2", "advice",
    ]  # fmt: skip
    queue.close()
    assert queue.take() is None


def test_the_loop_goes_on_while_a_worker_works() -> None:
    """A pool without processes answers nothing, and holds up nobody."""
    pool = Pool(0, 0, warm=False)

    async def main() -> int:
        asking = asyncio.create_task(pool.ask(MOVES, "t", Choose("{}", "gentle", 1, 1)))
        ticks = 0
        for _ in range(100):
            await asyncio.sleep(0)
            ticks += 1
        asking.cancel()
        return ticks

    assert asyncio.run(main()) == 100
    assert len(pool.queue) == 1


def test_workers_are_polite() -> None:
    pool = Pool(1, 10, warm=False)
    pool.start()
    try:
        deadline = time.monotonic() + 30
        while not pool.processes() and time.monotonic() < deadline:
            time.sleep(0.01)
        answer = asyncio.run(pool.ask(MOVES, "t", Choose(view_of("mahe").to_json(), "club", 1, 1)))
        assert isinstance(answer, Chosen)
        assert os.getpriority(os.PRIO_PROCESS, pool.processes()[0]) == min(19, here() + 10)
    finally:
        pool.close()
    assert pool.processes() == []


def here() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


def test_only_what_searches_waits_for_the_compiler() -> None:
    view = view_of("papua").to_json()
    levels = ["gentle", "casual", "club", "expert", "master", "random"]
    assert [needs(Choose(view, level, 1, 1)) for level in levels] == [0, 0, 0, 0, 1, 0]
    assert needs(Advise(view, 1)) == 2


def test_thinking_is_the_same_without_a_process() -> None:
    view = view_of("maamut")
    job: Job = Choose(view.to_json(), "club", 3, 4)
    first, again = (think(job, lambda _: None) for _ in range(2))
    assert isinstance(first, Chosen)
    assert first == again
