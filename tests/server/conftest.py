from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from server.live import House, open_house
from server.store.postgres.server import PostgresServer
from tablee.server.store.memory.store import MemoryStore


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """One server for all tests of a worker that come as people of their own and set no limits."""
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
    """One server for all tests of a worker; a test that stops it starts it again."""
    with PostgresServer() as server:
        yield server


@pytest.fixture
def postgres_address(postgres: PostgresServer) -> Iterator[str]:
    """An empty schema of its own for a test."""
    with postgres.schema() as address:
        yield address


@pytest.fixture
def fresh_postgres() -> Iterator[PostgresServer]:
    """A server for a test that kills it: recovery takes long after many other tests."""
    with PostgresServer() as server:
        yield server
