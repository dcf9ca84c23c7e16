"""How both databases find and delete what has been left alone for long."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from tablee.server.store.contract import Person, Row
from tablee.server.store.retention import SPOKE, Idle
from tablee.server.store.sql.moderation import IN_FORCE
from tablee.server.store.sql.records import columns

PERSON, ROW = columns(Person), columns(Row)
ACCOUNT = (
    "(password_hash IS NOT NULL OR EXISTS"
    " (SELECT 1 FROM passkeys WHERE passkeys.person = persons.id))"
)
WITH_ACCOUNT = (
    "EXISTS (SELECT 1 FROM sitting JOIN persons ON persons.id = sitting.person"
    f" WHERE sitting.table_id = heads.table_id AND {ACCOUNT})"
)
RATED = "EXISTS (SELECT 1 FROM results WHERE results.table_id = heads.table_id AND rated)"
# The last result stays with its table: its number must not be given again.
LAST = (
    "EXISTS (SELECT 1 FROM results WHERE results.table_id = heads.table_id"
    " AND number = (SELECT max(number) FROM results))"
)
WHICH: dict[Idle, str] = {
    "unfinished": "stage <> 'over' AND deadline IS NULL"
    f" AND (stage = 'closed' OR NOT {WITH_ACCOUNT})",
    "guests": f"stage = 'over' AND NOT {RATED} AND NOT {LAST} AND NOT {WITH_ACCOUNT}",
    "accounts": f"stage = 'over' AND NOT {RATED} AND NOT {LAST}",
}
STILL = f"EXISTS (SELECT 1 FROM heads WHERE table_id = ? AND changed < ? AND NOT {LAST})"
NUMBER = "(SELECT number FROM results WHERE table_id = ?)"
DROP_TABLE = (
    f"DELETE FROM played WHERE number = {NUMBER} AND {STILL}",
    f"DELETE FROM results WHERE table_id = ? AND {STILL}",
    f"DELETE FROM sitting WHERE table_id = ? AND {STILL}",
    f"DELETE FROM looking WHERE table_id = ? AND {STILL}",
    f"DELETE FROM entries WHERE table_id = ? AND {STILL}",
)
DROP_HEAD = (
    f"DELETE FROM heads WHERE table_id = ? AND changed < ? AND NOT {LAST} RETURNING table_id"
)
ALONE = (
    "deleted IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sitting WHERE person = id)"
    " AND NOT EXISTS (SELECT 1 FROM played WHERE person = id)"
)

OLD_ACTS = (
    f"SELECT id FROM acts WHERE at < ? AND NOT ({IN_FORCE})"
    " AND target NOT IN (SELECT id FROM acts) AND target NOT IN (SELECT id FROM reports)"
    " ORDER BY at, id LIMIT ?"
)


class SqlRetention(ABC):
    """Retention in both databases."""

    spoke: str
    """How the database writes the bytes of `SPOKE` in a statement, as its index has them."""
    alone_with_entries: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """What keeps others from writing entries while a table is deleted."""

    @abstractmethod
    async def _ask(self, statement: str, *values: object) -> list[Any]:
        """Return a list."""

    @abstractmethod
    async def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> list[Any]:
        """Do all statements or nothing; return the rows that the last one returns."""

    async def idle_tables(
        self, kind: Idle, before: int, after: tuple[int, str], limit: int
    ) -> list[tuple[int, str]]:
        found = await self._ask(
            "SELECT changed, table_id FROM heads WHERE changed < ? AND (changed, table_id) > (?, ?)"
            f" AND {WHICH[kind]} ORDER BY changed, table_id LIMIT ?",
            before, *after, limit,
        )  # fmt: skip
        return [(changed, table) for changed, table in found]

    async def drop_table(self, table: str, before: int) -> bool:
        statements = [(statement, (table, table, before)) for statement in DROP_TABLE]
        last = (DROP_HEAD, (table, before))
        return bool(await self._change(*self.alone_with_entries, *statements, last))

    async def old_chat(self, before: int, after: tuple[int, str, int], limit: int) -> list[Row]:
        found = await self._ask(
            f"SELECT {ROW} FROM entries WHERE substr(body, 1, {len(SPOKE)}) = {self.spoke}"
            " AND at < ? AND (at, table_id, seq) > (?, ?, ?) ORDER BY at, table_id, seq LIMIT ?",
            before, *after, limit,
        )  # fmt: skip
        return [Row(*each) for each in found]

    async def idle_guests(self, before: int, after: tuple[int, str], limit: int) -> list[Person]:
        found = await self._ask(
            f"SELECT {PERSON} FROM persons WHERE deleted IS NULL AND password_hash IS NULL"
            f" AND created < ? AND (created, id) > (?, ?) AND NOT {ACCOUNT} AND NOT EXISTS"
            " (SELECT 1 FROM tokens WHERE tokens.person = persons.id AND last_used >= ?)"
            " ORDER BY created, id LIMIT ?",
            before, *after, before, limit,
        )  # fmt: skip
        return [Person(*each) for each in found]

    async def old_acts(self, before: int, now: int, limit: int) -> list[str]:
        return [id for (id,) in await self._ask(OLD_ACTS, before, now, limit)]

    async def drop_acts(self, ids: Sequence[str]) -> None:
        await self._change(*(("DELETE FROM acts WHERE id = ?", (id,)) for id in ids))

    async def unreferenced(self, limit: int) -> list[str]:
        found = await self._ask(f"SELECT id FROM persons WHERE {ALONE} ORDER BY id LIMIT ?", limit)
        return [id for (id,) in found]

    async def drop_unreferenced(self, persons: Sequence[str]) -> None:
        statement = f"DELETE FROM persons WHERE id = ? AND {ALONE}"
        await self._change(*((statement, (person,)) for person in persons))
