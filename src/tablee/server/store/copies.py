"""Copies of a SQLite file, also of one that a server has in use."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

from tablee.server.store import portable
from tablee.server.store.contract import Record, StoreRefused
from tablee.server.store.sql import AT_ONCE, DUMPED

MAGIC = b"SQLite format 3\0"
APPLICATION = 0x7461626C  # "tabl": how `file` and `restore` know our databases


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, and not a dump."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def look_at(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; it may have to make the files beside the database."""
    if not path.exists():
        raise StoreRefused("store.no_file", file=path)
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    whose = connection.execute("PRAGMA application_id").fetchall()
    if whose != [(APPLICATION,)]:
        connection.close()
        raise StoreRefused("store.foreign_file", file=path)
    return connection


async def dump_database(path: Path) -> AsyncIterator[Record]:
    """Everything in a database as of one moment."""
    source = look_at(path)
    try:
        source.execute("BEGIN")
        for statement, to_record in DUMPED:
            cursor = source.execute(statement)
            while some := await asyncio.to_thread(cursor.fetchmany, AT_ONCE):
                for found in some:
                    yield to_record(found)
    finally:
        source.close()


async def copy_database(path: Path, to: Path) -> None:
    """A file of its own with everything in a database, looked through and forced to the disk."""
    portable.refuse_existing(to)
    await asyncio.to_thread(_copy, path, to)


def _copy(path: Path, to: Path) -> None:
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    source = look_at(path)
    copy = sqlite3.connect(part, isolation_level=None)
    try:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        if copy.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise StoreRefused("store.damaged", file=path)
    finally:
        copy.close()
        source.close()
    portable.settle(part, to)
