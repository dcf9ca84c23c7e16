"""The audit log and the reports of the store in memory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablee.server.store.contract import Person
from tablee.server.store.moderation import LOWER, SANCTIONS, Act, Report

if TYPE_CHECKING:
    from tablee.server.store.memory.store import Disk


class MemoryModeration(ABC):
    """What a disk keeps for the operator."""

    disk: Disk

    @abstractmethod
    async def reach(self) -> None:
        """Check that the disk can be reached; `StoreDown` if not."""

    async def record_act(self, act: Act) -> None:
        await self.reach()
        self.disk.acts.setdefault(act.id, act)

    async def acts(self, limit: int) -> list[Act]:
        await self.reach()
        return self._in_order()[::-1][:limit]

    async def old_acts(self, before: int, now: int, limit: int) -> list[str]:
        needed = {act.id for act in await self.sanctions(now)}
        there = {*self.disk.acts, *self.disk.reports}
        found = [act for act in self._in_order() if act.at < before and act.target not in there]
        return [act.id for act in found if act.id not in needed][:limit]

    async def drop_acts(self, ids: Sequence[str]) -> None:
        await self.reach()
        for id in ids:
            self.disk.acts.pop(id, None)

    async def sanctions(self, now: int) -> list[Act]:
        await self.reach()
        lifted = self._targets("lift")
        return [
            act
            for act in self._in_order()
            if act.deed in SANCTIONS
            and act.id not in lifted
            and (act.until is None or act.until > now)
        ]

    async def add_report(self, report: Report) -> bool:
        await self.reach()
        new = report.id not in self.disk.reports
        self.disk.reports.setdefault(report.id, report)
        return new

    async def open_reports(self, limit: int) -> list[Report]:
        await self.reach()
        resolved = self._targets("resolve")
        return [one for one in self._reports() if one.id not in resolved][:limit]

    async def reports_by(self, reporter: str) -> list[Report]:
        await self.reach()
        return [one for one in self._reports() if one.reporter == reporter]

    async def drop_reports(self, before: int) -> None:
        await self.reach()
        for report in self._reports():
            if report.at < before:
                del self.disk.reports[report.id]

    async def find_people(self, text: str, limit: int) -> list[Person]:
        await self.reach()
        wanted = text.translate(LOWER)
        found = [
            one
            for one in self.disk.persons.values()
            if one.deleted is None
            and (text in (one.id, one.login) or wanted in one.name.translate(LOWER))
        ]
        return sorted(found, key=lambda one: (-one.created, one.id))[:limit]

    def _in_order(self) -> list[Act]:
        return sorted(self.disk.acts.values(), key=lambda act: (act.at, act.id))

    def _reports(self) -> list[Report]:
        return sorted(self.disk.reports.values(), key=lambda report: (report.at, report.id))

    def _targets(self, deed: str) -> set[str]:
        return {act.target for act in self.disk.acts.values() if act.deed == deed}
