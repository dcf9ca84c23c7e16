"""Store everything in one SQLite file: one thread writes, all others read.

The file belongs to one process at a time; a second one is refused. The write-ahead log is forced to
the disk at each commit (`synchronous=FULL`). Readers cannot write, and only the writing connection
copies the log into the database.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import quote

from tablee.server.store import schema
from tablee.server.store.contract import (
    DumpRecord,
    Head,
    LoginTaken,
    Result,
    Row,
    StoreDown,
    StoreRefused,
    check_append,
)
from tablee.server.store.errors import refusing
from tablee.server.store.files import make
from tablee.server.store.sql.records import Values
from tablee.server.store.sql.statements import NOT_EMPTY, Statement, in_chunks, load_statements
from tablee.server.store.sql.store import SqlStore
from tablee.server.store.sqlite.appending import WRITING, Append, append_together, carry_out
from tablee.server.store.sqlite.copies import (
    APPLICATION,
    check,
    copy_database,
    dump_database,
    look_at,
)
from tablee.server.store.sqlite.lock import Lock
from tablee.server.store.sqlite.writer import Connection, Writer

SETTINGS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA cache_size = -32768",  # kB: what is written to again is not read again
    "PRAGMA temp_store = MEMORY",  # the view into which entries are written
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 0",  # the writer does it, after it has answered
    "PRAGMA journal_size_limit = 67108864",
)


def connect(path: Path) -> Connection:
    """Return the connection that writes."""
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)


def _change(connection: Connection, statements: tuple[Statement, ...]) -> list[Values]:
    try:
        found: list[Values] = []
        for statement, given in statements:
            found = connection.execute(statement, given).fetchall()
        return found
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorname != "SQLITE_CONSTRAINT_UNIQUE":
            raise
        raise LoginTaken from error


def prepare(connection: Connection, path: Path) -> None:
    """Bring a database up to date, or refuse it."""
    for statement in SETTINGS:
        connection.execute(statement).fetchall()
    version = check(connection, path)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    for number, statements in schema.steps_after(version, schema.SQLITE):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    for statement in WRITING:
        connection.execute(statement)


class SqliteStore(SqlStore):
    """A store in one file."""

    shared = False
    spoke = schema.SQLITE["spoke"]

    def __init__(
        self, path: Path, connect: Callable[[Path], Connection] = connect, *, beside: bool = False
    ) -> None:
        """Keep a store in a file; `beside` a server that may have it, which reads what is written.

        Such a store neither makes a file nor brings it up to date.
        """
        super().__init__()
        self.path = path.resolve()  # one file has one lock, by whatever name it is called
        self._beside = beside
        self._connect = connect
        self._lock = Lock(self.path)
        self._writer: Writer | None = None
        self._reader: sqlite3.Connection | None = None
        self._lists: ThreadPoolExecutor | None = None
        self._lister: sqlite3.Connection | None = None

    # --- coming and going ---------------------------------------------------------------------

    async def open(self) -> None:
        if self._beside:
            with look_at(self.path) as source:
                version = check(source, self.path)
            if version < len(schema.STEPS):
                raise StoreRefused("store.too_old", file=self.path)
        else:
            self._lock.take()
        try:
            with refusing(self.path):
                make(self.path)
                connection = self._prepared()
        except BaseException:
            self._lock.release()
            raise
        self._writer = Writer(connection, append_together)

    def _prepared(self) -> Connection:
        connection = self._connect(self.path)
        try:
            prepare(connection, self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        if self._writer is None:
            return
        writer, self._writer = self._writer, None
        if self._lists is not None:
            self._lists.shutdown()
        for reader in (self._reader, self._lister):
            if reader is not None:
                reader.close()
        self._reader = self._lister = None
        await writer.stop()
        self._lock.release()

    @property
    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreDown("the store is not open")
        return self._writer

    def _read_only(self) -> sqlite3.Connection:
        if self._writer is None:
            raise StoreDown("the store is not open")
        address = f"file:{quote(str(self.path))}?mode=ro"
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)

    # --- the three verbs ----------------------------------------------------------------------

    async def _look(self, statement: str, *values: object) -> list[Values]:
        """Look up rows by their key, which come from the cache: a thread would cost more."""
        if self._reader is None:
            self._reader = self._read_only()
        return self._reader.execute(statement, values).fetchall()

    async def _ask(self, statement: str, *values: object) -> list[Values]:
        if self._lister is None:
            self._lister = self._read_only()
            self._lists = ThreadPoolExecutor(1, "tablee-lists")
        lister = self._lister
        return await asyncio.get_running_loop().run_in_executor(
            self._lists, lambda: lister.execute(statement, values).fetchall()
        )

    async def _change(self, *statements: Statement) -> list[Values]:
        return await self._writing.do(partial(_change, statements=statements))

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        check_append(row, head, result)
        await self._writing.do(
            Append(row, head, result),
            then=partial(self._tell, row.table, row.seq, head.persons),
        )

    # --- copies -------------------------------------------------------------------------------

    async def backup(self, path: Path) -> None:
        await copy_database(self.path, path)

    def dump(self) -> AsyncGenerator[DumpRecord, None]:
        return dump_database(self.path)

    async def load(self, records: AsyncIterator[DumpRecord]) -> int:
        loop = asyncio.get_running_loop()
        chunks = in_chunks(records)
        begun = False

        def job(connection: Connection) -> int:
            nonlocal begun
            if begun:  # the records have been read, and cannot be read again
                raise StoreDown("the load was broken off")
            begun = True
            if connection.execute(NOT_EMPTY).fetchall():
                raise StoreRefused("store.not_empty")
            count = 0
            while chunk := asyncio.run_coroutine_threadsafe(anext(chunks, []), loop).result():
                for record in chunk:
                    carry_out(connection, load_statements(record))
                count += len(chunk)
            return count

        with refusing(self.path):
            return await self._writing.do(job)
