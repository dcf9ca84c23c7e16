"""Timers for the clocks of players."""

from __future__ import annotations

import asyncio

from server.core.helpers import until
from tablee.server.core.upkeep.deadlines import DeadlineTimers


async def test_an_early_timer_stays_and_a_late_one_is_replaced() -> None:
    fired: list[tuple[str, int]] = []
    loop = asyncio.get_running_loop()
    began = loop.time()

    def now() -> int:
        return int((loop.time() - began) * 1000)

    timers = DeadlineTimers(now, lambda table: fired.append((table, now())))
    timers.set("early", 20)
    timers.set("early", 3_600_000)
    timers.set("late", 3_600_000)
    timers.set("late", 40)
    timers.set("no more", 20)
    timers.set("no more", None)
    timers.set("stopped", 3_600_000)
    await until(lambda: len(fired) == 2)
    timers.set("early", now() + 10)  # it has fired, and can be set again
    await until(lambda: len(fired) == 3)
    timers.stop_all()
    assert not [one for one in ("early", "late", "no more", "stopped") if one in timers]
    assert [table for table, _ in fired] == ["early", "late", "early"]
    assert all(at >= least for (_, at), least in zip(fired, (19, 39, 49), strict=True))  # rounded
