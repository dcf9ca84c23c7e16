from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.making import InMemory, InPostgres, InSqlite, Place

POSTGRES = pytest.param("postgres", marks=pytest.mark.slow)  # a server has to start first


@pytest.fixture(params=["memory", "sqlite", POSTGRES])
def kind(request: pytest.FixtureRequest) -> str:
    """Provide a kind of store; tests of only some kinds parametrise it themselves."""
    return str(request.param)


@pytest.fixture
def new_place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if kind == "memory":
        return InMemory()
    if kind == "sqlite":
        return InSqlite(tmp_path)
    return InPostgres(request.getfixturevalue("postgres_address"))


@pytest.fixture
async def place(new_place: Place) -> AsyncIterator[Place]:
    """Provide a place for stores of a kind, and close those that a test opens."""
    yield new_place
    await new_place.leave()
