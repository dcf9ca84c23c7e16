"""What somebody has said, at whichever table, and how it is unsaid.

Words are the one thing in the log that can change: who is forgotten takes his along. The entry
stays where it is, with nothing in it.
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.server.store.contract import EventStore, Row

from .entries import Entry, Spoke, Who, entry_of

SPOKE = b'{"what":"spoke"'  # how such entries begin
NOTHING = "…"


async def said_by(store: EventStore, person: str) -> list[tuple[Row, Spoke]]:
    """All that somebody has said, also where he only looked on."""
    found = []
    for row in await store.written_by(person, SPOKE):
        what = entry_of(row.seq, row.at, row.command, row.body).what
        assert isinstance(what, Spoke)
        found.append((row, what))
    return found


async def unsay(store: EventStore, person: str) -> set[str]:
    """Blots out all that somebody has said, and under which name; at which tables that was."""
    blotted = []
    for row, what in await said_by(store, person):
        nothing = replace(what, who=Who(person, NOTHING), phrase=None, text=NOTHING)
        entry = Entry(row.seq, row.at, row.command, nothing)
        blotted.append(replace(row, body=entry.body()))
    await store.rewrite(blotted)
    return {row.table for row in blotted}
