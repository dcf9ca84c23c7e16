"""2,000 bot games, replayed from both stores; `tools/soak_replays.py` plays 50,000."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.replays.bot_games import as_mixed, play
from server.replays.campaign import compare, run
from server.store.postgres_server import PostgresServer
from tablee.server.store import moving

ON_SQLITE, ON_POSTGRES = range(1_600), range(1_600, 2_000)  # which takes twice as long
MIX = "AAAAAAAAAAAAAAAAAAAAAAmppr"  # mostly the shortest game


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


def test_a_replay_of_sqlite_gives_the_same_hash(postgres: PostgresServer, tmp_path: Path) -> None:
    places = str(tmp_path / "games.sqlite"), postgres.create_schema("games")
    assert run(*places, as_mixed(ON_SQLITE, MIX)) == {}


def test_a_replay_of_postgres_gives_the_same_hash(postgres: PostgresServer, tmp_path: Path) -> None:
    places = postgres.create_schema("games"), str(tmp_path / "games.sqlite")
    assert run(*places, as_mixed(ON_POSTGRES, MIX)) == {}


def test_a_log_that_was_touched_is_seen(postgres: PostgresServer, tmp_path: Path) -> None:
    places = str(tmp_path / "games.sqlite"), postgres.create_schema("games")
    games = as_mixed(range(4), "Ampr")
    hashes = asyncio.run(play(places[0], games))
    asyncio.run(moving.move(*places))
    touched = games[1].table
    with sqlite3.connect(places[0]) as database:
        database.execute(
            "UPDATE entries SET body = replace(body, '\"at\":', '\"at\":1')"
            " WHERE table_id = ? AND seq = (SELECT max(seq) FROM entries WHERE table_id = ?)",
            (touched, touched),
        )
    database.close()
    assert compare(places, hashes) == {touched: "different"}
