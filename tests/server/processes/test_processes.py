"""Two processes on one PostgreSQL, for a moment; `tools/soak_processes.py` does it at length."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.processes.campaign import Campaign
from server.store.postgres_server import NoPostgres, PostgresServer

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    try:
        server = PostgresServer().__enter__()
    except NoPostgres as reason:
        pytest.skip(str(reason))
    yield server
    server.__exit__(None, None, None)


def test_nothing_is_lost_whatever_dies(postgres: PostgresServer, tmp_path: Path) -> None:
    database = postgres.create_database("storm")
    campaign = Campaign(
        postgres, database, tmp_path, tables=10, pause=0.1, program="server.processes.quiet"
    )
    report = asyncio.run(campaign.run("kill", "stop", "database", "roll", length=0.5))
    assert report.sound, (report, report.problems[:5])
    assert report.acknowledged > 100, report
    assert len(report.rolling) >= report.tables, report
    assert report.resumed, report


def test_a_process_that_acknowledges_too_early_is_caught(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    database = postgres.create_database("hasty")
    campaign = Campaign(
        postgres, database, tmp_path, tables=10, pause=0.05, program="server.processes.hasty"
    )
    report = asyncio.run(campaign.run("kill", length=1.0))
    assert report.lost > 0, report
