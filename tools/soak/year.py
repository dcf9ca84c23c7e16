"""A year of visitors in simulated time: the size of the database must level off.

Guests come, play, chat, and never return. Every night the server deletes what its default
settings say. Once guests of half a year ago are deleted, the database may not grow any more.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from unittest.mock import patch

from server.jobs.years import years
from soak.outcome import Outcome
from tablee.server.jobs import retention

DAYS = 365
VISITORS = 40  # a day
MOST_GROWTH = 1.05  # from one quarter to the next
MEGABYTE = 1_000_000


def run(seed: int, share: float) -> Outcome:
    """Run the year; a share of it has fewer visitors a day."""
    visitors = max(1, round(VISITORS * share))
    with tempfile.TemporaryDirectory() as folder, patch.object(retention, "PAUSE_SECONDS", 0):
        found = asyncio.run(years(Path(folder), seed, DAYS, visitors))
    wrong = []
    if found.growth > MOST_GROWTH:
        wrong.append(f"the last quarter is {found.growth:.2f} times as large as the one before")
    level = ", ".join(f"{size / MEGABYTE:.1f}" for size in found.bytes[90::91])
    told = f"{found.visitors:,} visitors, {found.entries:,} entries"
    return Outcome(f"{told}, {level} MB after each quarter", wrong)
