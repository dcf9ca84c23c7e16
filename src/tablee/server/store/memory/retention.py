"""Retention in the store in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablee.server.store.contract import Person, Row
from tablee.server.store.retention import SPOKE, Idle

if TYPE_CHECKING:
    from tablee.server.store.memory.store import Disk


class MemoryRetention(ABC):
    """Delete what is kept for a limited time."""

    disk: Disk

    @abstractmethod
    async def reach(self) -> None:
        """Check that the disk can be reached; `StoreDown` if not."""

    async def idle_tables(
        self, kind: Idle, before: int, after: tuple[int, str], limit: int
    ) -> list[tuple[int, str]]:
        await self.reach()
        found = [
            (head.changed, head.table)
            for head in self.disk.heads.values()
            if head.changed < before and self._is_idle(head.table, kind)
        ]
        return sorted(one for one in found if one > after)[:limit]

    def _is_idle(self, table: str, kind: Idle) -> bool:
        head = self.disk.heads[table]
        known = any(self._has_account(person) for person in head.persons)
        if kind == "unfinished":
            stands = head.stage != "over" and head.deadline is None
            return stands and (head.stage == "closed" or not known)
        rated = any(one.table == table and one.rated for one in self.disk.results)
        old = head.stage == "over" and not rated and not self._has_last_result(table)
        return old and (kind == "accounts" or not known)

    def _has_account(self, id: str) -> bool:
        person = self.disk.persons.get(id)
        keys = self.disk.passkeys.values()
        return person is not None and (
            person.password_hash is not None or any(key.person == id for key in keys)
        )

    async def drop_table(self, table: str, before: int) -> bool:
        await self.reach()
        head = self.disk.heads.get(table)
        if head is None or head.changed >= before or self._has_last_result(table):
            return False
        for row in self.disk.entries.pop(table, []):
            self.disk.commands.pop(row.command, None)
        for key in [key for key in self.disk.looking if key[1] == table]:
            del self.disk.looking[key]
        self.disk.results = [one for one in self.disk.results if one.table != table]
        del self.disk.heads[table]
        return True

    def _has_last_result(self, table: str) -> bool:
        return bool(self.disk.results) and self.disk.results[-1].table == table

    async def old_chat(self, before: int, after: tuple[int, str, int], limit: int) -> list[Row]:
        await self.reach()
        found = [
            row
            for rows in self.disk.entries.values()
            for row in rows
            if row.at < before and row.body.startswith(SPOKE)
        ]
        behind = [row for row in found if (row.at, row.table, row.seq) > after]
        return sorted(behind, key=lambda row: (row.at, row.table, row.seq))[:limit]

    async def idle_guests(self, before: int, after: tuple[int, str], limit: int) -> list[Person]:
        await self.reach()
        seen = {one.person for one in self.disk.tokens.values() if one.last_used >= before}
        found = [
            person
            for person in self.disk.persons.values()
            if person.deleted is None
            and person.created < before
            and person.id not in seen
            and (person.created, person.id) > after
            and not self._has_account(person.id)
        ]
        return sorted(found, key=lambda person: (person.created, person.id))[:limit]

    async def unreferenced(self, limit: int) -> list[str]:
        await self.reach()
        return sorted(one for one in self.disk.persons if self._is_alone(one))[:limit]

    async def drop_unreferenced(self, persons: Sequence[str]) -> None:
        await self.reach()
        for person in persons:
            if self._is_alone(person):
                del self.disk.persons[person]

    def _is_alone(self, person: str) -> bool:
        known = self.disk.persons.get(person)
        sits = any(person in head.persons for head in self.disk.heads.values())
        played = any(person in result.persons for result in self.disk.results)
        return known is not None and known.deleted is not None and not sits and not played
