"""`tablee serve` on SQLite is killed at random times, and its players reconnect.

`make soak-processes` does it at length; `tests/server/store` kills the store alone, far more
often.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from server.processes.campaign import Campaign, Report

pytestmark = pytest.mark.slow


async def play_with_kills(folder: Path, program: str, kills: int) -> Report:
    """Play while the server is killed so many times."""
    database = str(folder / "deaths.sqlite")
    campaign = Campaign(database, folder, tables=12, pause=0.05, processes=1, program=program)
    return await campaign.run(*["kill"] * kills, length=0.4)


async def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    report = await play_with_kills(tmp_path, "server.processes.quiet", 4)
    assert report.sound, (report, report.problems[:5])
    assert report.kills == 4
    assert report.acknowledged > 100, report


async def test_a_server_that_acknowledges_too_early_is_caught(tmp_path: Path) -> None:
    report = await play_with_kills(tmp_path, "server.processes.hasty", 1)
    assert report.lost > 0, report
