"""Who is forgotten takes along what he has said, and how he was called where he did not play.

These are the only entries that change: each stays where it is, with nothing in it. That a name is
gone stands in the log, too (`Forgotten`), so that every process that knows the table forgets it.
The name of who has played a match stays in its record.
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.store.contract import EventStore, Row

from .entries import NOTHING, Entry, Opened, SeatChanged, What, Who, entry_of, nameless
from .heads import listed
from .spoken import said_by

SAT = b'{"what":"seat"'  # how entries begin that tell who sits down
EVERY = 10_000  # tables of one person: nobody has more


async def unsay(store: EventStore, person: str) -> set[str]:
    """Blots out all that somebody has said, and under which name; at which tables that was."""
    blotted = []
    for row, what in await said_by(store, person):
        nothing = replace(what, who=Who(person, NOTHING), phrase=None, text=NOTHING)
        blotted.append(_rewritten(row, nothing))
    await store.rewrite(blotted)
    return {row.table for row in blotted}


async def named_at(store: EventStore, person: str) -> list[str]:
    """The tables where somebody is called by name and did not play."""
    played: set[str] = set()
    other = {row.table for row in await store.written_by(person, SAT)}
    for head in await store.tables_of(person, ("lobby", "closed", "playing", "over"), EVERY):
        plays = head.stage in ("playing", "over") and listed(head, person).my_seats
        (played if plays else other).add(head.table)
    return sorted(other - played)


async def unname(store: EventStore, table: str, person: str) -> None:
    """Blots out how somebody was called at a table."""
    rows: list[Row] = []
    while more := await store.read(table, rows[-1].seq if rows else 0):
        rows += more
    changed = []
    for row in rows:
        what = entry_of(row.seq, row.at, row.command, row.body).what
        blotted = without(what, person)
        if blotted != what:
            changed.append(_rewritten(row, blotted))
    await store.rewrite(changed)


def without(what: What, person: str) -> What:
    """An entry without the name and the picture of somebody."""
    match what:
        case SeatChanged(holding=holding):
            return replace(what, holding=holding.without(person))
        case Opened(settings=settings, host=host):
            holdings = [one.without(person) for one in what.holdings]
            if host.id == person:
                host, settings = Who(person, NOTHING), nameless(settings)
            return replace(what, settings=settings, host=host, holdings=holdings)
    return what


def _rewritten(row: Row, what: What) -> Row:
    return replace(row, body=Entry(row.seq, row.at, row.command, what).body())  # type: ignore[arg-type]
