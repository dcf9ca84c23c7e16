"""Scripted input: numbers that are mostly valid at every prompt."""

from __future__ import annotations

import signal
from pathlib import Path

from tablee.table import Match, Transcript, verify


def numbers(count: int, most: int = 5) -> list[str]:
    """Return numbers from 1 up, shuffled; where one is no move, the next one is tried."""
    return [str((place * 7919 + place // 3) % most + 1) for place in range(count)]


def kept(path: Path) -> Match:
    """Return the match in a file, after verifying it."""
    data = path.read_bytes()
    assert verify(data).holds
    return Match.replay(Transcript.read(data))


def heed_ctrl_c() -> None:
    """Make a child process accept Ctrl+C, even if the tests were started without it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
