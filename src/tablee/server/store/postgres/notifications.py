"""Listen for PostgreSQL notifications from other processes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg

from tablee.server.store.contract import EVERY_TABLE, Listener

CHANNEL = "tablee"
FIRST_WAIT, LONGEST_WAIT = 0.05, 0.5  # seconds between attempts to connect
ASK_EVERY = 5.0  # seconds of silence before the connection is checked

BROKEN = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)

LOG = logging.getLogger("tablee.store")


class Ear:
    """A connection that listens; when it breaks, a new one is made and every table is checked."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], name: str, tell: Listener) -> None:
        self._connect = connect
        self._name = name
        self._tell = tell
        self._task: asyncio.Task[None] | None = None
        self._first = asyncio.Event()

    async def open(self) -> None:
        """Return once it listens for the first time."""
        self._task = asyncio.create_task(self._listen_for_ever())
        await self._first.wait()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen_for_ever(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                connection = await self._connect()
            except BROKEN as error:
                LOG.debug("no connection to listen on: %s", error)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                continue
            wait = FIRST_WAIT
            try:
                await self._listen(connection)
            except BROKEN as error:
                LOG.warning("the connection that listens broke: %s", error)
            finally:
                connection.terminate()

    async def _listen(self, connection: Any) -> None:
        """Listen until the connection breaks."""
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        await connection.add_listener(CHANNEL, self.hear)
        if self._first.is_set():
            self._tell(EVERY_TABLE, 0, ())
        self._first.set()
        while not broken.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(broken.wait(), ASK_EVERY)
            if not broken.is_set():
                await connection.execute("SELECT 1", timeout=ASK_EVERY)

    def hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Pass on what another process has written."""
        table, seq, name, *persons = str(payload).split(" ")  # older processes tell no persons
        if name != self._name:  # what this process has written it knows already
            self._tell(table, int(seq), json.loads(persons[0]) if persons else ())
