"""The stores under kill -9 and power cuts, at length; and how many entries a second they take.

`python tools/soak_store.py` runs everything: 1,000 kills with 200,000 acknowledged entries of the
four games over both stores, and 10,000 power cuts, with a look at what weaker settings would do.
`--measure` only measures. docs/explanation/store.md says what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.store.kills import Campaign, Report, add
from server.store.making import a_head, a_row
from server.store.postgres_server import PostgresServer
from server.store.power import PowerCampaign, Synchronous
from tablee.server.store import open_store

TABLES = 24  # played at the same time
SERVER_KILLS = 0.02  # of all kills; each takes the database seconds to recover from


def kill(kills: int, acknowledged: int, seed: int) -> bool:
    """Both stores, their processes, and the PostgreSQL server itself."""
    reports: list[Report] = []

    def go(
        what: str,
        address: str,
        processes: int,
        share: float,
        disturb: Callable[[], None] | None = None,
    ) -> None:
        began = time.perf_counter()
        campaign = Campaign(
            address, seed=seed, tables=TABLES, processes=processes, longest=1.5, passes=200
        )
        wanted = 0 if disturb else round(share * acknowledged)
        report = asyncio.run(campaign.run(round(share * kills), disturb, wanted))
        print(f"{what}: {report}, {time.perf_counter() - began:.0f} s", flush=True)
        reports.append(report)

    with tempfile.TemporaryDirectory() as folder, PostgresServer() as server:
        go("SQLite, process killed", str(Path(folder) / "soak.db"), 1, 0.5)
        go("PostgreSQL, processes killed", server.create_database("clients"), 2, 0.5)

        def restart() -> None:
            server.kill()
            server.start()

        go(
            "PostgreSQL, server killed too",
            server.create_database("killed"),
            2,
            SERVER_KILLS,
            restart,
        )
    total = add(reports)
    print(f"All: {total}", flush=True)
    return total.sound


def cut(cuts: int, seed: int) -> bool:
    """Power cuts; the weaker settings have to fail."""
    found = {}
    settings: tuple[tuple[Synchronous, int], ...] = (
        ("FULL", cuts), ("NORMAL", cuts // 20), ("OFF", cuts // 20),
    )  # fmt: skip
    for synchronous, times in settings:
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            report = PowerCampaign(Path(folder), seed, synchronous).run(times)
        found[synchronous] = report.sound
        print(f"{synchronous}: {report}, {time.perf_counter() - began:.0f} s", flush=True)
    return found == {"FULL": True, "NORMAL": False, "OFF": False}


async def rate(address: str, callers: int, seconds: float) -> tuple[float, float, float]:
    """Durable entries a second with so many callers, and how long one waits: median and p99, ms."""
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
    """One caller has a commit to himself; many share them."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--acknowledged", type=int, default=200_000)
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--seconds", type=float, default=5.0)
    given = parser.parse_args()
    if given.measure:
        measure(given.seconds)
        return 0
    sound = True
    if given.cuts:
        sound = cut(given.cuts, given.seed)
    if given.kills:
        sound = kill(given.kills, given.acknowledged, given.seed) and sound
    return int(not sound)


if __name__ == "__main__":
    sys.exit(main())
