"""A store in memory, for trying out and for tests; nothing is left of it when the program ends.

A `Disk` outlives the processes of a test, and each of them opens a `MemoryStore` on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path

import msgspec

from tablee.server.store import dump as portable
from tablee.server.store.contract import (
    AHEAD_MS,
    Alive,
    DumpRecord,
    Gap,
    Head,
    Listener,
    Passkey,
    Person,
    Repeated,
    Result,
    Row,
    StoreDown,
    StoreRefused,
    TableStage,
    Taken,
    Token,
    check_append,
)
from tablee.server.store.memory.moderation import MemoryModeration
from tablee.server.store.memory.people import MemoryPeople
from tablee.server.store.memory.retention import MemoryRetention
from tablee.server.store.moderation import Act, Report


class Disk:
    """What outlives a process."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Row]] = {}
        self.heads: dict[str, Head] = {}
        self.commands: dict[str, tuple[str, int]] = {}
        self.results: list[Result] = []
        self.persons: dict[str, Person] = {}
        self.tokens: dict[bytes, Token] = {}
        self.passkeys: dict[bytes, Passkey] = {}
        self.alive: dict[str, int] = {}
        self.looking: dict[tuple[str, str], frozenset[str]] = {}  # by process and table
        self.proven: dict[bytes, int] = {}  # when a secret was given on a device
        self.notices: dict[bytes, str] = {}  # for devices
        self.attempts: dict[bytes, tuple[int, int]] = {}  # how many, and when the latest was
        self.skeletons: dict[str, str] = {}  # of the names of accounts
        self.acts: dict[str, Act] = {}
        self.reports: dict[str, Report] = {}
        self.stores: list[MemoryStore] = []

    def check(self, row: Row) -> None:
        """Raise the reason why an entry can't be appended."""
        if row.command in self.commands:
            raise Repeated(*self.commands[row.command])
        there = len(self.entries.get(row.table, []))
        if row.seq <= there:
            raise Taken(row.table, row.seq)
        if row.seq > there + 1:
            raise Gap(row.table, row.seq)

    def write(self, row: Row, head: Head, result: Result | None) -> None:
        """Append an entry, or raise the reason why not."""
        self.check(row)
        self.add(row, head, result)

    def add(self, row: Row, head: Head, result: Result | None) -> None:
        """Append an entry without checking it."""
        self.entries.setdefault(row.table, []).append(row)
        self.commands[row.command] = row.table, row.seq
        self.heads[row.table] = head
        if result is not None and all(one.table != result.table for one in self.results):
            number = max((one.number for one in self.results), default=0) + 1
            self.results.append(msgspec.structs.replace(result, number=number))

    def notify(self, table: str, seq: int, persons: Sequence[str]) -> None:
        """Notify the listeners of all processes of an entry."""
        for store in list(self.stores):
            store.hint(table, seq, persons)

    def records(self) -> Iterator[DumpRecord]:
        """Yield all records in the order of a dump."""
        yield from (self.persons[key] for key in sorted(self.persons))
        yield from (self.tokens[key] for key in sorted(self.tokens))
        yield from (self.passkeys[key] for key in sorted(self.passkeys))
        yield from (self.heads[key] for key in sorted(self.heads))
        for table in sorted(self.entries):
            yield from self.entries[table]
        yield from self.results
        yield from (Alive(process, self.alive[process]) for process in sorted(self.alive))
        yield from (self.acts[key] for key in sorted(self.acts))
        yield from (self.reports[key] for key in sorted(self.reports))

    def put(self, record: DumpRecord) -> None:
        """Add one record of a dump."""
        match record:
            case Person():
                self.persons[record.id] = record
            case Token():
                self.tokens[record.hash] = record
            case Passkey():
                self.passkeys[record.credential] = record
            case Head():
                self.heads[record.table] = record
            case Row():
                self.entries.setdefault(record.table, []).append(record)
                self.commands[record.command] = record.table, record.seq
            case Result():
                self.results.append(record)
            case Alive():
                self.alive[record.process] = record.at
            case Act():
                self.acts[record.id] = record
            case Report():
                self.reports[record.id] = record


class MemoryStore(MemoryPeople, MemoryRetention, MemoryModeration):
    """One process's store on a disk."""

    shared = True

    def __init__(self, disk: Disk | None = None) -> None:
        self.disk = disk or Disk()
        self._listeners: list[Listener] = []
        self._is_open = False

    # --- coming and going ---------------------------------------------------------------------

    async def open(self) -> None:
        self._is_open = True
        self.disk.stores.append(self)

    async def close(self) -> None:
        self.leave()

    def leave(self) -> None:
        """Leave the disk; calls under way get no answer."""
        self._is_open = False
        if self in self.disk.stores:
            self.disk.stores.remove(self)

    async def reach(self) -> None:
        """Check that the disk can be reached; `StoreDown` if not."""
        if not self._is_open:
            raise StoreDown("this store is closed")

    # --- the log ------------------------------------------------------------------------------

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        check_append(row, head, result)
        await self.reach()
        self.disk.write(row, head, result)
        self.disk.notify(row.table, row.seq, head.persons)

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        await self.reach()
        rows = [row for row in self.disk.entries.get(table, []) if row.seq > after]
        return rows[:limit]

    async def last_command(self, command: str) -> tuple[str, int] | None:
        await self.reach()
        return self.disk.commands.get(command)

    async def written_by(self, author: str, opening: bytes) -> list[Row]:
        await self.reach()
        rows = (row for table in sorted(self.disk.entries) for row in self.disk.entries[table])
        beginning = f"{author}/"
        return [
            row
            for row in rows
            if row.command.startswith(beginning) and row.body.startswith(opening)
        ]

    async def rewrite(self, rows: Sequence[Row]) -> None:
        await self.reach()
        for row in rows:
            there = self.disk.entries[row.table]
            there[row.seq - 1] = msgspec.structs.replace(there[row.seq - 1], body=row.body)

    async def head(self, table: str) -> Head | None:
        await self.reach()
        return self.disk.heads.get(table)

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        await self.reach()
        heads = self.disk.heads
        return {table: heads[table].seq for table in tables if table in heads}

    async def open_tables(self, since: int, each: int, limit: int) -> list[Head]:
        await self.reach()
        found: list[Head] = []
        hosts: Counter[str] = Counter()
        for head in sorted(self._heads(), key=lambda head: (-head.created, head.table)):
            if head.public and head.stage == "lobby" and head.changed >= since:
                host = "".join(head.persons[:1])
                hosts[host] += 1
                if hosts[host] <= each:
                    found.append(head)
        return found[:limit]

    async def tables_of(self, person: str, stages: Sequence[TableStage], limit: int) -> list[Head]:
        await self.reach()
        found = [head for head in self._heads() if person in head.persons and head.stage in stages]
        return sorted(found, key=lambda head: (-head.changed, head.table))[:limit]

    async def played_since(self, since: int, limit: int) -> list[Head]:
        await self.reach()
        found = [one for one in self._heads() if one.stage == "playing" and one.changed >= since]
        return sorted(found, key=lambda head: (-head.changed, head.table))[:limit]

    async def due(self, now: int, limit: int) -> list[Head]:
        await self.reach()
        found = [
            (head.deadline, head.table, head)
            for head in self._heads()
            if head.deadline is not None and head.deadline <= now
        ]
        return [head for *_, head in sorted(found, key=lambda each: each[:2])][:limit]

    async def bots_due(self, limit: int) -> list[Head]:
        await self.reach()
        found = [head for head in self._heads() if head.bot_due]
        return sorted(found, key=lambda head: (head.changed, head.table))[:limit]

    async def results(self, game: str, after: int = 0, limit: int | None = None) -> list[Result]:
        await self.reach()
        found = [each for each in self.disk.results if each.game == game and each.number > after]
        return found[:limit]

    async def results_of(self, person: str) -> list[Result]:
        await self.reach()
        return [result for result in self.disk.results if person in result.persons]

    def _heads(self) -> Iterator[Head]:
        return iter(self.disk.heads.values())

    # --- notifications ------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def hint(self, table: str, seq: int, persons: Sequence[str]) -> None:
        """Notify the listeners of an entry."""
        for listener in list(self._listeners):
            listener(table, seq, persons)

    # --- the rest -----------------------------------------------------------------------------

    async def alive(self, process: str, now: int) -> None:
        await self.reach()
        alive = self.disk.alive
        alive[process] = now
        for one in [one for one, at in alive.items() if at > now + AHEAD_MS]:
            del alive[one]

    async def last_alive(self, besides: str) -> int | None:
        await self.reach()
        return max((at for name, at in self.disk.alive.items() if name != besides), default=None)

    async def look_at(self, process: str, tables: Mapping[str, Sequence[str]], since: int) -> None:
        await self.reach()
        looking, alive = self.disk.looking, self.disk.alive
        for key in [key for key in looking if alive.get(key[0], 0) < since]:
            del looking[key]
        for table, persons in tables.items():
            looking.pop((process, table), None)
            if persons:
                looking[process, table] = frozenset(persons)

    async def lookers(
        self, tables: Sequence[str], besides: str, since: int
    ) -> dict[str, frozenset[str]]:
        await self.reach()
        found: dict[str, frozenset[str]] = {}
        for (process, table), persons in self.disk.looking.items():
            lives = self.disk.alive.get(process, 0) >= since
            if table in tables and lives and process != besides:
                found[table] = found.get(table, frozenset()) | persons
        return found

    async def backup(self, path: Path) -> None:
        await portable.write(path, self.dump())

    async def dump(self) -> AsyncGenerator[DumpRecord, None]:
        await self.reach()
        for record in list(self.disk.records()):
            yield record

    async def load(self, records: AsyncIterator[DumpRecord]) -> int:
        await self.reach()
        if next(self.disk.records(), None) is not None:
            raise StoreRefused("store.not_empty")
        loaded = [record async for record in records]
        for record in loaded:
            self.disk.put(record)
        return len(loaded)
