"""Processes killed while they write lose nothing acknowledged and duplicate nothing.

The full campaign is `make soak-kills`; this is its short form.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store.crashes.kill_child import Planted
from server.store.crashes.kills import Campaign
from server.store.playing import GAMES
from server.store.postgres.server import PostgresServer

pytestmark = pytest.mark.slow


async def test_sqlite_loses_nothing_when_its_process_is_killed(tmp_path: Path) -> None:
    campaign = Campaign(str(tmp_path / "kills.db"), seed=1, longest=0.1, passes=12)
    report = await campaign.run(40)
    assert report.sound, report
    assert report.kills == 40
    assert set(report.by_game) == set(GAMES)
    assert report.acknowledged > 500, report


async def test_postgres_loses_nothing_when_its_clients_are_killed(postgres_address: str) -> None:
    campaign = Campaign(postgres_address, seed=2, processes=2, longest=0.1, passes=12)
    report = await campaign.run(32)
    assert report.sound, report
    assert report.kills == 32
    assert set(report.by_game) == set(GAMES)
    assert report.acknowledged > 200, report


async def test_postgres_loses_nothing_when_its_server_is_killed(
    fresh_postgres: PostgresServer,
) -> None:
    def kill_and_start() -> None:
        fresh_postgres.kill()
        fresh_postgres.start()

    address = fresh_postgres.address()
    campaign = Campaign(address, seed=3, processes=2, longest=0.5, passes=12)
    report = await campaign.run(6, kill_and_start)
    assert report.sound, report
    assert report.acknowledged > 20, report


@pytest.mark.parametrize("planted", ["early", "twice"])
async def test_a_planted_fault_is_caught(planted: Planted, tmp_path: Path) -> None:
    """Acknowledging before the commit loses entries; sending a move twice duplicates them."""
    campaign = Campaign(str(tmp_path / "kills.db"), seed=4, planted=planted, longest=0.1, passes=9)
    report = await campaign.run(6)
    assert (report.lost > 0) == (planted == "early"), report
    assert (report.wrong > 0) == (planted == "twice"), report
