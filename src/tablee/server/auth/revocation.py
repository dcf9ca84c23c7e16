"""Devices that are logged out: their connections end, wherever that was said.

Another process of the server may have logged a device out while its connections are here. So every
few seconds the store is asked whether the devices that are connected are still known.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from tablee.server import wire
from tablee.server.ops.background import meanwhile
from tablee.server.store.contract import EventStore, StoreDown
from tablee.show.saying import Saying

if TYPE_CHECKING:
    from tablee.server.ws.connection import Connection

EVERY_SECONDS = 3.0

log = logging.getLogger("tablee.departures")


class Departures:
    """Hangs up on devices that are logged out."""

    def __init__(self, store: EventStore, lines: set[Connection]) -> None:
        self._store = store
        self._lines = lines

    def hang_up(self, tokens: Collection[bytes]) -> None:
        """The connections with these tokens, whose hashes these are, end."""
        for line in list(self._lines):
            if line.token in tokens:
                line.hang_up(wire.Bye(Saying("serve.logged_out"), None))

    @asynccontextmanager
    async def noticed(self) -> AsyncIterator[None]:
        """While this lasts, whoever was logged out somewhere else is hung up on soon."""
        async with meanwhile(self._look_again_and_again()):
            yield

    async def _look_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await self._look()
            except StoreDown:
                log.warning("the store is gone; who was logged out is looked up later")
            except Exception:
                log.exception("who was logged out could not be looked up; that is tried again")

    async def _look(self) -> None:
        here = {line.token for line in self._lines if line.token is not None}
        self.hang_up(here - await self._store.known_tokens(list(here)))
