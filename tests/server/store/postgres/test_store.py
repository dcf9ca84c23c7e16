"""What only the PostgreSQL store does: many processes, and outages of the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from server.store.crashes.fail_points import Point, postgres_hooked
from server.store.making import a_head, a_row, an_id, eventually, outcome, write
from server.store.postgres.server import PostgresServer
from tablee.server.store import schema
from tablee.server.store.contract import EVERY_TABLE, StoreAway, StoreDown, StoreRefused
from tablee.server.store.postgres import store as postgres_module
from tablee.server.store.postgres.appending import numbered
from tablee.server.store.postgres.store import PostgresStore

pytestmark = pytest.mark.slow


@pytest.fixture
async def store(postgres_address: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(postgres_address)
    await store.open()
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses between retries."""
    monkeypatch.setattr(postgres_module, "TRY_AGAIN_AFTER", 0.01)


@asynccontextmanager
async def stopped(server: PostgresServer) -> AsyncIterator[None]:
    """Stop a server, and start it again afterwards."""
    await asyncio.to_thread(server.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(server.start)


def test_placeholders_are_numbered() -> None:
    assert numbered("SELECT ? WHERE a = ?") == "SELECT $1 WHERE a = $2"
    assert numbered("SELECT 1") == "SELECT 1"


async def test_processes_can_start_concurrently(postgres_address: str) -> None:
    """Only one of them creates the schema."""
    stores = [PostgresStore(postgres_address) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await write(stores[0], "t", 1)
    assert await stores[3].seqs([an_id("t")]) == {an_id("t"): 1}
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_newer_database_is_refused(postgres_address: str) -> None:
    store = PostgresStore(postgres_address)
    await store.open()
    await store.close()
    connection = await asyncpg.connect(postgres_address)
    await connection.execute("INSERT INTO version VALUES ($1)", len(schema.STEPS) + 1)
    await connection.close()
    with pytest.raises(StoreRefused, match="newer program"):
        await store.open()


async def test_a_database_without_synchronous_commit_is_refused(postgres_address: str) -> None:
    with pytest.raises(StoreRefused, match="synchronous_commit"):
        await PostgresStore(f"{postgres_address}&synchronous_commit=off").open()


async def test_a_missing_database_is_reported(postgres_address: str) -> None:
    for wrong in (postgres_address.replace("@/postgres", "@/nothing"), "postgresql:///x?host=/no"):
        with pytest.raises(StoreRefused, match="cannot be reached"):
            await PostgresStore(wrong).open()


async def test_an_unwritable_entry_fails_alone(store: PostgresStore) -> None:
    """PostgreSQL takes no zero byte in a text, and commits the other entries of the batch."""
    rows = [a_row(f"t{n}", 1, "" if n % 7 else f"\0{n}") for n in range(30)]
    told = await asyncio.gather(
        *(store.append(row, a_head(row)) for row in rows), return_exceptions=True
    )
    assert [error is None for error in told] == [bool(n % 7) for n in range(30)]


async def test_a_commit_whose_answer_was_lost_is_not_repeated(store: PostgresStore) -> None:
    """The connection breaks after the commit; the retry finds the entry."""
    broken: list[str] = []

    def hook(point: Point) -> None:
        if point == "after_commit" and not broken:
            broken.append(point)
            raise ConnectionResetError

    with postgres_hooked(hook):
        told = await asyncio.gather(*(outcome(store, a_row(f"t{n}", 1)) for n in range(5)))
    assert told == ["done"] * 5
    assert await outcome(store, a_row("t0", 1)) == "Repeated 1"
    assert len(await store.read(an_id("t3"))) == 1
    assert broken


async def test_an_append_lost_before_its_commit_is_retried(store: PostgresStore) -> None:
    broken: list[str] = []

    def hook(point: Point) -> None:
        if point == "before_commit" and not broken:
            broken.append(point)
            raise ConnectionResetError

    with postgres_hooked(hook):
        assert await outcome(store, a_row("t", 1)) == "done"
    assert len(await store.read(an_id("t"))) == 1
    assert broken


async def test_the_store_reconnects_after_an_outage(
    postgres: PostgresServer, postgres_address: str, store: PostgresStore
) -> None:
    """Appends wait for it, notifications resume, and listeners are told to check every table."""
    reader = PostgresStore(postgres_address)
    await reader.open()
    heard: list[tuple[str, int]] = []
    reader.listen(lambda table, seq, _persons: heard.append((table, seq)))
    await write(store, "t", 1)
    await eventually(lambda: (an_id("t"), 1) in heard, 10)
    async with stopped(postgres):
        waiting = asyncio.ensure_future(outcome(store, a_row("t", 2)))
        await asyncio.sleep(0.1)
        assert not waiting.done()
    assert await waiting == "done"
    await eventually(lambda: (EVERY_TABLE, 0) in heard, 10)
    assert (EVERY_TABLE, 0) in heard
    await write(store, "t", 3)
    await eventually(lambda: (an_id("t"), 3) in heard, 10)
    assert (an_id("t"), 3) in heard
    assert [row.seq for row in await reader.read(an_id("t"))] == [1, 2, 3]
    await reader.close()


async def test_a_long_outage_is_reported(
    postgres: PostgresServer, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "GIVE_UP_AFTER", 0.2)
    async with stopped(postgres):
        with pytest.raises(StoreDown):
            await write(store, "t", 1)
        with pytest.raises(StoreDown):
            await store.read(an_id("t"))
        await store.close()
    with pytest.raises(StoreDown):
        await store.read(an_id("t"))


async def test_a_database_without_a_free_connection_for_listening_is_reported(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object, **options: object) -> None:
        raise asyncpg.TooManyConnectionsError("sorry, too many clients already")

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg, "connect", full)
        patch.setattr(postgres_module, "STARTING_SECONDS", 0.1)
        async with asyncio.timeout(60):
            with pytest.raises(StoreAway):
                await PostgresStore(postgres_address).open()


@pytest.mark.parametrize(
    "trouble",
    [
        asyncpg.TooManyConnectionsError("sorry, too many clients already"),
        asyncpg.DiskFullError("no space left"),
        asyncpg.ReadOnlySQLTransactionError("cannot execute INSERT"),
    ],
)
async def test_temporary_database_errors_are_retried(
    trouble: Exception, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If retrying fails for too long, the store counts as down."""
    await write(store, "t", 1)
    connection, failures = store.connection, 3

    @asynccontextmanager
    async def failing() -> AsyncIterator[Any]:
        nonlocal failures
        async with connection() as found:
            if failures:
                failures -= 1
                raise trouble
            yield found

    monkeypatch.setattr(store, "connection", failing)
    assert await store.seqs([an_id("t")]) == {an_id("t"): 1}
    assert failures == 0
    monkeypatch.setattr(postgres_module, "GIVE_UP_AFTER", 0.1)
    failures = 10**9
    with pytest.raises(StoreDown):
        await store.seqs([an_id("t")])
    failures = 0
