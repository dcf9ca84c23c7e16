"""A store without a disk, for tests and simulations: deterministic, with faults on request.

A `Disk` outlives its processes; each process opens a `MemoryStore` on it. `Weather` has the faults
of every real store: notifications are lost, repeated and reordered, answers take long, the
connection breaks before or after an entry is written, a process is cut off for a while. `Broken`
has violations of the contract: the tests have to tell such a store from a correct one.

Nothing here needs an event loop unless `Weather.pause` does.
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
    EVERY_TABLE,
    Alive,
    Gap,
    Head,
    Listener,
    Passkey,
    Person,
    Record,
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
from tablee.server.store.memory.weather import Broken, Weather
from tablee.server.store.moderation import Act, Report


class Disk:
    """What outlives a process."""

    def __init__(self, broken: frozenset[Broken] = frozenset()) -> None:
        self.broken = broken
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
        self._unsynced: list[tuple[Row, Head | None]] = []

    def write(self, row: Row, head: Head, result: Result | None) -> None:
        """Append an entry, or raise the reason why not."""
        there = self.entries.get(row.table, [])
        if row.command in self.commands and "forgets_commands" not in self.broken:
            raise Repeated(*self.commands[row.command])
        if row.seq <= len(there):
            if "acknowledges_twice" in self.broken:
                return
            if "overwrites" not in self.broken:
                raise Taken(row.table, row.seq)
            del there[row.seq - 1 :]
        if row.seq > len(there) + 1 and "allows_gaps" not in self.broken:
            raise Gap(row.table, row.seq)
        if "loses" in self.broken:
            return
        if "unsynced" in self.broken:
            self._unsynced.append((row, self.heads.get(row.table)))
        self.entries.setdefault(row.table, []).append(row)
        self.commands[row.command] = row.table, row.seq
        if "splits" not in self.broken or row.seq == 1:
            self.heads[row.table] = head
        if result is not None and self._is_new(result):
            number = max((one.number for one in self.results), default=0) + 1
            self.results.append(msgspec.structs.replace(result, number=number))

    def _is_new(self, result: Result) -> bool:
        known = any(each.table == result.table for each in self.results)
        return not known and "loses_results" not in self.broken

    def crash(self) -> None:
        """Simulate a power cut: every process dies, and what was not synced is lost."""
        for store in list(self.stores):
            store.crash()
        for row, before in reversed(self._unsynced):
            self.entries[row.table].remove(row)
            self.commands.pop(row.command, None)
            if before is None:
                del self.heads[row.table]
            else:
                self.heads[row.table] = before
        self._unsynced.clear()

    def records(self) -> Iterator[Record]:
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

    def put(self, record: Record) -> None:
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

    def __init__(self, disk: Disk | None = None, weather: Weather | None = None) -> None:
        self.disk = disk or Disk()
        self.weather = weather or Weather()
        self._listeners: list[Listener] = []
        self._late: list[tuple[str, int, Sequence[str]]] = []
        self._lives = False

    # --- coming and going ---------------------------------------------------------------------

    async def open(self) -> None:
        self._lives = True
        self.disk.stores.append(self)

    async def close(self) -> None:
        self.crash()

    def crash(self) -> None:
        """Simulate the death of the process; pending calls get no answer."""
        self._lives = False
        if self in self.disk.stores:
            self.disk.stores.remove(self)

    async def _pause(self) -> None:
        if self.weather.pause is not None:
            await self.weather.pause()
        if not self._lives:
            raise StoreDown("this process is dead")
        if self.weather.cut:
            raise StoreDown("this process is cut off")

    # --- the log ------------------------------------------------------------------------------

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        check_append(row, head, result)
        await self._pause()
        if self.weather.strikes(self.weather.down_before):
            raise StoreDown("before the entry was written")
        self.disk.write(row, head, result)
        if "mute" not in self.disk.broken:
            self._hint_all(row.table, row.seq + ("misleads" in self.disk.broken), head.persons)
        await self._pause()
        if self.weather.strikes(self.weather.down_after):
            raise StoreDown("after the entry was written")

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Row]:
        await self._pause()
        rows = [row for row in self.disk.entries.get(table, []) if row.seq > after]
        return rows[:limit]

    async def last_command(self, command: str) -> tuple[str, int] | None:
        await self._pause()
        return self.disk.commands.get(command)

    async def written_by(self, author: str, opening: bytes) -> list[Row]:
        await self._pause()
        rows = (row for table in sorted(self.disk.entries) for row in self.disk.entries[table])
        beginning = f"{author}/"
        return [
            row
            for row in rows
            if row.command.startswith(beginning) and row.body.startswith(opening)
        ]

    async def rewrite(self, rows: Sequence[Row]) -> None:
        await self._pause()
        for row in rows:
            there = self.disk.entries[row.table]
            there[row.seq - 1] = msgspec.structs.replace(there[row.seq - 1], body=row.body)

    async def head(self, table: str) -> Head | None:
        await self._pause()
        return self.disk.heads.get(table)

    async def seqs(self, tables: Sequence[str]) -> dict[str, int]:
        await self._pause()
        heads = self.disk.heads
        return {table: heads[table].seq for table in tables if table in heads}

    async def open_tables(self, since: int, each: int, limit: int) -> list[Head]:
        await self._pause()
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
        await self._pause()
        found = [head for head in self._heads() if person in head.persons and head.stage in stages]
        return sorted(found, key=lambda head: (-head.changed, head.table))[:limit]

    async def played_since(self, since: int, limit: int) -> list[Head]:
        await self._pause()
        found = [one for one in self._heads() if one.stage == "playing" and one.changed >= since]
        return sorted(found, key=lambda head: (-head.changed, head.table))[:limit]

    async def due(self, now: int, limit: int) -> list[Head]:
        await self._pause()
        found = [
            (head.deadline, head.table, head)
            for head in self._heads()
            if head.deadline is not None and head.deadline <= now
        ]
        return [head for *_, head in sorted(found, key=lambda each: each[:2])][:limit]

    async def bots_due(self, limit: int) -> list[Head]:
        await self._pause()
        found = [head for head in self._heads() if head.bot_due]
        return sorted(found, key=lambda head: (head.changed, head.table))[:limit]

    async def results(self, game: str, after: int = 0, limit: int | None = None) -> list[Result]:
        await self._pause()
        found = [each for each in self.disk.results if each.game == game and each.number > after]
        return found[:limit]

    async def results_of(self, person: str) -> list[Result]:
        await self._pause()
        return [result for result in self.disk.results if person in result.persons]

    def _heads(self) -> Iterator[Head]:
        return iter(self.disk.heads.values())

    # --- hints --------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def cut_off(self) -> None:
        """Cut the process off: nothing gets through in either direction."""
        self.weather.cut = True
        self._late.clear()

    def heal(self) -> None:
        """Reconnect; notifications may have been missed meanwhile."""
        self.weather.cut = False
        self.lost_track()

    def lost_track(self) -> None:
        """Notify the listeners as a store does after its connection broke."""
        self._tell(EVERY_TABLE, 0, ())

    def _hint_all(self, table: str, seq: int, persons: Sequence[str]) -> None:
        for store in list(self.disk.stores):
            store.hint(table, seq, persons)

    def hint(self, table: str, seq: int, persons: Sequence[str]) -> None:
        """Notify the listeners of an entry, unless that fault occurs."""
        if self.weather.cut or self.weather.strikes(self.weather.lost):
            return
        if self.weather.strikes(self.weather.late):
            self._late.append((table, seq, persons))
            return
        for _ in range(2 if self.weather.strikes(self.weather.doubled) else 1):
            self._tell(table, seq, persons)
        while self._late:
            self._tell(*self._late.pop())

    def _tell(self, table: str, seq: int, persons: Sequence[str]) -> None:
        for listener in list(self._listeners):
            listener(table, seq, persons)

    # --- the rest -----------------------------------------------------------------------------

    async def alive(self, process: str, now: int) -> None:
        await self._pause()
        alive = self.disk.alive
        alive[process] = now
        for one in [one for one, at in alive.items() if at > now + AHEAD_MS]:
            del alive[one]

    async def last_alive(self, besides: str) -> int | None:
        await self._pause()
        return max((at for name, at in self.disk.alive.items() if name != besides), default=None)

    async def look_at(self, process: str, tables: Mapping[str, Sequence[str]], since: int) -> None:
        await self._pause()
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
        await self._pause()
        found: dict[str, frozenset[str]] = {}
        for (process, table), persons in self.disk.looking.items():
            lives = self.disk.alive.get(process, 0) >= since
            if table in tables and lives and process != besides:
                found[table] = found.get(table, frozenset()) | persons
        return found

    async def backup(self, path: Path) -> None:
        await portable.write(path, self.dump())

    async def dump(self) -> AsyncGenerator[Record, None]:
        await self._pause()
        for record in list(self.disk.records()):
            yield record

    async def load(self, records: AsyncIterator[Record]) -> int:
        await self._pause()
        if next(self.disk.records(), None) is not None:
            raise StoreRefused("store.not_empty")
        loaded = [record async for record in records]
        for record in loaded:
            self.disk.put(record)
        return len(loaded)
