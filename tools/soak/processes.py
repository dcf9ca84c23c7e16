"""Whole servers under faults: kills, pauses, database restarts, rolling restarts.

500 tables play over WebSockets on two processes and one PostgreSQL, with faults again and again;
then 100 tables on one process with SQLite, which is killed 100 times. Nothing acknowledged may be
missing or duplicated, and every client must be told everything once and in order. A rolling restart
may interrupt no client for more than 2 s (p99), and 2 s after the database is back every client
that waited must have an answer.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from server.processes.campaign import Campaign, Report
from server.store.postgres.server import PostgresServer
from soak.outcome import Outcome
from tablee.cli.serve import new_loop

STORM = ("kill", "stop", "database", "roll")
ROUNDS = 5  # of these four
KILLS = 100  # of the process on SQLite
TABLES = 500
LONGEST = 2.0  # seconds


def tell(text: str) -> None:
    """Show progress."""
    print(f"  … {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def storm(tables: int, rounds: int, seed: int) -> Report:
    """Cause faults of two processes and their PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder, PostgresServer() as postgres:
        campaign = Campaign(
            postgres.create_database("storm"),
            Path(folder),
            tables=tables,
            pause=max(0.1, tables / 200),
            seed=seed,
            postgres=postgres,
            tell=tell,
        )
        with asyncio.Runner(loop_factory=new_loop) as runner:  # so many clients at little cost
            return runner.run(campaign.run(*STORM * rounds, length=3.0))


def deaths(tables: int, kills: int, seed: int) -> Report:
    """Kill one process on SQLite at random times."""
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(
            str(Path(folder) / "storm.sqlite"),
            Path(folder),
            tables=tables,
            pause=max(0.1, tables / 400),
            processes=1,
            seed=seed,
            tell=tell,
        )
        with asyncio.Runner(loop_factory=new_loop) as runner:
            return runner.run(campaign.run(*["kill"] * kills, length=2.0))


def late(times: list[float]) -> bool:
    """Return whether more than one in a hundred waited too long."""
    return sum(time > LONGEST for time in times) > len(times) / 100


def run(seed: int, share: float) -> Outcome:
    """Run both."""
    tables = max(10, min(TABLES, round(TABLES * share * 10)))
    reports = {
        "PostgreSQL": storm(tables, max(1, round(share * ROUNDS)), seed),
        "SQLite": deaths(max(1, tables // 5), max(1, round(share * KILLS)), seed),
    }
    wrong = []
    for name, report in reports.items():
        if not report.sound or late(report.rolling) or late(report.resumed):
            wrong += [f"{name}: {report}", *report.problems]
    return Outcome("; ".join(f"{name}: {report}" for name, report in reports.items()), wrong)
