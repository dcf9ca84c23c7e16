"""Processes under storm, at length: kills, pauses, database restarts, rolling restarts.

`python tools/soak_processes.py` plays 500 tables over WebSockets to two processes on one
PostgreSQL, and disturbs them again and again; then 100 tables on one process with SQLite, which is
killed 100 times. Nothing acknowledged may be missing, nothing may stand there twice, everybody has
to be told everything once and in order; a rolling restart may interrupt nobody for more than 2 s
(p99), and 2 s after the database is back whoever waited must have his answer.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.processes.campaign import Campaign, Report
from server.store.postgres_server import PostgresServer
from tablee.cli.serve import new_loop

STORM = ("kill", "stop", "database", "roll")
LONGEST = 2.0  # seconds


def tell(text: str) -> None:
    """How far it is."""
    print(f"  … {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def storm(tables: int, rounds: int, seed: int) -> Report:
    """The whole campaign."""
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
        with asyncio.Runner(loop_factory=new_loop) as runner:  # so many people at little cost
            return runner.run(campaign.run(*STORM * rounds, length=3.0))


def deaths(tables: int, kills: int, seed: int) -> Report:
    """One process on SQLite, which dies at random times."""
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
    """Whether more than one in a hundred had to wait too long."""
    return sum(time > LONGEST for time in times) > len(times) / 100


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5, help="of four disturbances each")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--kills", type=int, default=100, help="of a process on SQLite")
    given = parser.parse_args()
    reports = {}
    if given.rounds:
        reports["PostgreSQL"] = storm(given.tables, given.rounds, given.seed)
    if given.kills:
        reports["SQLite"] = deaths(max(1, given.tables // 5), given.kills, given.seed)
    for name, report in reports.items():
        print(f"{name}: {report}")
        for problem in report.problems[:10]:
            print(f"  {problem}")
    return int(any(failed(report) for report in reports.values()))


def failed(report: Report) -> bool:
    """Whether something is not as it has to be."""
    return not report.sound or late(report.rolling) or late(report.resumed)


if __name__ == "__main__":
    sys.exit(main())
