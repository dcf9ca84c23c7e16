"""Look after a database: how large it is, what could be deleted, and giving back unused space."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass

import asyncpg

from tablee.server.jobs.retention import Cutoffs, Pruned, count_prunable
from tablee.server.ops.backup import opened
from tablee.server.runtime.config import Config
from tablee.server.service import Service, wall_clock
from tablee.server.store import open_store
from tablee.server.store.contract import StoreRefused
from tablee.server.store.errors import refusing
from tablee.server.store.postgres.store import PostgresStore
from tablee.server.store.sql.retention import SqlRetention
from tablee.server.store.sqlite.copies import look_at, refuse_missing
from tablee.server.store.sqlite.lock import Lock
from tablee.server.store.sqlite.store import SqliteStore, connect

PAGES = """
    SELECT coalesce(tbl_name, dbstat.name), sum(pgsize)
    FROM dbstat LEFT JOIN sqlite_schema AS object ON object.name = dbstat.name GROUP BY 1"""
KNOWS_SIZES = "SELECT 1 FROM pragma_module_list WHERE name = 'dbstat'"
UNUSED = "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size"
RELATIONS = """
    SELECT relname, pg_total_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""


@dataclass(frozen=True)
class Size:
    """The rows of a table of the database, and its bytes with its indexes."""

    table: str
    rows: int
    bytes: int


@dataclass(frozen=True)
class Sizes:
    """The tables of a database, the largest first, and the bytes of a SQLite file not in use."""

    tables: list[Size]
    unused: int = 0

    @property
    def total(self) -> int:
        """The bytes of everything."""
        return sum(one.bytes for one in self.tables) + self.unused


async def measure(address: str) -> Sizes:
    """Return the sizes of a database; servers may be using it."""
    store = open_store(address)
    if isinstance(store, SqliteStore):
        with refusing(store.path), look_at(store.path) as source:
            if not source.execute(KNOWS_SIZES).fetchall():
                raise StoreRefused("store.no_sizes", file=store.path)
            unused = source.execute(UNUSED).fetchone()[0]
            return Sizes(_sorted(source.execute(PAGES).fetchall(), _counts(source)), unused)
    if not isinstance(store, PostgresStore):
        raise StoreRefused("store.in_memory")
    async with connected(store, address) as connection:
        found = [tuple(row) for row in await connection.fetch(RELATIONS)]
        counts = {
            table: await connection.fetchval(f'SELECT count(*) FROM "{table}"')
            for table, _ in found
        }
    return Sizes(_sorted(found, counts))


@asynccontextmanager
async def connected(store: PostgresStore, address: str) -> AsyncIterator[asyncpg.Connection]:
    """Connect to a database once more, for what may take longer than the store's own statements."""
    async with opened(store):
        connection = await asyncpg.connect(address)
        try:
            yield connection
        finally:
            await connection.close()


def _counts(source: sqlite3.Connection) -> dict[str, int]:
    tables = source.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return {
        table: source.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
        for (table,) in tables
    }


def _sorted(sizes: list[tuple[str, int]], counts: dict[str, int]) -> list[Size]:
    found = [Size(table, counts.get(table, 0), size) for table, size in sizes]
    return sorted(found, key=lambda one: -one.bytes)


class LookedAt(SqlRetention):
    """A SQLite file that a server may have in use, to find what could be deleted."""

    spoke = SqliteStore.spoke

    def __init__(self, source: sqlite3.Connection) -> None:
        self._source = source

    async def _ask(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        return self._source.execute(statement, values).fetchall()

    async def _change(self, *steps: tuple[str, tuple[object, ...]]) -> list[tuple[object, ...]]:
        raise NotImplementedError("it is only looked at")


async def prunable(config: Config) -> Pruned:
    """Return how much a server with these settings would delete now; it may be running."""
    store, now = open_store(config.database), wall_clock()
    cutoffs = Cutoffs.at(now, config)
    if isinstance(store, SqliteStore):
        with refusing(store.path), look_at(store.path) as source:
            return await count_prunable(LookedAt(source), cutoffs, now)
    async with opened(store):
        return await count_prunable(store, cutoffs, now)


async def prune(config: Config) -> Pruned:
    """Delete what is old enough; no server may be using a SQLite file."""
    store = open_store(config.database)
    if isinstance(store, SqliteStore):
        refuse_missing(store.path)
    service = Service(config, store)
    async with opened(store):
        await service.hall.start()
        try:
            return await service.pruner.prune()
        finally:
            await service.hall.stop()


async def vacuum(address: str) -> None:
    """Give unused space back to the disk; no server may be using a SQLite file."""
    store = open_store(address)
    if isinstance(store, SqliteStore):
        refuse_missing(store.path)
        lock = Lock(store.path)
        lock.take()
        try:
            with refusing(store.path), closing(connect(store.path)) as connection:
                await asyncio.to_thread(connection.execute, "VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            lock.release()
        return
    if not isinstance(store, PostgresStore):
        raise StoreRefused("store.in_memory")
    async with connected(store, address) as connection:
        await connection.execute("VACUUM ANALYZE")
