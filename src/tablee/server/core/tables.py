"""Open tables, for a person or for a rematch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    ) -> str:
        """Open a table; return its id."""
        opened = open_room(settings, who, self.random(32))
        if branch is not None:
            opened = Opened(settings, who, opened.secret, opened.holdings, branch)
        return await self._open(opened, table or self.random(16).hex())

    async def open_rematch(self, table: str) -> None:
        """Open a table with the settings and people of another one, at which all want that."""
        room, again = await self._rooms.current(table), rematch_table(table)
        by_id = {held.person: held for held in room.holdings}
        host = by_id.get(room.host)
        name, avatar = (host.name, host.avatar) if host else ("?", "")
        held = [Holding(one.person, one.name, one.avatar, one.level) for one in room.holdings]
        who = Identity(room.host, name, avatar)
        await self._open(Opened(room.settings, who, self.random(32).hex(), held), again)
        key, now = f"again/{table}", self._commits.now
        await self._commits.settle(
            table, key, lambda room: decisions.rematch_made(room, key, now(), again)
        )

    async def _open(self, opened: Opened, table: str) -> str:
        async with self._rooms.lock(table):
            room = Room.opened(table, Entry(1, self._commits.now(), f"open/{table}", opened))
            room = await self._append(room)  # an earlier attempt may have come no further
            while room.stage == "lobby" and not any(held.free for held in room.holdings):
                room = await self._append(decisions.begin(room, f"begin/{table}", room.at))
        return table

    async def _append(self, after: Room) -> Room:
        """Append an entry, or read the one that is there already."""
        try:
            await self._commits.append(after)
        except (Taken, Repeated):
            return await self._rooms.read_on(after.table)
        return after
