"""The open connections by person and device: closed when a device is signed out, and notified of
changes to the account.

Both may come through another process, so every few seconds the store is asked whether the connected
devices are still signed in, and for their notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager
from typing import Protocol

import msgspec

from tablee.server import wire
from tablee.server.core.session import Session
from tablee.server.core.views import redaction
from tablee.server.runtime.background import in_background
from tablee.server.store.contract import EventStore, Person, StoreDown
from tablee.show.saying import Saying

EVERY_SECONDS = 3.0
_read_notice = msgspec.json.Decoder(wire.AccountNotice).decode

log = logging.getLogger("tablee.devices")


class Connection(Protocol):
    """A connected client."""

    @property
    def person(self) -> Person:
        """The connected person."""

    @property
    def token(self) -> bytes | None:
        """The hash of the device's token."""

    @property
    def address(self) -> str:
        """Where they are, as limits count it."""

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
        """Close connections soon after another process has signed them out, while this lasts."""
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
        signed_in = await self._store.signed_in(list(here))
        self.sign_out(here - signed_in.keys())
        for token, notices in signed_in.items():
            if notices:
                self._deliver(token, notices)
                await self._store.drop_notices(token, notices)

    def _deliver(self, token: bytes, notices: str) -> None:
        for connection in self:
            if connection.token == token:
                for notice in notices.splitlines():
                    connection.session.send(redaction.plain(_read_notice(notice)))
