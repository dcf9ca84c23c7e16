"""Garbage is looked for often and in little: a look at everything would hold up everybody.

Tables need no help to die, only rings of references do, and most of these are young. So what is new
is looked at twenty times a second, which takes a millisecond, and then left alone (`gc.freeze`).
All of it is looked at, for half a second with a thousand tables, when it has doubled.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

YOUNG = 0  # the youngest generation
STEP_SECONDS = 0.05
LOOK_EVERY = 1200  # steps: a minute


@asynccontextmanager
async def tidied() -> AsyncIterator[None]:
    """While this lasts, the collector works in small steps."""
    gc.disable()
    task = asyncio.create_task(_tidy())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        gc.unfreeze()
        gc.enable()


async def _tidy() -> None:
    kept = look_at_everything()
    while True:
        for _ in range(LOOK_EVERY):
            await asyncio.sleep(STEP_SECONDS)
            look_at_the_young()
        if gc.get_freeze_count() > 2 * kept:
            kept = look_at_everything()


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
