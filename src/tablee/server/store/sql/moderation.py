"""The audit log and the reports in both databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tablee.server.store.contract import Person
from tablee.server.store.moderation import LOWER, SANCTIONS, Act, Report
from tablee.server.store.sql.records import columns, insert, values

ACT, REPORT, PERSON = columns(Act), columns(Report), columns(Person)
MARKED = ", ".join(f"'{deed}'" for deed in SANCTIONS)
IN_FORCE = (
    f"deed IN ({MARKED}) AND (until IS NULL OR until > ?)"
    " AND id NOT IN (SELECT target FROM acts WHERE deed = 'lift')"
)
OPEN = (
    f"SELECT {REPORT} FROM reports WHERE id NOT IN"
    " (SELECT target FROM acts WHERE deed = 'resolve') ORDER BY at, id LIMIT ?"
)
FIND = (
    f"SELECT {PERSON} FROM persons WHERE deleted IS NULL"
    " AND (id = ? OR login = ? OR lower(name) LIKE ? ESCAPE '!')"
    " ORDER BY created DESC, id LIMIT ?"
)
FORGET_REPORTER = "UPDATE reports SET text = '' WHERE reporter = ?"


def pattern(text: str) -> str:
    """Return the pattern that finds a text anywhere.

    >>> pattern("50% Ada_")
    '%50!% ada!_%'
    """
    for special in "!%_":
        text = text.replace(special, f"!{special}")
    return f"%{text.translate(LOWER)}%"


class SqlModeration(ABC):
    """Keeps what operators did, and what players reported."""

    @abstractmethod
    async def _ask(self, statement: str, *values: object) -> list[Any]:
        """Return a list."""

    @abstractmethod
    async def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> list[Any]:
        """Do all statements or nothing; return the rows that the last one returns."""

    async def record_act(self, act: Act) -> None:
        await self._change((insert("acts", ACT) + " ON CONFLICT (id) DO NOTHING", values(act)))

    async def acts(self, limit: int) -> list[Act]:
        found = await self._ask(f"SELECT {ACT} FROM acts ORDER BY at DESC, id DESC LIMIT ?", limit)
        return [Act(*each) for each in found]

    async def sanctions(self, now: int) -> list[Act]:
        statement = f"SELECT {ACT} FROM acts WHERE {IN_FORCE} ORDER BY at, id"
        return [Act(*each) for each in await self._ask(statement, now)]

    async def add_report(self, report: Report) -> bool:
        statement = insert("reports", REPORT) + " ON CONFLICT (id) DO NOTHING RETURNING id"
        return bool(await self._change((statement, values(report))))

    async def open_reports(self, limit: int) -> list[Report]:
        return [Report(*each) for each in await self._ask(OPEN, limit)]

    async def reports_by(self, reporter: str) -> list[Report]:
        found = await self._ask(
            f"SELECT {REPORT} FROM reports WHERE reporter = ? ORDER BY at, id", reporter
        )
        return [Report(*each) for each in found]

    async def drop_reports(self, before: int) -> None:
        await self._change(("DELETE FROM reports WHERE at < ?", (before,)))

    async def find_people(self, text: str, limit: int) -> list[Person]:
        found = await self._ask(FIND, text, text, pattern(text), limit)
        return [Person(*each) for each in found]
