"""Back up, restore and move a store: the commands of the same names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from tablee.server.store import dump as portable
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, StoreDown
from tablee.server.store.errors import away
from tablee.server.store.sqlite.copies import (
    copy_database,
    dump_database,
    is_database,
    is_there,
    refuse_missing,
)
from tablee.server.store.sqlite.lock import Lock
from tablee.server.store.sqlite.store import SqliteStore

DUMP_SUFFIXES = (".jsonl", ".gz")


async def backup(address: str, path: Path) -> None:
    """Copy a store into a new file, even while servers use it.

    A name that ends in `.jsonl` or `.jsonl.gz` makes a dump, which any store can be restored from;
    any other name makes a database file of a SQLite store, and a dump of a PostgreSQL one.
    """
    store = open_store(address)
    if isinstance(store, SqliteStore):
        if path.suffix in DUMP_SUFFIXES:
            await portable.write(path, dump_database(store.path))
        else:
            await copy_database(store.path, path)
        return
    async with opened(store):
        await store.backup(path)


async def restore(path: Path, address: str) -> None:
    """Fill an empty store from a backup; either may be of any kind."""
    store = open_store(address)
    database = is_database(path)
    if database and isinstance(store, SqliteStore) and not is_there(store.path):
        lock = Lock(store.path)
        lock.take()
        try:
            await copy_database(path, store.path)
        finally:
            lock.release()
        return
    if not database:
        async for _ in portable.read(path):  # to its end, before anything is written
            pass
    async with opened(store):
        await store.load(dump_database(path) if database else portable.read(path))


async def move(source: str, target: str) -> int:
    """Copy everything into an empty store; returns how many records.

    No server may use either of them during that. A SQLite file is locked for as long as it takes;
    stop the servers of a PostgreSQL database yourself.
    """
    old, new = open_store(source), open_store(target)
    if isinstance(old, SqliteStore):
        refuse_missing(old.path)
    async with opened(old), opened(new), aclosing(old.dump()) as records:
        return await new.load(records)


@asynccontextmanager
async def opened(store: EventStore) -> AsyncIterator[EventStore]:
    """Open a store and close it at the end; refuse if it becomes unreachable."""
    await store.open()
    try:
        yield store
    except StoreDown as error:
        raise away(error) from error
    finally:
        await store.close()
