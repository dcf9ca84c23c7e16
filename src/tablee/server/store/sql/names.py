"""How the names of accounts look, in both databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tablee.server.store.contract import Person
from tablee.server.store.sql.records import columns

CLAIM = (
    "INSERT INTO names (person, skeleton) SELECT id, ? FROM persons"
    " WHERE id = ? AND deleted IS NULL"
    " ON CONFLICT (person) DO UPDATE SET skeleton = excluded.skeleton"
)
DROP_CLAIM = "DELETE FROM names WHERE person = ?"
ALIKE = (
    f"SELECT {columns(Person)} FROM persons"
    " WHERE id IN (SELECT person FROM names WHERE skeleton = ?) ORDER BY id"
)


class SqlNames(ABC):
    """Knows whose names look alike."""

    @abstractmethod
    async def _look(self, statement: str, *values: object) -> list[Any]:
        """Return a few rows by their key."""

    @abstractmethod
    async def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> list[Any]:
        """Do all statements or nothing; return the rows that the last one returns."""

    async def claim_name(self, person: str, skeleton: str) -> None:
        await self._change((CLAIM, (skeleton, person)))

    async def people_like(self, skeleton: str) -> list[Person]:
        return [Person(*found) for found in await self._look(ALIKE, skeleton)]
