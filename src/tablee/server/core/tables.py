"""Open tables, for a person or for a rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablee.server import wire
from tablee.server.store.contract import Repeated, Taken

from .commits import Commits
from .rooms import decisions
from .rooms.cache import Rooms
from .rooms.entries import Entry, Holding, Identity, Opened
from .rooms.opening import open_room, rematch_table
from .rooms.room import Room


class Tables:
    """Opens tables, and starts the game at once if no seat is free."""

    def __init__(self, rooms: Rooms, commits: Commits, random: Callable[[int], bytes]) -> None:
        self._rooms = rooms
        self._commits = commits
        self.random = random

    async def open(
        self,
        settings: wire.Settings,
        who: Identity,
        branch: dict[str, Any] | None = None,
        table: str | None = None,
        waits: bool = False,
    ) -> str:
        """Open a table; return its id. If it waits, its players add entropy before the game."""
        opened = replace(open_room(settings, who, self.random(32)), branch=branch, waits=waits)
        return await self._open(opened, table or self.random(16).hex())

    async def hand_over(self, opened: Opened, table: str) -> None:
        """Make a table of a match that was played offline, unless there is one already."""
        entry = Entry(1, self._commits.now(), f"open/{table}", opened)
        async with self._rooms.lock(table):
            await self._append(await asyncio.to_thread(Room.opened, table, entry))

    async def open_rematch(self, table: str) -> None:
        """Open a table with the settings and people of another one, at which all want that."""
        room, again = await self._rooms.current(table), rematch_table(table)
        by_id = {held.person: held for held in room.holdings}
        host = by_id.get(room.host)
        name, avatar = (host.name, host.avatar) if host else ("?", "")
        held = [Holding(one.person, one.name, one.avatar, one.level) for one in room.holdings]
        who = Identity(room.host, name, avatar)
        secret, waits = self.random(32).hex(), room.rematch_waits
        opened = Opened(room.settings, who, secret, held, waits=waits)
        await self._open(opened, again)
        key, now = f"again/{table}", self._commits.now
        await self._commits.settle(
            table, key, lambda room: decisions.rematch_made(room, key, now(), again)
        )

    async def _open(self, opened: Opened, table: str) -> str:
        async with self._rooms.lock(table):
            room = Room.opened(table, Entry(1, self._commits.now(), f"open/{table}", opened))
            room = await self._append(room)  # an earlier attempt may have come no further
            full = not any(held.free for held in room.holdings)
            while room.stage == "lobby" and full and not room.waits:
                room = await self._append(decisions.begin(room, f"begin/{table}", room.at))
        return table

    async def _append(self, after: Room) -> Room:
        """Append an entry, or read the existing one."""
        try:
            await self._commits.append(after)
        except (Taken, Repeated):
            return await self._rooms.read_on(after.table)
        return after
