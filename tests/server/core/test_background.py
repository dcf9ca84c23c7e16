"""Background tasks."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tablee.server.core.background import BackgroundTasks, for_each, log_errors
from tablee.server.store.contract import StoreDown


async def broken() -> None:
    raise ValueError("a broken task")


async def without_store() -> None:
    raise StoreDown("no route")


async def test_tasks_can_start_tasks_and_all_are_waited_for() -> None:
    done: list[int] = []
    tasks = BackgroundTasks()

    async def count_down(left: int) -> None:
        done.append(left)
        if left:
            tasks.start(count_down(left - 1))

    tasks.start(count_down(3))
    await tasks.finished()
    assert done == [3, 2, 1, 0]


async def test_no_task_is_started_after_cancel() -> None:
    """Otherwise a server that stops would wait for one bot after the other."""
    done: list[str] = []
    tasks = BackgroundTasks()

    async def again() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            done.append("broken off")
            tasks.start(again())

    tasks.start(again())
    await asyncio.sleep(0)
    tasks.cancel()
    await asyncio.wait_for(tasks.finished(), 10)
    assert done == ["broken off"]


async def test_errors_are_logged_and_stop_no_other_task(caplog: pytest.LogCaptureFixture) -> None:
    tasks = BackgroundTasks()
    tasks.start(broken())
    tasks.start(without_store())
    await tasks.finished()
    await log_errors(broken())
    await log_errors(without_store())
    assert [(one.levelno, bool(one.exc_info)) for one in caplog.records] == [
        (logging.ERROR, True),
        (logging.WARNING, False),
        (logging.ERROR, True),
        (logging.WARNING, False),
    ]


async def test_a_broken_table_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[str] = []

    async def look(table: str) -> None:
        seen.append(table)
        if table == "a":
            await broken()
        if table == "b":
            await without_store()

    with pytest.raises(StoreDown):
        await for_each("abc", look)
    assert seen == ["a", "b"]
    assert "table a" in caplog.text
