"""Copy and check SQLite files, even while a server uses them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from tablee.server.store import schema
from tablee.server.store.contract import DumpRecord, StoreRefused
from tablee.server.store.errors import refusing
from tablee.server.store.files import new_file
from tablee.server.store.sql.statements import AT_ONCE, DUMPED
from tablee.server.store.sqlite.writer import Connection

MAGIC = b"SQLite format 3\0"
APPLICATION = 0x7461626C  # "tabl": how `file` and `restore` know our databases


def is_database(path: Path) -> bool:
    """Return whether a file is a SQLite database, and not a dump."""
    refuse_missing(path)
    with refusing(path), path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def is_there(path: Path) -> bool:
    """Return whether there is such a file; a refusal if there cannot be one."""
    with refusing(path):
        return path.exists()


def refuse_missing(path: Path) -> None:
    """Refuse a file that is missing, which SQLite would create."""
    if not is_there(path):
        raise StoreRefused("store.no_file", file=path)


@contextmanager
def look_at(path: Path) -> Iterator[sqlite3.Connection]:
    """Provide a read-only connection; it may have to create the files beside the database."""
    refuse_missing(path)
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    with refusing(path):
        source = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    with closing(source):
        with refusing(path):
            source.execute("PRAGMA query_only = ON")
            if check(source, path) == 0:  # it was never used
                raise StoreRefused("store.foreign_file", file=path)
        yield source


def check(connection: Connection, path: Path) -> int:
    """Return the version of a database; refuse it if it is foreign, or newer than the program."""
    version = connection.execute("PRAGMA user_version").fetchall()[0][0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()[0][0]
    whose = connection.execute("PRAGMA application_id").fetchall()[0][0]
    if tables and whose != APPLICATION:
        raise StoreRefused("store.foreign_file", file=path)
    if version > len(schema.STEPS):
        raise StoreRefused("store.too_new", version=version, known=len(schema.STEPS))
    return int(version)


OFFLINE = "offline"  # a column of results that an earlier version lacks


async def dump_database(path: Path) -> AsyncGenerator[DumpRecord, None]:
    """Yield everything in a database as of one moment."""
    with refusing(path), look_at(path) as source:
        source.execute("BEGIN")
        found = source.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        there = {name for (name,) in found.fetchall()}  # an earlier version has fewer
        for table, statement, to_record in DUMPED:
            if table not in there:
                continue
            if table == "results" and OFFLINE not in columns_of(source, table):
                statement = statement.replace(OFFLINE, "FALSE")
            cursor = source.execute(statement)
            while some := await asyncio.to_thread(cursor.fetchmany, AT_ONCE):
                for found in some:
                    yield to_record(found)


def columns_of(source: sqlite3.Connection, table: str) -> set[str]:
    """Return the columns of a table."""
    found = source.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
    return {name for (name,) in found}


async def copy_database(path: Path, to: Path) -> None:
    """Copy a database into a file, check the copy, and force it to the disk."""
    await asyncio.to_thread(_copy, path, to)


def _copy(path: Path, to: Path) -> None:
    with (
        new_file(to, source=path) as part,
        closing(sqlite3.connect(part, isolation_level=None)) as copy,
    ):
        with look_at(path) as source:
            source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise StoreRefused("store.damaged", file=path)
