"""The planted fault: a server that says `done` a moment before the entry is kept."""

from __future__ import annotations

import asyncio

from server.processes import quiet
from tablee.server.core.entries import Entry, Payload
from tablee.server.core.hall import Hall
from tablee.server.core.room import Room
from tablee.server.store.contract import Repeated, StoreDown, Taken

MOMENT = 0.2  # seconds


async def hasty(self: Hall, room: Room, what: Payload, command: str) -> Room:
    entry = Entry(room.seq + 1, max(self.now(), room.at), command, what)  # type: ignore[arg-type]
    after = room.apply(entry)

    async def later() -> None:
        await asyncio.sleep(MOMENT)
        try:
            await self._keep(after, entry)
        except (Taken, Repeated, StoreDown):
            self._rooms.pop(room.table, None)

    self.tasks.start(later())
    return after


if __name__ == "__main__":
    Hall._append = hasty  # type: ignore[method-assign]
    quiet.run()
