"""Games between bots on SQLite and PostgreSQL, each replayed from both.

Half of them are played on one store and moved to the other, half the other way round. A process
with another PYTHONHASHSEED reads both logs and replays them: all transcripts must keep their hash.
"""

from __future__ import annotations

import asyncio
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from server.replays.bot_games import mixed_games
from server.replays.campaign import run as replay
from server.store.postgres.server import PostgresServer
from soak.outcome import Outcome
from tablee.cli.common import progress_bar

GAMES = 50_000
PORTION = 500
MIX = "hobr"  # all games alike


def portion(first: int, postgres: str) -> dict[str, str]:
    """Play and replay some games, in a file and a schema of their own; return the problems."""
    with tempfile.TemporaryDirectory() as folder:
        places = str(Path(folder) / "games.sqlite"), postgres.format(first=first)
        if first // PORTION % 2:
            places = places[::-1]
        return asyncio.run(replay(*places, mixed_games(range(first, first + PORTION), MIX)))


def run(seed: int, share: float) -> Outcome:
    """Play and replay them all; the seed is the number of the first portion."""
    wrong: dict[str, str] = {}
    count = max(1, round(share * GAMES / PORTION))
    firsts = range(seed * PORTION, (seed + count) * PORTION, PORTION)
    with PostgresServer() as server:
        for first in firsts:
            server.create_schema(f"games{first}")
        address = f"{server.address()}&search_path=games{{first}}"
        with ProcessPoolExecutor() as pool, progress_bar(count, quiet=False) as progress:
            for found in pool.map(portion, firsts, repeat(address)):
                wrong |= found
                if progress:
                    progress(1)
    lines = [f"{table}: {instead}" for table, instead in wrong.items()]
    return Outcome(f"{count * PORTION:,} games on both stores", lines)
