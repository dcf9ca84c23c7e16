"""Erase what a deleted account leaves in the logs: chat, and names at tables it didn't play at.

These are the only entries that ever change: each keeps its place, with the text replaced. The log
also records that a name was erased (`Forgotten`), so that every process that knows the table drops
it. Players of a match keep their names in its record.
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.store.contract import EventStore, Row

from .chat import chat_of
from .entries import ERASED, Entry, Identity, Opened, Payload, SeatChanged, entry_of, nameless
from .summaries import listed

SEAT_CHANGED = b'{"what":"seat"'  # how the bodies of such entries begin
LIMIT = 10_000  # tables of one person: nobody has more


async def erase_chat(store: EventStore, person: str) -> set[str]:
    """Erase everything a person has written; return the tables where that was."""
    rows = []
    for row, spoke in await chat_of(store, person):
        nothing = replace(spoke, who=Identity(person, ERASED), phrase=None, text=ERASED)
        rows.append(_rewritten(row, nothing))
    await store.rewrite(rows)
    return {row.table for row in rows}


async def tables_naming(store: EventStore, person: str) -> list[str]:
    """Return the tables that name a person who didn't play there."""
    played: set[str] = set()
    other = {row.table for row in await store.written_by(person, SEAT_CHANGED)}
    for head in await store.tables_of(person, ("lobby", "closed", "playing", "over"), LIMIT):
        plays = head.stage in ("playing", "over") and listed(head, person).my_seats
        (played if plays else other).add(head.table)
    return sorted(other - played)


async def erase_name(store: EventStore, table: str, person: str) -> None:
    """Erase the name of a person from the log of a table."""
    rows: list[Row] = []
    while more := await store.read(table, rows[-1].seq if rows else 0):
        rows += more
    changed = []
    for row in rows:
        what = entry_of(row.seq, row.at, row.command, row.body).what
        nameless = without(what, person)
        if nameless != what:
            changed.append(_rewritten(row, nameless))
    await store.rewrite(changed)


def without(what: Payload, person: str) -> Payload:
    """Return an entry's payload without the name and the avatar of a person."""
    match what:
        case SeatChanged(holding=holding):
            return replace(what, holding=holding.without(person))
        case Opened(settings=settings, host=host):
            holdings = [one.without(person) for one in what.holdings]
            if host.id == person:
                host, settings = Identity(person, ERASED), nameless(settings)
            return replace(what, settings=settings, host=host, holdings=holdings)
    return what


def _rewritten(row: Row, what: Payload) -> Row:
    return replace(row, body=Entry(row.seq, row.at, row.command, what).body())  # type: ignore[arg-type]
