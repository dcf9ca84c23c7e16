"""Keep garbage-collection pauses short.

Reference counting frees tables; only reference cycles need the collector, and most of those are
young. So the young generation is collected when many objects have been created, or when the server
is idle, and what survives is frozen (`gc.freeze`) and not visited again. With a thousand tables in
play that takes a tenth of a second, because by then all of them are young.

Everything is collected (half a second with a thousand tables) when the number of frozen objects
has grown and the server is idle. While the server is never idle, that happens only when there are
four times as many, and at least a million: a server that has just started and fills with people
doesn't need it.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from tablee.server.runtime.background import in_background

YOUNG = 0  # the youngest generation
STEP_SECONDS = 0.1
STEPS = 10  # a second
NEW_OBJECTS = 200_000  # more created than freed
COUNT_EVERY = 60  # seconds, while the server is busy
IDLE_SHARE = 0.1  # of a processor
GROWTH_IF_IDLE, GROWTH_IF_BUSY = 1.25, 4.0
MANY_OBJECTS = 1_000_000


@asynccontextmanager
async def short_pauses() -> AsyncIterator[None]:
    """Collect in small steps while this lasts, instead of Python's own schedule."""
    gc.disable()
    try:
        async with in_background(_collect_regularly()):
            yield
    finally:
        gc.unfreeze()
        gc.enable()


async def _collect_regularly() -> None:
    frozen = collect_everything()
    for second in count(1):
        clock, work = time.perf_counter(), time.process_time()
        for _ in range(STEPS):
            await asyncio.sleep(STEP_SECONDS)
            if gc.get_count()[YOUNG] > NEW_OBJECTS:
                collect_young()
        idle = time.process_time() - work < IDLE_SHARE * (time.perf_counter() - clock)
        if idle:
            collect_young()
        count_objects = idle or second % COUNT_EVERY == 0  # counting takes time, too
        if count_objects and is_due(frozen, gc.get_freeze_count(), idle):
            frozen = collect_everything()


def is_due(before: int, now: int, idle: bool) -> bool:
    """Return whether to collect everything, given the frozen objects after the last time and now.

    >>> is_due(100_000, 110_000, idle=True), is_due(100_000, 200_000, idle=True)
    (False, True)
    >>> is_due(100_000, 2_000_000, idle=False), is_due(100_000, 5_000_000, idle=False)
    (False, True)
    """
    return now > (GROWTH_IF_IDLE * before if idle else GROWTH_IF_BUSY * max(before, MANY_OBJECTS))


def collect_young() -> None:
    """Free cycles among young objects, and freeze the survivors."""
    gc.collect(YOUNG)
    gc.freeze()


def collect_everything() -> int:
    """Free all cycles; return the number of objects left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
