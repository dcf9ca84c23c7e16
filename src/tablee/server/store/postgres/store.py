"""Everything in a PostgreSQL database: any number of processes write, and notify each other.

Appends that come while another is under way are sent together, as one statement. It notifies the
other processes in its own transaction, so that a hint never comes before its entry. When the
connection breaks during an append, its outcome is unknown: it is sent again, and the command, which
is unique, tells whether it was written.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from tablee.server.store import dump as portable
from tablee.server.store import schema
from tablee.server.store.addresses import has_real_ports, shown
from tablee.server.store.contract import (
    DumpRecord,
    Head,
    LoginTaken,
    Repeated,
    Result,
    Row,
    StoreAway,
    StoreDown,
    StoreRefused,
    check_append,
)
from tablee.server.store.errors import away
from tablee.server.store.postgres.appending import Given, append, numbered
from tablee.server.store.postgres.notifications import Ear
from tablee.server.store.sql.records import Values
from tablee.server.store.sql.statements import (
    AT_ONCE,
    DUMPED,
    NOT_EMPTY,
    Statement,
    in_chunks,
    load_statements,
)
from tablee.server.store.sql.store import SqlStore

Answer = TypeVar("Answer")

MOST_AT_ONCE = 256
STARTING_SECONDS = 30.0  # for a database that was started with us, or comes back after a crash
GIVE_UP_AFTER = 10.0  # seconds without the database
TRY_AGAIN_AFTER = 0.1  # seconds
PARTING_SECONDS = 2.0  # for connections that are still in use at the end
LOCK_SCHEMA = 7_461_626  # an advisory lock of our own

BROKEN = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a connection that broke while it was being cleaned
    asyncpg.CannotConnectNowError,
    asyncpg.InsufficientResourcesError,  # connections, disk or memory: may be there again later
    asyncpg.ReadOnlySQLTransactionError,  # it has become a replica
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
"""The connection is gone, or was never there."""

UNDONE = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""The database took it back; it can be tried again at once."""


async def _as_it_is(_connection: Any) -> None:
    """Keep the session as it is: no caller changes it, and a reset would cost a round trip."""


async def prepare(connection: Any) -> None:
    """Bring a database up to date, or refuse it."""
    for setting in ("fsync", "synchronous_commit"):
        if await connection.fetchval(f"SHOW {setting}") == "off":
            raise StoreRefused("store.not_durable", setting=setting)
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK_SCHEMA})")
        await connection.execute("CREATE TABLE IF NOT EXISTS version (number BIGINT NOT NULL)")
        version = await connection.fetchval("SELECT max(number) FROM version") or 0
        if version > len(schema.STEPS):
            raise StoreRefused("store.too_new", version=version, known=len(schema.STEPS))
        for number, statements in schema.steps_after(version, schema.POSTGRES):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("INSERT INTO version VALUES ($1)", number)


class PostgresStore(SqlStore):
    """A store in a database that many processes share."""

    shared = True
    spoke = schema.POSTGRES["spoke"]
    alone_with_entries = (("LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE", ()),)

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address
        self._name = secrets.token_hex(8)
        self._pool: Any = None
        self._ear = Ear(self._connect, self._name, self._tell)
        self._waiting: list[tuple[Given, asyncio.Future[None]]] = []
        self._sending: asyncio.Task[None] | None = None

    # --- coming and going ---------------------------------------------------------------------

    async def open(self) -> None:
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=8,
                timeout=5,
                command_timeout=GIVE_UP_AFTER,
                reset=_as_it_is,
            )
            await self._prepare()
            await asyncio.wait_for(self._ear.open(), STARTING_SECONDS)
        except StoreRefused:
            await self._drop_pool()
            raise
        except (*BROKEN, asyncpg.PostgresError, ValueError, OverflowError) as error:
            await self._ear.close()
            await self._drop_pool()
            raise why_no_store(error, self._address) from error

    async def _prepare(self) -> None:
        """Bring the database up to date; one that is just starting is waited for."""
        until = asyncio.get_running_loop().time() + STARTING_SECONDS
        while True:
            try:
                async with self.connection() as connection:
                    await prepare(connection)
                return
            except asyncpg.CannotConnectNowError:
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(TRY_AGAIN_AFTER)

    async def close(self) -> None:
        if self._pool is None:
            return
        while self._sending is not None:
            await asyncio.wait([self._sending])
        await self._ear.close()
        await self._drop_pool()

    async def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            await asyncio.wait_for(pool.close(), PARTING_SECONDS)
        except TimeoutError:  # a caller stopped in the middle of a dump, and still holds one
            pool.terminate()

    async def _connect(self) -> Any:
        return await asyncpg.connect(self._address, timeout=5)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """Provide a connection of the pool; one that breaks is not returned to it."""
        pool = self._pool
        if pool is None:
            raise StoreDown("the store is not open")
        connection = await pool.acquire(timeout=GIVE_UP_AFTER)
        try:
            yield connection
        except BROKEN:
            connection.terminate()
            raise
        finally:
            await pool.release(connection)

    async def _with_connection(self, work: Callable[[Any], Awaitable[Answer]]) -> Answer:
        """Do something with a connection, and again with another one if it breaks."""
        give_up = time.monotonic() + GIVE_UP_AFTER
        while True:
            try:
                async with self.connection() as connection:
                    return await work(connection)
            except asyncpg.UniqueViolationError as error:
                raise LoginTaken from error
            except (*BROKEN, *UNDONE) as error:
                if time.monotonic() > give_up:
                    raise StoreDown(str(error)) from error
            await asyncio.sleep(TRY_AGAIN_AFTER)

    # --- the three verbs ----------------------------------------------------------------------

    async def _look(self, statement: str, *values: object) -> list[Values]:
        async def work(connection: Any) -> list[Values]:
            found: list[Values] = await connection.fetch(numbered(statement), *values)
            return found

        return await self._with_connection(work)

    _ask = _look

    async def _change(self, *statements: Statement) -> list[Values]:
        async def work(connection: Any) -> list[Values]:
            async with connection.transaction():
                found: list[Values] = []
                for statement, given in statements:
                    found = await connection.fetch(numbered(statement), *given)
                return found

        return await self._with_connection(work)

    async def used_tokens(self, seen: Mapping[bytes, int]) -> None:
        statement = (
            "UPDATE tokens SET last_used = seen.at"
            " FROM unnest(?::bytea[], ?::bigint[]) AS seen (hash, at)"
            " WHERE tokens.hash = seen.hash AND last_used < seen.at"
        )
        await self._change((statement, (list(seen), list(seen.values()))))

    # --- appending ----------------------------------------------------------------------------

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        check_append(row, head, result)
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(((row, head, result), future))
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
        await future

    async def _send(self) -> None:
        """Send what waits, and what is added by then, until nothing does."""
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch = self._gather()
                outcomes = await self._write([given for given, _ in batch])
                for ((row, head, _), future), error in zip(batch, outcomes, strict=True):
                    if error is None:
                        if not future.done():
                            future.set_result(None)
                        # The writer goes first.
                        loop.call_soon(self._tell, row.table, row.seq, head.persons)
                    elif not future.done():
                        future.set_exception(error)
        finally:
            self._sending = None

    def _gather(self) -> list[tuple[Given, asyncio.Future[None]]]:
        """Take all waiting appends, but only the first of each table."""
        batch: list[tuple[Given, asyncio.Future[None]]] = []
        later: list[tuple[Given, asyncio.Future[None]]] = []
        tables = set()
        for each in self._waiting:
            table = each[0][0].table
            if table in tables or len(batch) == MOST_AT_ONCE:
                later.append(each)
            else:
                tables.add(table)
                batch.append(each)
        self._waiting = later
        return batch

    async def _write(self, batch: Sequence[Given]) -> list[Exception | None]:
        """Write a batch; if something is wrong with one of them, each goes alone."""
        attempts = 0

        async def work(connection: Any) -> list[Exception | None]:
            nonlocal attempts
            attempts += 1
            async with connection.transaction():
                return await append(connection, batch, self._name)

        try:
            outcomes = await self._with_connection(work)
        except StoreDown as error:
            return [error for _ in batch]
        except Exception as error:
            if len(batch) == 1:
                return [error]
            return [outcome for each in batch for outcome in await self._write([each])]
        if attempts == 1:
            return outcomes
        return [
            None if _is_mine(error, row) else error
            for (row, _, _), error in zip(batch, outcomes, strict=True)
        ]

    # --- copies -------------------------------------------------------------------------------

    async def backup(self, path: Path) -> None:
        async with aclosing(self.dump()) as records:  # also if the disk is full: its connection
            await portable.write(path, records)

    @asynccontextmanager
    async def _copying(self) -> AsyncIterator[Any]:
        """Provide a connection for a long operation, which can't be retried if it breaks."""
        try:
            async with self.connection() as connection:
                yield connection
        except BROKEN as error:  # what the library says then is about itself
            raise StoreAway("store.broke_off") from error
        except asyncpg.PostgresError as error:
            raise away(error) from error

    async def dump(self) -> AsyncGenerator[DumpRecord, None]:
        async with (
            self._copying() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            for _, statement, to_record in DUMPED:
                async for found in connection.cursor(statement, prefetch=AT_ONCE):
                    yield to_record(found)

    async def load(self, records: AsyncIterator[DumpRecord]) -> int:
        count = 0
        async with self._copying() as connection, connection.transaction():
            if await connection.fetch(NOT_EMPTY):
                raise StoreRefused("store.not_empty")
            async for chunk in in_chunks(records):
                statements: dict[str, list[Values]] = {}
                for record in chunk:
                    for statement, given in load_statements(record):
                        statements.setdefault(numbered(statement), []).append(given)
                for statement, many in statements.items():
                    await connection.executemany(statement, many)
                count += len(chunk)
        return count


def why_no_store(error: Exception, address: str) -> StoreRefused:
    """Refuse an address that can never work; a database that is away may come back."""
    gone = isinstance(error, (*BROKEN, asyncpg.PostgresError))
    wrong = isinstance(error, asyncpg.ClientConfigurationError) or not has_real_ports(address)
    if gone and not wrong:
        return away(error)
    # What the library says would show some of a password that has a / in it.
    return StoreRefused("store.wrong_address", address=shown(address))


def _is_mine(error: Exception | None, row: Row) -> bool:
    """Return whether an earlier attempt, whose answer was lost, has written this entry."""
    return isinstance(error, Repeated) and (error.table, error.seq) == (row.table, row.seq)
