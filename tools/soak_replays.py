"""50,000 games between bots on SQLite and PostgreSQL, each replayed from both, at length.

Half of them are played on the one store and moved to the other, half the other way round. A process
with another PYTHONHASHSEED reads both logs and replays them: all transcripts must have the hash
that they had when they were played.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.replays.bot_games import as_mixed
from server.replays.campaign import run
from server.store.postgres_server import PostgresServer
from tablee.cli.common import progress_bar

PORTION = 500
MIX = "Ampr"  # all games alike


def portion(first: int, postgres: str) -> dict[str, str]:
    """Some games, in a file and a schema of their own; what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        places = str(Path(folder) / "games.sqlite"), postgres.format(first=first)
        if first // PORTION % 2:
            places = places[::-1]
        return asyncio.run(run(*places, as_mixed(range(first, first + PORTION), MIX)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=50_000)
    given = parser.parse_args()
    began = time.perf_counter()
    wrong: dict[str, str] = {}
    with PostgresServer() as server:
        firsts = range(0, given.games, PORTION)
        for first in firsts:
            server.create_schema(f"games{first}")
        address = f"{server.address()}&search_path=games{{first}}"
        with ProcessPoolExecutor() as pool, progress_bar(len(firsts), quiet=False) as progress:
            for found in pool.map(portion, firsts, repeat(address)):
                wrong |= found
                if progress:
                    progress(1)
    seconds = time.perf_counter() - began
    played = len(firsts) * PORTION
    print(f"{played:,} games on both stores: {len(wrong)} wrong, {seconds:.0f} s")
    for table, instead in list(wrong.items())[:10]:
        print(f"  {table}: {instead}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
