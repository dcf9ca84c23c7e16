"""A disk that fills up, turns read-only, fails or is slow, under a store on real files.

The store runs unchanged; its writing connection goes through APSW's virtual file system, where
faults can be switched on and off. In the end every acknowledged entry must be there, once and in
order; callers retry with the same command until they succeed; reads work throughout.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import apsw

from server.store.making import a_head, a_row
from tablee.server.store.contract import Repeated, Row, StoreDown, StoreRefused, Taken
from tablee.server.store.sqlite.store import SqliteStore
from tablee.server.store.sqlite.writer import Connection

Fault = Literal["full", "read-only", "failing", "slow"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
ERRORS: dict[Fault, int] = {
    "full": apsw.SQLITE_FULL,
    "read-only": apsw.SQLITE_READONLY,
    "failing": apsw.SQLITE_IOERR,
}
TABLES = 6
CALLERS = 6
PATIENCE = 30.0  # seconds; nothing takes that long
_names = count(1)


class FaultyDisk(apsw.VFS):
    """The file system, with a switch for faults."""

    def __init__(self, seed: int = 0) -> None:
        self.name = f"faulty{next(_names)}"
        super().__init__(self.name, "unix")
        self.fault: Fault | None = None
        self.hits = 0
        self._random = Random(seed)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:
        return FaultyFile(self, name, flags)

    def work(self) -> None:
        """Fail or delay a write, depending on the fault."""
        if self.fault is None:
            return
        self.hits += 1
        if self.fault == "slow":
            time.sleep(self._random.random() * 0.02)
        else:
            raise apsw.exception_for(ERRORS[self.fault])

    def connect(self, path: Path) -> Connection:
        """Open a connection whose writes go through this disk."""
        return StandardConnection(apsw.Connection(str(path), vfs=self.name))


class FaultyFile(apsw.VFSFile):
    """A file on a faulty disk."""

    def __init__(self, disk: FaultyDisk, name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.work()
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self._disk.work()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        self._disk.work()
        super().xSync(flags)


class StandardConnection:
    """A connection that raises the errors of the standard library, and always closes."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> apsw.Cursor:
        try:
            return self._connection.execute(statement, values)
        except apsw.Error as error:
            standard = sqlite3.OperationalError(str(error))
            names: dict[int, str] = apsw.mapping_result_codes  # type: ignore[assignment]
            standard.sqlite_errorname = names[getattr(error, "result", apsw.SQLITE_ERROR)]
            raise standard from None

    def close(self) -> None:
        self._connection.close(True)


class DiskCampaign:
    """Callers who append to a few tables while faults come and go."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.counts = Counter[str]()
        self.wrong: list[str] = []
        self._path = folder / f"disk{seed}.sqlite"
        self._random = Random(seed)
        self._known: dict[str, list[Row]] = {}  # what was acknowledged, by table
        self._numbers = count(1)
        self._over = False

    async def run(self, faults: int) -> DiskCampaign:
        """Let faults come and go, then check what is left."""
        disk = FaultyDisk(self._random.randrange(2**30))
        store = SqliteStore(self._path, disk.connect)
        await store.open()
        callers = [asyncio.create_task(self._call(store, one)) for one in range(CALLERS)]
        try:
            for _ in range(faults):
                if self.wrong:
                    break
                await self._one_fault(store, disk)
        finally:
            self._over = True
            disk.fault = None
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*callers)
            await store.close()
            disk.unregister()
        await self._look()
        return self

    async def _one_fault(self, store: SqliteStore, disk: FaultyDisk) -> None:
        """Wait a moment, cause a fault, and read meanwhile."""
        await self._progress(0.01)
        disk.fault = fault = self._random.choice(FAULTS)
        self.counts["faults"] += 1
        self.counts[fault] += 1
        before = self.counts["refused"]
        await asyncio.sleep(self._random.random() * 0.02)
        for table, rows in list(self._known.items()):
            known = list(rows)
            found = await store.read(table)
            if found[: len(known)] != known:
                self.wrong.append(f"{fault}: a table cannot be read as it was acknowledged")
        if fault != "slow":
            await self._until(lambda: self.counts["refused"] > before, f"{fault}: nobody is told")
        disk.fault = None
        await self._progress(0.0)

    async def _progress(self, seconds: float) -> None:
        """Wait for an acknowledgement, which must come on a working disk."""
        before = self.counts["acknowledged"]
        await asyncio.sleep(seconds)
        await self._until(lambda: self.counts["acknowledged"] > before, "nothing is written")

    async def _until(self, happens: Callable[[], bool], problem: str) -> None:
        end = time.monotonic() + PATIENCE
        while not happens():
            if self.wrong:
                return
            if time.monotonic() > end:
                self.wrong.append(problem)
                return
            await asyncio.sleep(0.001)

    async def _call(self, store: SqliteStore, caller: int) -> None:
        """Append entries to a table of the caller's own until the campaign is over."""
        table = f"{self._path.stem} {caller}"
        seq = 0
        while not self._over:
            seq += 1
            row = a_row(table, seq, f"{self._path.stem}-{next(self._numbers)}")
            self._known.setdefault(row.table, [])
            await self._append(store, row)
            self._known[row.table].append(row)
            self.counts["acknowledged"] += 1

    async def _append(self, store: SqliteStore, row: Row) -> None:
        """Retry the same command until it succeeds."""
        while True:
            try:
                await store.append(row, a_head(row))
                return
            except StoreDown:
                self.counts["refused"] += 1
                await asyncio.sleep(0.002)
            except Repeated as repeated:
                if (repeated.table, repeated.seq) != (row.table, row.seq):
                    self.wrong.append(f"{row.command} stands at {repeated.seq}, not {row.seq}")
                return
            except Taken:
                self.wrong.append(f"entry {row.seq} is there, by nobody's command")
                return

    async def _look(self) -> None:
        """Check that all acknowledged entries are there, once and in order, in an intact file."""
        store = SqliteStore(self._path)
        await store.open()
        for table, known in self._known.items():
            if await store.read(table) != known:
                self.wrong.append(f"{table} is not what was acknowledged")
        await store.close()
        with closing(sqlite3.connect(self._path)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            if found != [("ok",)]:
                self.wrong.append(f"integrity_check: {found[:3]}")


@contextmanager
def faulty(fault: Fault) -> Iterator[FaultyDisk]:
    """Provide a disk that has this fault from the start."""
    disk = FaultyDisk()
    disk.fault = fault
    try:
        yield disk
    finally:
        disk.unregister()


async def refusal_at_start(path: Path, fault: Fault) -> str:
    """Open a store on a faulty disk; return the key of the refusal, or "" if it opens."""
    with faulty(fault) as disk:
        store = SqliteStore(path, disk.connect)
        try:
            await store.open()
        except StoreRefused as refusal:
            return refusal.key
        disk.fault = None
        with suppress(StoreDown):
            await store.close()
        return ""
