"""An operator on the database itself, whether its servers run or not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tablee.server.moderation.operator import Operator
from tablee.server.ops.backup import opened
from tablee.server.service import wall_clock
from tablee.server.store import open_store
from tablee.server.store.addresses import kind_of
from tablee.server.store.contract import StoreRefused
from tablee.server.store.sqlite.store import SqliteStore


@asynccontextmanager
async def operating(address: str, name: str) -> AsyncIterator[Operator]:
    """Yield an operator by name; running servers see within seconds what they do."""
    if kind_of(address) == "memory":
        raise StoreRefused("store.in_memory")
    store = open_store(address)
    if isinstance(store, SqliteStore):
        store = SqliteStore(store.path, beside=True)
    async with opened(store):
        yield Operator(store, name, wall_clock)
