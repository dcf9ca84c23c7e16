"""Persist tables and people: `contract` is the interface, docs/explanation/store.md the story."""

from __future__ import annotations

from tablee.server.store.addresses import path_of, shown
from tablee.server.store.contract import EventStore, StoreRefused


def open_store(address: str) -> EventStore:
    """Return the store at an address; `open()` it before use.

    `sqlite:///path` or just a path, `postgresql://…`, or `memory:`.

    >>> open_store("memory:")  # doctest: +ELLIPSIS
    <tablee.server.store.memory.store.MemoryStore object at ...>
    """
    if address == "memory:":
        from tablee.server.store.memory.store import MemoryStore

        return MemoryStore()
    if address.startswith(("postgresql://", "postgres://")):
        from tablee.server.store.postgres.store import PostgresStore

        return PostgresStore(address)
    path = path_of(address)
    if path is None:
        raise StoreRefused("store.no_address", address=shown(address))
    from tablee.server.store.sqlite.store import SqliteStore

    return SqliteStore(path)
