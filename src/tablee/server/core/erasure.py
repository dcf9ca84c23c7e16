"""Erase what a deleted account leaves in the logs: chat, and names at tables it didn't play at.

These are the only entries that ever change: each keeps its place, with the text replaced. The log
also records that a name was erased (`Forgotten`), so that every process that knows the table drops
it. Players of a match keep their names in its record.
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.store.contract import EventStore, Row
from tablee.table import WAITING

from .background import for_each
from .chat import chat_of
from .commits import Commits
from .rooms import decisions
from .rooms.cache import Rooms
from .rooms.entries import (
    ERASED,
    AnyPayload,
    Entry,
    Identity,
    Opened,
    SeatChanged,
    Spoke,
    entry_of,
    nameless,
)
from .rooms.summaries import listed

SEAT_CHANGED = b'{"what":"seat"'  # how the bodies of such entries begin
LIMIT = 10_000  # tables of one person; more than anyone has


class Erasure:
    """Erases the chat and names of deleted accounts."""

    def __init__(self, store: EventStore, rooms: Rooms, commits: Commits) -> None:
        self._store = store
        self._rooms = rooms
        self._commits = commits

    async def erase(self, person: str) -> None:
        """Erase a person's chat, and their name at tables where they didn't play."""
        for table in await erase_chat(self._store, person):
            self._rooms.drop_recent(table)

        async def erase_at(table: str) -> None:
            key, now = f"forgotten/{table}/{person}", self._commits.now
            await self._commits.settle(
                table, key, lambda room: decisions.name_erased(room, key, now(), person)
            )
            await erase_name(self._store, table, person)
            self._rooms.drop_recent(table)

        await for_each(await tables_naming(self._store, person), erase_at)


async def erase_chat(store: EventStore, person: str) -> set[str]:
    """Erase everything a person has written; return the tables where that was."""
    rows = [without_words(row) for row, _ in await chat_of(store, person)]
    await store.rewrite(rows)
    return {row.table for row in rows}


def without_words(row: Row) -> Row:
    """Return a chat entry without words and name; itself if they were erased before."""
    spoke = entry_of(row.seq, row.at, row.command, row.body).payload
    assert isinstance(spoke, Spoke)
    nothing = replace(spoke, who=Identity(spoke.who.id, ERASED), phrase=None, text=ERASED)
    return row if nothing == spoke else _rewritten(row, nothing)


async def tables_naming(store: EventStore, person: str) -> list[str]:
    """Return the tables that name a person who didn't play there."""
    played: set[str] = set()
    other = {row.table for row in await store.written_by(person, SEAT_CHANGED)}
    for head in await store.tables_of(person, ("lobby", "closed", "playing", "over"), LIMIT):
        info = listed(head, person)
        plays = info.to_act != WAITING and info.my_seats  # also where an operator ended the game
        (played if plays else other).add(head.table)
    return sorted(other - played)


async def erase_name(store: EventStore, table: str, person: str) -> None:
    """Erase the name of a person from the log of a table."""
    rows: list[Row] = []
    while more := await store.read(table, rows[-1].seq if rows else 0):
        rows += more
    changed = []
    for row in rows:
        payload = entry_of(row.seq, row.at, row.command, row.body).payload
        erased = without(payload, person)
        if erased != payload:
            changed.append(_rewritten(row, erased))
    await store.rewrite(changed)


def without(payload: AnyPayload, person: str) -> AnyPayload:
    """Return an entry's payload without the name and the avatar of a person."""
    match payload:
        case SeatChanged(holding=holding):
            return replace(payload, holding=holding.without(person))
        case Opened(settings=settings, host=host):
            holdings = [one.without(person) for one in payload.holdings]
            if host.id == person:
                host, settings = Identity(person, ERASED), nameless(settings)
            return replace(payload, settings=settings, host=host, holdings=holdings)
    return payload


def _rewritten(row: Row, payload: AnyPayload) -> Row:
    return replace(row, body=Entry(row.seq, row.at, row.command, payload).body())
