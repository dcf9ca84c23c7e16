"""The open connections by person and device, closed when a device is signed out.

A device may be signed out through another process while its connections are here, so every few
seconds the store is asked whether the connected devices are still signed in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from typing import Protocol

from tablee.server import wire
from tablee.server.core.session import Session
from tablee.server.ops.background import in_background
from tablee.server.store.contract import EventStore, Person, StoreDown
from tablee.show.saying import Saying

EVERY_SECONDS = 3.0

log = logging.getLogger("tablee.devices")


class Connection(Protocol):
    """A connected client."""

    @property
    def person(self) -> Person:
        """Who is connected."""

    @property
    def token(self) -> bytes | None:
        """The hash of the device's token."""

    @property
    def session(self) -> Session:
        """The session that answers the client's messages."""

    def hang_up(self, bye: wire.Bye) -> None:
        """Close the connection, and say why first."""

    def restart(self) -> None:
        """Close the connection because the server restarts."""


class Connections:
    """The clients connected to this process."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._open: set[Connection] = set()

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> None:
        """Count a connection among the open ones."""
        self._open.add(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a connection that was closed."""
        self._open.discard(connection)

    def of(self, person: str) -> list[Connection]:
        """Return the open connections of a person."""
        return [one for one in self if one.person.id == person]

    def sign_out(self, tokens: Collection[bytes]) -> None:
        """Close the connections with these token hashes."""
        for one in self:
            if one.token in tokens:
                one.hang_up(wire.Bye(Saying("serve.logged_out"), None))

    @asynccontextmanager
    async def checked(self) -> AsyncIterator[None]:
        """While this lasts, close connections soon after another process has signed them out."""
        async with in_background(self._check_regularly()):
            yield

    async def _check_regularly(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self._check()
            except StoreDown:
                log.warning("the database is unreachable; signed-out devices are checked later")
            except Exception:
                log.exception("signed-out devices could not be checked; retrying")

    async def _check(self) -> None:
        here = {one.token for one in self if one.token is not None}
        self.sign_out(here - await self._store.known_tokens(list(here)))
