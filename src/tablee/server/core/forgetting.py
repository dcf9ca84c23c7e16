"""Who is forgotten takes along what he has said, and how he was called where he did not play.

These are the only entries that change. Each stays where it is, with nothing in it. The name of who
has played a match stays in its record.
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.store.contract import EventStore, Row

from .chores import each
from .entries import Entry, Holding, Opened, SeatChanged, What, Who, entry_of
from .heads import head_of
from .room import Room
from .spoken import said_by

SAT = b'{"what":"seat"'  # how entries begin that tell who sits down
NOTHING = "…"
EVERY = 10_000  # tables of one person that were given up: nobody has more


async def unsay(store: EventStore, person: str) -> set[str]:
    """Blots out all that somebody has said, and under which name; at which tables that was."""
    blotted = []
    for row, what in await said_by(store, person):
        nothing = replace(what, who=Who(person, NOTHING), phrase=None, text=NOTHING)
        blotted.append(_rewritten(row, nothing))
    await store.rewrite(blotted)
    return {row.table for row in blotted}


async def unname(store: EventStore, person: str) -> set[str]:
    """Blots out the name of somebody at all tables where he did not play; which these are."""
    blotted = set()

    async def blot(table: str) -> None:
        head = await store.head(table)
        if head is None or (head.stage in ("playing", "over") and person in head.persons):
            return
        rows: list[Row] = []
        while more := await store.read(table, rows[-1].seq if rows else 0):
            rows += more
        changed, room = [], None
        for row in rows:
            entry = entry_of(row.seq, row.at, row.command, row.body)
            what = nameless(entry.what, person)
            if what != entry.what:
                entry = replace(entry, what=what)
                changed.append(_rewritten(row, what))
            room = Room.opened(table, entry) if room is None else room.apply(entry)
        if changed and room is not None:
            await store.rewrite(changed, [head_of(room)])
            blotted.add(table)

    given_up = [head.table for head in await store.tables_of(person, ("closed",), EVERY)]
    sat = [row.table for row in await store.written_by(person, SAT)]
    await each(sorted({*given_up, *sat}), blot)
    return blotted


def nameless(what: What, person: str) -> What:
    """An entry without the name and the picture of somebody."""
    match what:
        case SeatChanged(holding=holding):
            return replace(what, holding=_anybody(holding, person))
        case Opened(settings=settings, host=host):
            holdings = [_anybody(one, person) for one in what.holdings]
            if host.id == person:  # also those he has called by name around one screen
                host = Who(person, NOTHING)
                settings = replace(settings, names=[NOTHING for _ in settings.names])
            return replace(what, settings=settings, host=host, holdings=holdings)
    return what


def _anybody(holding: Holding, person: str) -> Holding:
    return replace(holding, name=NOTHING, avatar="") if holding.person == person else holding


def _rewritten(row: Row, what: What) -> Row:
    return replace(row, body=Entry(row.seq, row.at, row.command, what).body())  # type: ignore[arg-type]
