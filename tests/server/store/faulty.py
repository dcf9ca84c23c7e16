"""A store with faults on request, reproducible: those of every real store, and broken promises.

`Weather` has the faults of every real store: notifications are lost, repeated and reordered,
answers take long, the connection breaks before or after an entry is written, a process is cut off
for a while. `Broken` has violations of the contract: tests have to tell such a store from a
correct one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tablee.server.store.contract import (
    EVERY_TABLE,
    Gap,
    Head,
    Result,
    Row,
    StoreDown,
    Taken,
    check_append,
)
from tablee.server.store.memory.store import Disk, MemoryStore

Broken = Literal[
    "loses",  # acknowledges an entry, and does not keep it
    "unsynced",  # acknowledges an entry before it is safe from a crash
    "acknowledges_twice",  # two writers of the same entry are both acknowledged
    "forgets_commands",  # a command that is sent again becomes a second entry
    "overwrites",  # the later of two writers of the same entry wins
    "allows_gaps",  # entry 3 may come before entry 2
    "splits",  # keeps the entry and forgets the head
    "loses_results",  # keeps the entry and forgets the result
    "misleads",  # hints at an entry that is not there
    "mute",  # never hints at anything
]


@dataclass
class Weather:
    """Faults that a store may have, with their probabilities."""

    random: Random = field(default_factory=lambda: Random(0))
    lost: float = 0.0  # a notification
    doubled: float = 0.0
    late: float = 0.0  # comes after the next one
    down_before: float = 0.0  # an append fails, and nothing is written
    down_after: float = 0.0  # an append fails, and it is written
    cut: bool = False  # nothing reaches the store, and nothing comes from it
    pause: Callable[[], Awaitable[None]] | None = None  # before and after everything

    def strikes(self, chance: float) -> bool:
        return chance > 0 and self.random.random() < chance


class FaultyDisk(Disk):
    """A disk that can lose its power, and may break the contract."""

    def __init__(self, broken: frozenset[Broken] = frozenset()) -> None:
        super().__init__()
        self.broken = broken
        self._unsynced: list[tuple[Row, Head | None]] = []

    def write(self, row: Row, head: Head, result: Result | None) -> None:
        if "forgets_commands" in self.broken:
            self.commands.pop(row.command, None)
        try:
            self.check(row)
        except Taken:
            if "acknowledges_twice" in self.broken:
                return
            if "overwrites" not in self.broken:
                raise
            del self.entries[row.table][row.seq - 1 :]
        except Gap:
            if "allows_gaps" not in self.broken:
                raise
        if "loses" in self.broken:
            return
        if "unsynced" in self.broken:
            self._unsynced.append((row, self.heads.get(row.table)))
        if "splits" in self.broken:
            head = self.heads.get(row.table, head)
        self.add(row, head, None if "loses_results" in self.broken else result)

    def notify(self, table: str, seq: int, persons: Sequence[str]) -> None:
        if "mute" not in self.broken:
            super().notify(table, seq + ("misleads" in self.broken), persons)

    def crash(self) -> None:
        """Simulate a power cut: every process dies, and what was not synced is lost."""
        for store in list(self.stores):
            store.leave()
        for row, before in reversed(self._unsynced):
            self.entries[row.table].remove(row)
            self.commands.pop(row.command, None)
            if before is None:
                del self.heads[row.table]
            else:
                self.heads[row.table] = before
        self._unsynced.clear()


class FaultyStore(MemoryStore):
    """A process's store, in some weather."""

    def __init__(self, disk: Disk | None = None, weather: Weather | None = None) -> None:
        super().__init__(disk)
        self.weather = weather or Weather()
        self._late: list[tuple[str, int, Sequence[str]]] = []

    async def reach(self) -> None:
        if self.weather.pause is not None:
            await self.weather.pause()
        await super().reach()
        if self.weather.cut:
            raise StoreDown("this process is cut off")

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        check_append(row, head, result)
        await self.reach()
        if self.weather.strikes(self.weather.down_before):
            raise StoreDown("before the entry was written")
        self.disk.write(row, head, result)
        self.disk.notify(row.table, row.seq, head.persons)
        await self.reach()
        if self.weather.strikes(self.weather.down_after):
            raise StoreDown("after the entry was written")

    def hint(self, table: str, seq: int, persons: Sequence[str]) -> None:
        if self.weather.cut or self.weather.strikes(self.weather.lost):
            return
        if self.weather.strikes(self.weather.late):
            self._late.append((table, seq, persons))
            return
        for _ in range(2 if self.weather.strikes(self.weather.doubled) else 1):
            super().hint(table, seq, persons)
        while self._late:
            super().hint(*self._late.pop())

    def cut_off(self) -> None:
        """Cut the process off: nothing gets through in either direction."""
        self.weather.cut = True
        self._late.clear()

    def heal(self) -> None:
        """Reconnect; notifications may have been missed in between."""
        self.weather.cut = False
        self.lost_track()

    def lost_track(self) -> None:
        """Notify the listeners as a store does after its connection broke."""
        super().hint(EVERY_TABLE, 0, ())
