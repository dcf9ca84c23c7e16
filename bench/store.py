"""Durable entries a second in each store: `python bench/store.py`.

A single caller has each commit to itself; many callers share them. docs/explanation/store.md has
results.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.store.making import a_head, a_row
from server.store.postgres.server import PostgresServer
from tablee.server.store import open_store


async def rate(address: str, callers: int, seconds: float) -> tuple[float, float, float]:
    """Return durable entries a second with so many callers, and their waits in ms: median, p99."""
    store = open_store(address)
    await store.open()
    waits: list[float] = []
    end = time.perf_counter() + seconds

    async def call(caller: int) -> None:
        seq = 0
        while (began := time.perf_counter()) < end:
            seq += 1
            row = a_row(f"{callers} {caller}", seq, body=b"x" * 250)
            await store.append(row, a_head(row, deadline=seq, persons=(row.table,)))
            waits.append(1000 * (time.perf_counter() - began))

    await asyncio.gather(*(call(caller) for caller in range(callers)))
    await store.close()
    waits.sort()
    return len(waits) / seconds, waits[len(waits) // 2], waits[len(waits) * 99 // 100]


def measure(seconds: float) -> None:
    """Measure both stores with ever more callers."""
    with tempfile.TemporaryDirectory() as folder, PostgresServer() as server:
        places = {
            "SQLite": str(Path(folder) / "rate.db"),
            "PostgreSQL": server.create_database("rate"),
        }
        for name, address in places.items():
            for callers in (1, 16, 64, 256):
                found, median, late = asyncio.run(rate(address, callers, seconds))
                print(
                    f"{name:<10} {callers:>4} callers: {found:>8,.0f} entries/s,"
                    f" p50 {median:.2f} ms, p99 {late:.2f} ms",
                    flush=True,
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    measure(parser.parse_args().seconds)


if __name__ == "__main__":
    main()
