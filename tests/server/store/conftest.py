from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.store.making import InMemory, InPostgres, InSqlite, Place
from server.store.postgres_server import PostgresServer

PLACES = ("memory", "sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


@pytest.fixture
def place_of(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[str], Place]]:
    """Makes places by their kind."""
    made: list[InPostgres] = []

    def make(kind: str) -> Place:
        if kind == "memory":
            return InMemory()
        if kind == "sqlite":
            folder = tmp_path / f"place{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            return InSqlite(folder)
        made.append(InPostgres(request.getfixturevalue("postgres")))
        return made[-1]

    yield make
    for place in made:
        request.getfixturevalue("postgres").drop_schema(place.schema)


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest, place_of: Callable[[str], Place]) -> Place:
    return place_of(request.param)
