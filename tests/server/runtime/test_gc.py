"""Reference cycles are freed in small steps; afterwards the collector is as before."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tablee.server.runtime.gc import collect_everything, collect_young, short_pauses

pytestmark = pytest.mark.slow


class Cycle:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.me = self


async def test_a_young_cycle_is_freed_by_a_small_step() -> None:
    async with short_pauses():
        await asyncio.sleep(0)
        assert not gc.isenabled()
        gone = weakref.ref(Cycle())
        assert gone() is not None
        collect_young()
        assert gone() is None
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_an_old_cycle_is_freed_by_a_full_collection() -> None:
    async with short_pauses():
        await asyncio.sleep(0)
        ring = Cycle()
        collect_young()
        gone = weakref.ref(ring)
        del ring
        collect_young()
        assert gone() is not None
        collect_everything()
        assert gone() is None


async def freed_automatically(busy: bool) -> bool:
    async with short_pauses():
        await asyncio.sleep(0)  # the first collection is over
        gone = weakref.ref(Cycle())
        kept: list[list[int]] = []
        for _ in range(300):
            await asyncio.sleep(0.01)
            if gone() is None:
                break
            if busy:
                kept += [[] for _ in range(1000)]
                sum(range(100_000))  # never idle
        return gone() is None


async def test_cycles_are_freed_while_the_loop_is_idle() -> None:
    assert await freed_automatically(busy=False)


async def test_cycles_are_freed_while_the_loop_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.runtime.gc.IDLE_SHARE", 0.0)
    assert await freed_automatically(busy=True)
