"""What the hall does beside the commands."""

from __future__ import annotations

import asyncio
import logging

import pytest

from server.core.helpers import until
from tablee.server.core.chores import Alarms, Chores, bravely, each
from tablee.server.store.contract import StoreDown


async def broken() -> None:
    raise ValueError("a broken chore")


async def without_store() -> None:
    raise StoreDown("no route")


async def test_chores_begin_chores_and_all_come_to_an_end() -> None:
    done: list[int] = []
    chores = Chores()

    async def count_down(left: int) -> None:
        done.append(left)
        if left:
            chores.begin(count_down(left - 1))

    chores.begin(count_down(3))
    await chores.ended()
    assert done == [3, 2, 1, 0]


async def test_nothing_is_begun_after_the_end() -> None:
    """Who is told to stop would wait for one bot after the other."""
    done: list[str] = []
    chores = Chores()

    async def again() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            done.append("broken off")
            chores.begin(again())

    chores.begin(again())
    await asyncio.sleep(0)
    chores.cancel()
    await asyncio.wait_for(chores.ended(), 10)
    assert done == ["broken off"]


async def test_what_goes_wrong_is_told_and_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    chores = Chores()
    chores.begin(broken())
    chores.begin(without_store())
    await chores.ended()
    await bravely(broken())
    await bravely(without_store())
    assert [(one.levelno, bool(one.exc_info)) for one in caplog.records] == [
        (logging.ERROR, True),
        (logging.WARNING, False),
        (logging.ERROR, True),
        (logging.WARNING, False),
    ]


async def test_a_broken_table_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[str] = []

    async def look(table: str) -> None:
        seen.append(table)
        if table == "a":
            await broken()
        if table == "b":
            await without_store()

    with pytest.raises(StoreDown):
        await each("abc", look)
    assert seen == ["a", "b"]
    assert "table a" in caplog.text


async def test_an_alarm_that_is_early_stays_and_one_that_is_late_is_set_anew() -> None:
    rung: list[tuple[str, int]] = []
    loop = asyncio.get_running_loop()
    began = loop.time()

    def now() -> int:
        return int((loop.time() - began) * 1000)

    alarms = Alarms(now, lambda table: rung.append((table, now())))
    alarms.set("early", 20)
    alarms.set("early", 3_600_000)
    alarms.set("late", 3_600_000)
    alarms.set("late", 40)
    alarms.set("no more", 20)
    alarms.set("no more", None)
    alarms.set("stopped", 3_600_000)
    await until(lambda: len(rung) == 2)
    alarms.set("early", now() + 10)  # it has rung, and can be set again
    await until(lambda: len(rung) == 3)
    alarms.stop_all()
    assert not alarms._set
    assert [table for table, _ in rung] == ["early", "late", "early"]
    assert all(at >= least for (_, at), least in zip(rung, (19, 39, 49), strict=True))  # rounded
