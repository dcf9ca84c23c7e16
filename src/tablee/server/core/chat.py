"""Find the chat messages of a person, at all tables."""

from __future__ import annotations

from tablee.server.store.contract import EventStore, Row

from .rooms.entries import Spoke, entry_of

SPOKE = b'{"what":"spoke"'  # how the bodies of such entries begin


async def chat_of(store: EventStore, person: str) -> list[tuple[Row, Spoke]]:
    """Return everything a person has written, as a player or a spectator."""
    found = []
    for row in await store.written_by(person, SPOKE):
        spoke = entry_of(row.seq, row.at, row.command, row.body).payload
        assert isinstance(spoke, Spoke)
        found.append((row, spoke))
    return found
