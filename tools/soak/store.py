"""The stores under kill -9 and power cuts; docs/explanation/store.md says what was found."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from server.store.crashes.kills import Campaign, Report, add
from server.store.crashes.power import PowerCampaign, Synchronous
from server.store.postgres.server import PostgresServer
from soak.outcome import Outcome, at_least, over_seeds

KILLS = 1_000
ACKNOWLEDGED = 200_000
TABLES = 24  # played concurrently
SERVER_KILLS = 0.02  # of all kills; each takes the database seconds to recover from
CUTS = 10_000
CUTS_OF_A_DISK = 25
WEAKER: tuple[Synchronous, ...] = ("NORMAL", "OFF")


def killed(
    address: str, seed: int, processes: int, share: float, restart: Callable[[], None] | None = None
) -> Report:
    """Kill the processes on one store, and maybe the database in each of their lives."""
    campaign = Campaign(
        address, seed=seed, tables=TABLES, processes=processes, longest=1.5, passes=200
    )
    wanted = 0 if restart else round(share * ACKNOWLEDGED)
    return asyncio.run(campaign.run(max(1, round(share * KILLS)), restart, wanted))


def kills(seed: int, share: float) -> Outcome:
    """Kill processes on both stores, and the PostgreSQL server itself.

    A seed repeats the choices of a run; when exactly a process dies is up to the machine.
    """
    with tempfile.TemporaryDirectory() as folder, PostgresServer() as server:

        def restart() -> None:
            server.kill()
            server.start()

        reports = {
            "SQLite": killed(str(Path(folder) / "soak.db"), seed, 1, share / 2),
            "PostgreSQL": killed(server.create_database("clients"), seed, 2, share / 2),
            "PostgreSQL killed too": killed(
                server.create_database("killed"), seed, 2, share * SERVER_KILLS, restart
            ),
        }
    wrong = [f"{name}: {report}" for name, report in reports.items() if not report.sound]
    return Outcome(str(add(list(reports.values()))), wrong)


def cut(seed: int, synchronous: Synchronous = "FULL") -> Counter[str]:
    """Cut the power of one disk again and again."""
    with tempfile.TemporaryDirectory() as folder:
        report = PowerCampaign(Path(folder), seed, synchronous).run(CUTS_OF_A_DISK)
    assert report.sound, report
    return Counter(cuts=report.cuts, acknowledged=report.acknowledged)


def power(seed: int, share: float) -> Outcome:
    """Cut the power; with weaker settings the same cuts must lose something."""
    total, wrong = over_seeds(cut, seed, max(1, round(share * CUTS / CUTS_OF_A_DISK)))
    for weaker in WEAKER:
        try:
            for other in range(seed, seed + 20):
                cut(other, weaker)
        except AssertionError:
            continue
        wrong.append(f"with synchronous={weaker} nothing was lost, so this shows nothing")
    did = f"{total['cuts']:,} power cuts, {total['acknowledged']:,} acknowledged"
    return Outcome(did, wrong + at_least("cuts", total["cuts"], share * CUTS - CUTS_OF_A_DISK))
