from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from server.live import House, open_house
from server.store.postgres.server import PostgresServer
from tablee.server.store.memory.store import MemoryStore


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """Provide one server per worker, for tests that bring their own people and set no limits."""
    with open_house() as house:
        yield house


@pytest.fixture
async def store() -> AsyncIterator[MemoryStore]:
    store = MemoryStore()
    await store.open()
    yield store
    await store.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Provide one PostgreSQL per worker; a test that stops it starts it again."""
    with PostgresServer() as server:
        yield server


@pytest.fixture
def postgres_address(postgres: PostgresServer) -> Iterator[str]:
    """Provide an empty schema."""
    with postgres.schema() as address:
        yield address


@pytest.fixture
def fresh_postgres() -> Iterator[PostgresServer]:
    """Provide a PostgreSQL for a test that kills it; recovering a shared one would take long."""
    with PostgresServer() as server:
        yield server
