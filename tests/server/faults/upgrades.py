"""Databases of every schema version, migrated while the power fails.

A database of an earlier version is made by the first steps of the schema, and filled from an
archived database. The migration is cut off at random again and again; once it gets through,
everything must be as it was.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import apsw
import asyncpg

from server.store import archive
from server.store.crashes.power import NAME, CutDisk, PowerCut, connect
from tablee.server.store import open_store, schema
from tablee.server.store.contract import Alive, DumpRecord
from tablee.server.store.sqlite.copies import APPLICATION
from tablee.server.store.sqlite.store import prepare

VERSIONS = range(1, len(schema.STEPS) + 1)
FIRST_CUTS = 60  # at most so many operations until the power first fails
Prepare = Callable[..., None]


def statements(version: int, words: dict[str, str]) -> list[str]:
    """Return the statements that made a database of that version."""
    texts = [one.format_map(words) for step in schema.STEPS[:version] for one in step]
    return [text for text in texts if not text.startswith(schema.SKIP)]


def columns(old: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table."""
    return [row[1] for row in old.execute(f"PRAGMA table_info({table})")]


def tables(connection: sqlite3.Connection) -> list[str]:
    """Return the tables of a database."""
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return [name for (name,) in found if not name.startswith("sqlite_")]


def made(version: int, source: Path, target: Path) -> None:
    """Make a database of an earlier version with the content of another one."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        for statement in statements(version, schema.SQLITE):
            new.execute(statement)
        for table in tables(new):
            names = [name for name in columns(old, table) if name in columns(new, table)]
            if names:
                rows = old.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
                marks = ", ".join("?" * len(names))
                new.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)
        new.execute(f"PRAGMA application_id = {APPLICATION}")
        new.execute(f"PRAGMA user_version = {version}")
        new.commit()


async def contents(address: str) -> list[DumpRecord]:
    """Return everything in a store, without heartbeats."""
    store = open_store(address)
    await store.open()
    try:
        return [record async for record in store.dump() if not isinstance(record, Alive)]
    finally:
        await store.close()


def migrated_with_power_cuts(
    content: bytes, seed: int, prepare: Prepare = prepare
) -> tuple[bytes, int]:
    """Migrate a database while the power fails; return the file in the end, and the cuts."""
    chance = Random(seed)
    files, cuts, patience = {NAME: content}, 0, chance.randint(1, FIRST_CUTS)
    while True:
        disk = CutDisk(f"upgrade{seed}-{cuts}", files, patience)
        done = False
        with suppress(PowerCut, apsw.Error):
            connection = connect(disk)
            try:
                prepare(connection, Path(NAME))
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                done = True
            finally:
                connection.close()
        disk.cut_after = float("inf")
        disk.unregister()
        if done:
            return disk.after_cut(chance)[NAME], cuts
        files, cuts = disk.after_cut(chance), cuts + 1
        patience += chance.randint(1, FIRST_CUTS)


def check_upgrade(
    name: str, version: int, seed: int, folder: Path, prepare: Prepare = prepare
) -> Counter[str]:
    """Migrate an archived database from a version; assert that nothing is lost."""
    source, old = archive.unpack(name, folder), folder / f"old{seed}.sqlite"
    made(version, source, old)
    content, cuts = migrated_with_power_cuts(old.read_bytes(), seed, prepare)
    new = folder / f"new{seed}.sqlite"
    new.write_bytes(content)
    with closing(sqlite3.connect(new)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(len(schema.STEPS),)]
    assert asyncio.run(contents(str(new))) == asyncio.run(contents(str(source)))
    return Counter(upgrades=1, cuts=cuts)


async def make_on_postgres(version: int, address: str) -> None:
    """Make an empty PostgreSQL database of an earlier version."""
    connection = await asyncpg.connect(address)
    try:
        for statement in statements(version, schema.POSTGRES):
            await connection.execute(statement)
        await connection.execute("CREATE TABLE version (number BIGINT NOT NULL)")
        await connection.execute("INSERT INTO version VALUES ($1)", version)
    finally:
        await connection.close()
