"""Entries, heads and results for tests, and the places where stores keep their data."""

from __future__ import annotations

import asyncio
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from samples import OPEN
from server.store.faulty import Broken, FaultyDisk, FaultyStore, Weather
from tablee.server.store.contract import EventStore, Head, Repeated, Result, Row, Taken
from tablee.server.store.postgres.store import PostgresStore
from tablee.server.store.sqlite.store import SqliteStore


def an_id(name: str) -> str:
    """Derive 32 hexadecimal digits from a name."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def a_row(table: str, seq: int, command: str = "", body: bytes = b'{"what":"move"}') -> Row:
    return Row(an_id(table), seq, 1_000 + seq, command or f"{table}-{seq}", body)


def a_head(row: Row, **changes: object) -> Head:
    head = Head(row.table, row.seq, OPEN, "playing", False, 1_000, 1_000 + row.seq)
    return replace(head, **changes)


def a_result(table: str, *persons: str | None, game: str = OPEN) -> Result:
    ranks = tuple(range(1, len(persons) + 1))
    scores = tuple(30 - rank for rank in ranks)
    return Result(an_id(table), game, 5_000, True, persons, ranks, scores)


async def write(store: EventStore, table: str, seq: int, command: str = "", **head: object) -> None:
    row = a_row(table, seq, command)
    await store.append(row, a_head(row, **head))


async def outcome(store: EventStore, row: Row, head: Head | None = None) -> str:
    """Append, and return what became of it, in a word."""
    try:
        await store.append(row, head or a_head(row))
    except (Taken, Repeated) as refusal:
        return f"{type(refusal).__name__} {refusal.seq}"
    return "done"


async def eventually(condition: Callable[[], bool], patience: float) -> None:
    """Wait for a condition, at most for so many seconds."""
    loop = asyncio.get_running_loop()
    until = loop.time() + patience
    while not condition() and loop.time() < until:
        await asyncio.sleep(0.005)


class Place(Protocol):
    """Where a store keeps its data, which outlive it."""

    shared: bool  # several processes may have a store there at once
    patience: float  # seconds within which a notification must arrive

    async def enter(self) -> EventStore:
        """Open a store there."""

    async def crash(self) -> None:
        """End the stores opened there as abruptly as possible."""

    async def leave(self) -> None:
        """Close all stores opened there."""


class StorePlace(ABC):
    """What all places have in common."""

    shared = True
    patience = 10.0

    def __init__(self) -> None:
        self.stores: list[EventStore] = []

    @abstractmethod
    def make(self) -> EventStore:
        """Return another store on the same data, not yet open."""

    async def enter(self) -> EventStore:
        store = self.make()
        await store.open()
        self.stores.append(store)
        return store

    async def crash(self) -> None:
        await self.leave()

    async def leave(self) -> None:
        while self.stores:
            await self.stores.pop().close()


class InMemory(StorePlace):
    patience = 0.05

    def __init__(self, *broken: Broken) -> None:
        super().__init__()
        self.disk = FaultyDisk(frozenset(broken))
        self.weather = Weather(pause=lambda: asyncio.sleep(0))

    def make(self) -> EventStore:
        return FaultyStore(self.disk, self.weather)

    async def crash(self) -> None:
        self.disk.crash()
        self.stores.clear()


class InSqlite(StorePlace):
    shared = False

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = folder / "tablee.db"

    def make(self) -> EventStore:
        return SqliteStore(self.path)


class InPostgres(StorePlace):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def make(self) -> EventStore:
        return PostgresStore(self.address)
