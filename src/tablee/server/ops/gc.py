"""Garbage is looked for seldom and in little: a look at everything would hold up everybody.

Tables need no help to die, only rings of references do, and most of these are young. So what is new
is looked at when a great deal more has come than has gone, or when nobody has anything to do, and
then left alone (`gc.freeze`). With a thousand tables in play that takes a tenth of a second, since
by then all of them are new; to look more often would be to look at what is soon gone by itself.

All of it is looked at, for half a second with a thousand tables, when it has grown and nobody has
anything to do; while somebody always has, only when there is four times as much, and much indeed:
a server that has just started and fills with people is no reason.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from tablee.server.ops.background import meanwhile

YOUNG = 0  # the youngest generation
STEP_SECONDS = 0.1
STEPS = 10  # a second
NEW = 200_000  # things: that many more have come than gone
COUNT_EVERY = 60  # seconds, while there is work
IDLE_SHARE = 0.1  # of a processor
GROWN, GROWN_MUCH = 1.25, 4.0
MUCH = 1_000_000  # things


@asynccontextmanager
async def tidied() -> AsyncIterator[None]:
    """While this lasts, the collector works in small steps."""
    gc.disable()
    try:
        async with meanwhile(_tidy()):
            yield
    finally:
        gc.unfreeze()
        gc.enable()


async def _tidy() -> None:
    kept = look_at_everything()
    for second in count(1):
        clock, work = time.perf_counter(), time.process_time()
        for _ in range(STEPS):
            await asyncio.sleep(STEP_SECONDS)
            if gc.get_count()[YOUNG] > NEW:
                look_at_the_young()
        idle = time.process_time() - work < IDLE_SHARE * (time.perf_counter() - clock)
        if idle:
            look_at_the_young()
        count_them = idle or second % COUNT_EVERY == 0  # that takes some time, too
        if count_them and is_due(kept, gc.get_freeze_count(), idle):
            kept = look_at_everything()


def is_due(kept: int, now: int, idle: bool) -> bool:
    """Whether to look at everything, when so many things were left by the last look.

    >>> is_due(100_000, 110_000, idle=True), is_due(100_000, 200_000, idle=True)
    (False, True)
    >>> is_due(100_000, 2_000_000, idle=False), is_due(100_000, 5_000_000, idle=False)
    (False, True)
    """
    return now > (GROWN * kept if idle else GROWN_MUCH * max(kept, MUCH))


def look_at_the_young() -> None:
    """Frees rings among what is new; all that lives is left alone from now on."""
    gc.collect(YOUNG)
    gc.freeze()


def look_at_everything() -> int:
    """Frees all rings; how many things are left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
