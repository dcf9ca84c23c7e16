"""Two processes on one PostgreSQL, briefly; `make soak-processes` does it at length."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from server.live import open_house
from server.processes.campaign import Campaign
from server.store.postgres.server import PostgresServer

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres")]


async def test_kills_freezes_and_restarts_lose_nothing(
    postgres: PostgresServer, postgres_address: str, tmp_path: Path
) -> None:
    campaign = Campaign(
        postgres_address,
        tmp_path,
        tables=10,
        pause=0.1,
        postgres=postgres,
        program="server.processes.quiet",
    )
    report = await campaign.run("kill", "stop", "database", "roll", length=0.5)
    assert report.sound, (report, report.problems[:5])
    assert report.acknowledged > 100, report
    assert len(report.rolling) >= report.tables, report
    assert report.resumed, report


def test_signing_out_at_one_process_closes_connections_at_others(
    postgres_address: str,
) -> None:
    with open_house(postgres_address) as here, open_house(postgres_address) as there:
        for leave in (("POST", "/api/logout"), ("DELETE", "/api/me")):
            ada = here.guest()
            with replace(ada, house=there).socket() as socket:
                assert ada.http.request(*leave).status_code == 204
                assert socket.until("bye")["why"]["key"] == "serve.logged_out"


async def test_a_process_that_acknowledges_too_early_is_caught(
    postgres_address: str, tmp_path: Path
) -> None:
    campaign = Campaign(
        postgres_address, tmp_path, tables=10, pause=0.05, program="server.processes.hasty"
    )
    report = await campaign.run("kill", length=1.0)
    assert report.lost > 0, report
