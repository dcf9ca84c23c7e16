"""`tablee serve` on SQLite is killed at random times, and people who play there come back.

`make soak-processes` does it at length; `tests/server/store` kills the store alone, far more
often.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from server.processes.campaign import Campaign, Report

pytestmark = pytest.mark.slow


async def killed(folder: Path, program: str, kills: int) -> Report:
    """What is left after so many kills."""
    database = str(folder / "deaths.sqlite")
    campaign = Campaign(database, folder, tables=12, pause=0.05, processes=1, program=program)
    return await campaign.run(*["kill"] * kills, length=0.4)


async def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    report = await killed(tmp_path, "server.processes.quiet", 4)
    assert report.sound, (report, report.problems[:5])
    assert report.kills == 4
    assert report.acknowledged > 100, report


async def test_a_server_that_acknowledges_too_early_is_caught(tmp_path: Path) -> None:
    report = await killed(tmp_path, "server.processes.hasty", 1)
    assert report.lost > 0, report
