"""A planted fault: the server acknowledges a moment before the entry is stored."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from server.processes import quiet
from tablee.server.core.commits import Commits
from tablee.server.core.rooms.room import Room
from tablee.server.store.contract import Repeated, StoreDown, Taken

MOMENT = 0.2  # seconds
TASKS: set[asyncio.Task[None]] = set()
append = Commits.append


async def hasty(self: Commits, after: Room) -> None:
    """Append the entry a moment later, unless it opens a table."""
    if after.seq == 1:
        await append(self, after)
        return

    async def later() -> None:
        await asyncio.sleep(MOMENT)
        with suppress(Taken, Repeated, StoreDown):
            await append(self, after)

    TASKS.add(asyncio.create_task(later()))


if __name__ == "__main__":
    Commits.append = hasty  # type: ignore[method-assign]
    quiet.run()
