"""Rings of references are freed in small steps, and the collector is as before afterwards."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tablee.server.ops import gc as tidying
from tablee.server.ops.gc import collect_everything, collect_young, short_pauses

pytestmark = pytest.mark.slow


class Ring:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.me = self


async def test_a_young_ring_is_freed_by_a_small_step() -> None:
    async with short_pauses():
        await asyncio.sleep(0)
        assert not gc.isenabled()
        gone = weakref.ref(Ring())
        assert gone() is not None
        collect_young()
        assert gone() is None
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


async def test_an_old_ring_waits_for_a_look_at_everything() -> None:
    async with short_pauses():
        await asyncio.sleep(0)
        ring = Ring()
        collect_young()
        gone = weakref.ref(ring)
        del ring
        collect_young()
        assert gone() is not None
        collect_everything()
        assert gone() is None


async def gone_by_itself(busy: bool) -> bool:
    async with short_pauses():
        await asyncio.sleep(0)  # the first look is over
        gone = weakref.ref(Ring())
        kept: list[list[int]] = []
        for _ in range(300):
            await asyncio.sleep(0.01)
            if gone() is None:
                break
            if busy:
                kept += [[] for _ in range(1000)]
                sum(range(100_000))  # never idle
        return gone() is None


async def test_it_works_by_itself_while_nobody_has_anything_to_do() -> None:
    assert await gone_by_itself(busy=False)


async def test_it_works_by_itself_when_much_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "IDLE_SHARE", 0.0)
    assert await gone_by_itself(busy=True)
