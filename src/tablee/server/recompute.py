"""Results and ratings once more from the log: every match is replayed, and nothing is believed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import msgspec

from tablee.gamebox import NAMES
from tablee.server.core.entries import entry_of
from tablee.server.core.heads import result_of
from tablee.server.core.room import Room
from tablee.server.ratings import Ladder
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, Record, Result, Row
from tablee.server.store.copies import dump_database
from tablee.server.store.sqlite import SqliteStore


@dataclass
class Recomputed:
    """What came out: the ladders, and the tables whose kept result is not that of their log."""

    ladders: dict[str, Ladder] = field(default_factory=lambda: {game: Ladder() for game in NAMES})
    wrong: list[str] = field(default_factory=list)


async def recompute(records: AsyncIterator[Record]) -> Recomputed:
    """Replays everything that was ever played; the order of results is that of the store."""
    room: Room | None = None  # a dump has the entries of one table after the other
    played: dict[str, Result] = {}
    found = Recomputed()
    async for record in records:
        if isinstance(record, Row):
            room = after(room if room and room.table == record.table else None, record)
            result = result_of(room)
            if result is not None:
                played[record.table] = result
        elif isinstance(record, Result):
            result = played.pop(record.table, None)
            if result is None or msgspec.structs.replace(result, number=record.number) != record:
                found.wrong.append(record.table)
            else:
                found.ladders[record.game].count([record])
    found.wrong += played  # results that were never kept
    return found


def after(room: Room | None, row: Row) -> Room:
    """The room after one more entry of its log."""
    entry = entry_of(row.seq, row.at, row.command, row.body)
    return Room.opened(row.table, entry) if room is None else room.apply(entry)


async def recompute_store(address: str) -> Recomputed:
    """The same for a whole store; a SQLite file may be in use."""
    store: EventStore = open_store(address)
    if isinstance(store, SqliteStore):
        return await recompute(dump_database(store.path))
    await store.open()
    try:
        return await recompute(store.dump())
    finally:
        await store.close()
