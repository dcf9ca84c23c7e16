"""Millions of broken, mutated and meaningless frames against a real server.

Nothing may change at any table, every frame must be answered, and the server's log must stay free
of warnings.
"""

from __future__ import annotations

import logging

from server.live import open_house
from server.ws.hostile import attack, attack_from_a_seat
from soak.outcome import Outcome

FRAMES = 1_000_000
PORTION = 10_000  # frames; each portion has a seed of its own


class Complaints(logging.Handler):
    """Collects what the server logs at WARNING and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def run(seed: int, share: float) -> Outcome:
    """Send all the frames."""
    complaints, wrong, sent = Complaints(), [], 0
    logging.getLogger().addHandler(complaints)
    try:
        with open_house() as house:
            while sent < share * FRAMES:
                try:
                    attack(house, PORTION, seed)
                    attack_from_a_seat(house, PORTION // 20, seed)
                except AssertionError as problem:
                    wrong.append(f"seed {seed}: {problem}")
                sent += PORTION + PORTION // 20
                seed += 1
            if house.client().get("/healthz").status_code != 200:
                wrong.append("the server is not healthy afterwards")
    finally:
        logging.getLogger().removeHandler(complaints)
    return Outcome(f"{sent:,} frames", wrong + [f"log: {line}" for line in complaints.lines])
