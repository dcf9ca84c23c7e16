"""150 bot games, replayed from both stores; `make soak-replays` plays 50,000."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from server.replays.bot_games import mixed_games, play
from server.replays.campaign import compare, run
from tablee.server.ops import backup as moving

pytestmark = pytest.mark.slow

ON_SQLITE, ON_POSTGRES = range(100), range(100, 150)  # twice as slow
MIX = "hhhhhhhhhhhhhhhhhhhhhhobbr"  # mostly the shortest game


async def test_a_replay_of_sqlite_gives_the_same_hash(
    postgres_address: str, tmp_path: Path
) -> None:
    places = str(tmp_path / "games.sqlite"), postgres_address
    assert await run(*places, mixed_games(ON_SQLITE, MIX)) == {}


async def test_a_replay_of_postgres_gives_the_same_hash(
    postgres_address: str, tmp_path: Path
) -> None:
    places = postgres_address, str(tmp_path / "games.sqlite")
    assert await run(*places, mixed_games(ON_POSTGRES, MIX)) == {}


async def test_a_changed_log_is_caught(postgres_address: str, tmp_path: Path) -> None:
    places = str(tmp_path / "games.sqlite"), postgres_address
    games = mixed_games(range(4), "hobr")
    hashes = await play(places[0], games)
    await moving.move(*places)
    touched = games[1].table
    with sqlite3.connect(places[0]) as database:
        database.execute(
            "UPDATE entries SET body = replace(body, '\"at\":', '\"at\":1')"
            " WHERE table_id = ? AND seq = (SELECT max(seq) FROM entries WHERE table_id = ?)",
            (touched, touched),
        )
    database.close()
    assert compare(places, hashes) == {touched: "different"}
