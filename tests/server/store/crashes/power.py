"""A disk whose power can be cut: unsynced writes are lost, torn, or kept by chance.

The writer of the store runs on it unchanged, through APSW's virtual file system. Each write waits
in a list until its file is synced; at the cut each waiting write is kept, dropped, or kept in some
of its sectors only. SQLite then opens what remains as plain files.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import apsw

from server.store.making import a_head, a_row
from tablee.server.store.contract import Row
from tablee.server.store.sqlite.appending import Append, append_together
from tablee.server.store.sqlite.store import prepare
from tablee.server.store.sqlite.writer import Connection, commit

SECTOR = 512
NAME = "/tablee.db"
Synchronous = Literal["FULL", "NORMAL", "OFF"]


class PowerCut(Exception):
    """The power is off."""


@dataclass
class DiskFile:
    """A file: its synced content, what programs see, and the writes in between."""

    synced: bytes = b""
    seen: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes] | int] = field(default_factory=list)  # a write, or a truncation

    def sync(self) -> None:
        self.synced = bytes(self.seen)
        self.waiting.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        """Return the content found when the power is back."""
        left = bytearray(self.synced)
        for change in self.waiting:
            fate = chance.choice(("kept", "lost", "torn"))
            if fate == "lost":
                continue
            if isinstance(change, int):
                _resize(left, change)
                continue
            offset, data = change
            for start in range(0, len(data), SECTOR):
                if fate == "kept" or chance.random() < 0.5:
                    _put(left, offset + start, data[start : start + SECTOR])
        return bytes(left)


def _resize(data: bytearray, size: int) -> None:
    if size < len(data):
        del data[size:]
    else:
        data.extend(bytes(size - len(data)))


def _put(data: bytearray, offset: int, piece: bytes) -> None:
    if offset > len(data):
        _resize(data, offset)
    data[offset : offset + len(piece)] = piece


class CutDisk(apsw.VFS):
    """Files, and a power switch that turns off after a number of writes and syncs."""

    def __init__(self, name: str, files: dict[str, bytes], cut_after: float = float("inf")) -> None:
        super().__init__(name, "unix")
        self.name = name
        self.files = {
            path: DiskFile(content, bytearray(content)) for path, content in files.items()
        }
        self.operations = 0
        self.cut_after = cut_after
        self.log: list[str] = []  # the writes and syncs, in order

    def work(self, what: str) -> None:
        """Count a change, and cut the power when it is time."""
        self.operations += 1
        self.log.append(what)
        self.need_current()

    def need_current(self) -> None:
        if self.operations > self.cut_after:
            raise PowerCut

    def xAccess(self, pathname: str, flags: int) -> bool:
        return pathname in self.files

    def xFullPathname(self, name: str) -> str:
        return name

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.work(f"delete {filename}")
        del self.files[filename]

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        return Handle(self, path)

    def after_cut(self, chance: random.Random) -> dict[str, bytes]:
        return {path: file.after_cut(chance) for path, file in self.files.items()}


class Handle:
    """A file that SQLite has open."""

    def __init__(self, disk: CutDisk, path: str) -> None:
        self.disk = disk
        self.path = path
        self.file = disk.files.setdefault(path, DiskFile())

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.need_current()
        return bytes(self.file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self.file.waiting.append((offset, bytes(data)))
        self.disk.work(f"write {self.path}")
        _put(self.file.seen, offset, data)

    def xTruncate(self, newsize: int) -> None:
        self.file.waiting.append(newsize)
        self.disk.work(f"write {self.path}")
        _resize(self.file.seen, newsize)

    def xSync(self, flags: int) -> None:
        self.disk.work(f"sync {self.path}")
        self.file.sync()

    def xFileSize(self) -> int:
        return len(self.file.seen)

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xSectorSize(self) -> int:
        return SECTOR

    def xFileControl(self, op: int, ptr: int) -> bool:
        return False

    def xCheckReservedLock(self) -> bool:
        return False

    def xLock(self, level: int) -> None: ...

    def xUnlock(self, level: int) -> None: ...

    def xClose(self) -> None: ...


class Weakened:
    """A connection on which `synchronous=FULL` means something weaker."""

    def __init__(self, connection: apsw.Connection, synchronous: Synchronous) -> None:
        self._connection = connection
        self._synchronous = synchronous

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> apsw.Cursor:
        weaker = statement.replace("synchronous = FULL", f"synchronous = {self._synchronous}")
        return self._connection.execute(weaker, values)

    def close(self) -> None:
        self._connection.close(True)


def connect(disk: CutDisk, synchronous: Synchronous = "FULL") -> Connection:
    """Open the only connection to the database on such a disk."""
    connection = apsw.Connection(NAME, vfs=disk.name)
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    return Weakened(connection, synchronous)


@dataclass
class CutReport:
    """The figures of the cuts."""

    cuts: int = 0
    acknowledged: int = 0
    lost: int = 0
    corrupt: int = 0

    @property
    def sound(self) -> bool:
        return self.lost == 0 and self.corrupt == 0

    def __str__(self) -> str:
        return (
            f"{self.cuts:,} cuts, {self.acknowledged:,} acknowledged:"
            f" {self.lost} lost, {self.corrupt} databases corrupt"
        )


class PowerCampaign:
    """Write, cut the power, check, and continue with what is left."""

    def __init__(self, folder: Path, seed: int, synchronous: Synchronous = "FULL") -> None:
        self.report = CutReport()
        self._folder = folder
        self._random = random.Random(seed)
        self._synchronous = synchronous
        self._files: dict[str, bytes] = {}
        self._known: dict[str, Row] = {}  # acknowledged since the disk was new

    def run(self, cuts: int) -> CutReport:
        while self.report.cuts < cuts:
            if self.report.cuts % 25 == 0:
                self._files, self._known = {}, {}
            self._one()
        return self.report

    def _one(self) -> None:
        disk = CutDisk(f"cut{id(self)}", self._files, self._random.randint(1, 400))
        with suppress(PowerCut, apsw.Error):
            self._write(disk)
        self.report.cuts += 1
        self._files = disk.after_cut(self._random)
        disk.unregister()
        if not self._is_sound():
            self._files, self._known = {}, {}

    def _write(self, disk: CutDisk) -> None:
        """Append, several at a time, until the power is cut."""
        connection = connect(disk, self._synchronous)
        try:
            prepare(connection, Path(NAME))
            lengths = dict(
                connection.execute("SELECT table_id, max(seq) FROM entries GROUP BY 1").fetchall()
            )
            life = f"{self.report.cuts}-{self._random.randrange(10**9)}"
            number = 0
            while disk.operations <= disk.cut_after:
                rows = []
                for table in self._random.sample(range(8), self._random.randint(1, 5)):
                    number += 1
                    row = a_row(f"t{table}", 1, f"{life}-{number}", self._random.randbytes(200))
                    seq = lengths.get(row.table, 0) + 1
                    rows.append(Row(row.table, seq, row.at, row.command, row.body))
                outcomes = commit(
                    connection,
                    [Append(row, a_head(row)) for row in rows],
                    append_together,
                )
                for row, outcome in zip(rows, outcomes, strict=True):
                    if outcome.error is None:
                        self._known[row.command] = row
                        lengths[row.table] = row.seq
                        self.report.acknowledged += 1
                if self._random.random() < 0.1:
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            connection.close()

    def _is_sound(self) -> bool:
        """Check what is left, through plain SQLite."""
        for path in self._folder.iterdir():
            path.unlink()
        for name, content in self._files.items():
            (self._folder / name.lstrip("/")).write_bytes(content)
        connection = sqlite3.connect(self._folder / NAME.lstrip("/"), isolation_level=None)
        try:
            if connection.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise sqlite3.DatabaseError("integrity_check")
            if not connection.execute("PRAGMA user_version").fetchall()[0][0]:
                found, heads = set(), set()
            else:
                found = {Row(*each) for each in connection.execute(ENTRIES)}
                heads = set(connection.execute("SELECT table_id, seq FROM heads"))
        except sqlite3.DatabaseError:
            self.report.corrupt += 1
            return False
        finally:
            connection.close()
        lost = len(set(self._known.values()) - found)
        self.report.lost += lost
        ends = {table: 0 for table, _ in heads}
        for row in sorted(found, key=lambda row: row.seq):
            ends[row.table] = ends.get(row.table, 0) + 1
            self.report.corrupt += ends[row.table] != row.seq
        self.report.corrupt += set(ends.items()) != heads
        return lost == 0


ENTRIES = "SELECT table_id, seq, at, command, body FROM entries"
