"""What a script types: numbers that make some sense at every prompt."""

from __future__ import annotations

import signal
from pathlib import Path

from tablee.table import Match, Transcript, verify


def numbers(count: int, most: int = 5) -> list[str]:
    """Numbers from 1 up, mixed; those that are no move now are refused, and the next one counts."""
    return [str((place * 7919 + place // 3) % most + 1) for place in range(count)]


def kept(path: Path) -> Match:
    """The match in a file, which must hold."""
    data = path.read_bytes()
    assert verify(data).holds
    return Match.replay(Transcript.read(data))


def heed_ctrl_c() -> None:
    """For a child: it heeds Ctrl+C, also where whoever started the tests does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
