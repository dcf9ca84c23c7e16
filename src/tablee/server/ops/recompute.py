"""Recompute results and ratings from the log by replaying every match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field

import msgspec

from tablee import discovery
from tablee.server.core.rooms.cache import room_after
from tablee.server.core.rooms.room import Room
from tablee.server.core.rooms.summaries import result_of
from tablee.server.jobs.ratings import Ladder
from tablee.server.ops.backup import opened
from tablee.server.store import open_store
from tablee.server.store.contract import DumpRecord, EventStore, Gap, Result, Row
from tablee.server.store.sqlite.copies import dump_database
from tablee.server.store.sqlite.store import SqliteStore


@dataclass
class Recomputed:
    """The ratings by game, and the tables with errors.

    `wrong` are those whose stored result differs from the replayed one; `broken` are those that
    can't be replayed, with the entry at which the replay ended.
    """

    ladders: dict[str, Ladder] = field(
        default_factory=lambda: {game: Ladder() for game in discovery.names()}
    )
    wrong: list[str] = field(default_factory=list)
    broken: dict[str, int] = field(default_factory=dict)


async def recompute(records: AsyncIterator[DumpRecord]) -> Recomputed:
    """Replay everything that was ever played; results count in the order of the store."""
    room: Room | None = None  # a dump has the entries of one table after those of another
    played: dict[str, Result] = {}
    found = Recomputed()
    async for record in records:
        if record_table(record) in found.broken:
            continue
        if isinstance(record, Row):
            try:
                room = after(room if room and room.table == record.table else None, record)
                result = result_of(room)
            except Exception:  # damaged in whatever way: go on with the other tables
                found.broken[record.table] = record.seq
                played.pop(record.table, None)
                continue
            if result is not None:
                played[record.table] = result
        elif isinstance(record, Result):
            result = played.pop(record.table, None)
            if result is None or msgspec.structs.replace(result, number=record.number) != record:
                found.wrong.append(record.table)
            else:
                found.ladders[record.game].count([record])
    found.wrong += played  # results that were never stored
    return found


def record_table(record: DumpRecord) -> str | None:
    """Return the table of an entry or a result."""
    return record.table if isinstance(record, (Row, Result)) else None


def after(room: Room | None, row: Row) -> Room:
    """Return the room after one more entry of its log."""
    if row.seq != (1 if room is None else room.seq + 1):
        raise Gap(row.table, row.seq)
    return room_after(room, row)


async def recompute_store(address: str) -> Recomputed:
    """Recompute a whole store; a SQLite file may be in use."""
    store: EventStore = open_store(address)
    if isinstance(store, SqliteStore):
        return await recompute(dump_database(store.path))
    async with opened(store), aclosing(store.dump()) as records:
        return await recompute(records)
