"""What somebody has said, at whichever table."""

from __future__ import annotations

from tablee.server.store.contract import EventStore, Row

from .entries import Spoke, entry_of

SPOKE = b'{"what":"spoke"'  # how such entries begin


async def said_by(store: EventStore, person: str) -> list[tuple[Row, Spoke]]:
    """All that somebody has said, also where he only looked on."""
    found = []
    for row in await store.written_by(person, SPOKE):
        what = entry_of(row.seq, row.at, row.command, row.body).what
        assert isinstance(what, Spoke)
        found.append((row, what))
    return found
