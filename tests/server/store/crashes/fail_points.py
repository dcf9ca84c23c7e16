"""Fail points: call a hook where an append is about to be committed, committed, or acknowledged.

They are put between a store and its database library, unknown to the program, so a hook can kill
the process there, or raise what a broken connection raises.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

import asyncpg
import asyncpg.pool

from tablee.server.store.sqlite.store import connect
from tablee.server.store.sqlite.writer import Connection, Cursor

Point = Literal["before_commit", "after_commit", "before_ack"]
POINTS: tuple[Point, ...] = ("before_commit", "after_commit", "before_ack")
Hook = Callable[[Point], None]


class HookedConnection:
    """A SQLite connection that calls the hook around each commit of the writer's thread."""

    def __init__(self, connection: Connection, hook: Hook) -> None:
        self._connection = connection
        self._hook = hook

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Cursor:
        commit = statement == "COMMIT" and in_writer()
        if commit:
            self._hook("before_commit")
        cursor = self._connection.execute(statement, values)
        if commit:
            self._hook("after_commit")
        return cursor

    def close(self) -> None:
        self._connection.close()


def in_writer() -> bool:
    """Return whether this is the thread that writes to SQLite: migrations run in another one."""
    return threading.current_thread().name == "tablee-writer"


def hooked_connect(hook: Hook) -> Callable[[Path], Connection]:
    """Return a `connect` for `SqliteStore`."""
    return lambda path: HookedConnection(connect(path), hook)


def hook_acknowledgements(loop: asyncio.AbstractEventLoop, hook: Hook) -> None:
    """Call the hook before the writer of a SQLite file hands its answers to the event loop."""
    call_soon = loop.call_soon_threadsafe

    def hooked(callback: Callable[..., object], *given: Any, **more: Any) -> asyncio.Handle:
        if in_writer():
            hook("before_ack")
        return call_soon(callback, *given, **more)

    vars(loop)["call_soon_threadsafe"] = hooked


@contextmanager
def postgres_hooked(hook: Hook) -> Iterator[None]:
    """Call the hook around each commit, and when the connection that committed is released."""
    execute, release = asyncpg.Connection.execute, asyncpg.pool.Pool.release
    committed = False

    async def hooked_execute(self: Any, query: str, *given: Any, **more: Any) -> Any:
        nonlocal committed
        commit = query.strip("; ") == "COMMIT"
        if commit:
            hook("before_commit")
        answer = await execute(self, query, *given, **more)
        if commit:
            committed = True
            hook("after_commit")
        return answer

    async def hooked_release(self: Any, connection: Any, **more: Any) -> None:
        nonlocal committed
        await release(self, connection, **more)
        if committed:
            committed = False
            hook("before_ack")

    with (
        patch.object(asyncpg.Connection, "execute", hooked_execute),
        patch.object(asyncpg.pool.Pool, "release", hooked_release),
    ):
        yield
