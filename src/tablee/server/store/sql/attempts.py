"""Attempts at secrets in both databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

FORGET = "DELETE FROM attempts WHERE at < ?"
COUNT = (
    "INSERT INTO attempts (key, count, at) VALUES (?, ?, ?)"
    " ON CONFLICT (key) DO UPDATE SET count = excluded.count, at = excluded.at"
    " WHERE attempts.count = excluded.count - 1 RETURNING count"
)


class SqlAttempts(ABC):
    """Counts attempts, in one statement each, so that none is missed."""

    @abstractmethod
    async def _look(self, statement: str, *values: object) -> list[Any]:
        """Return a few rows by their key."""

    @abstractmethod
    async def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> list[Any]:
        """Do all statements or nothing; return the rows that the last one returns."""

    async def attempts(self, key: bytes) -> tuple[int, int]:
        found = await self._look("SELECT count, at FROM attempts WHERE key = ?", key)
        return (found[0][0], found[0][1]) if found else (0, 0)

    async def count_attempt(self, key: bytes, before: int, now: int, since: int) -> bool:
        return bool(await self._change((FORGET, (since,)), (COUNT, (key, before + 1, now))))

    async def drop_attempts(self, key: bytes) -> None:
        await self._change(("DELETE FROM attempts WHERE key = ?", (key,)))
