"""Millions of broken, mutated and meaningless frames against a real server.

Nothing may change at any table, every frame must be answered, and the server's log must stay free
of warnings.
"""

from __future__ import annotations

import logging
from collections import Counter

from server.live import open_house
from server.ws.hostile import attack, attack_from_a_seat
from soak.outcome import Outcome, over_seeds

FRAMES = 1_000_000
PORTION = 10_000  # frames; each portion has a seed of its own


class Complaints(logging.Handler):
    """Collects what the server logs at WARNING and above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def portion(seed: int) -> Counter[str]:
    """Send one portion to a server of its own."""
    complaints, sent = Complaints(), Counter(strangers=PORTION, players=PORTION // 20)
    logging.getLogger().addHandler(complaints)
    try:
        with open_house() as house:
            attack(house, sent["strangers"], seed)
            attack_from_a_seat(house, sent["players"], seed)
            assert house.client().get("/healthz").status_code == 200
    finally:
        logging.getLogger().removeHandler(complaints)
    assert not complaints.lines, complaints.lines
    return sent


def run(seed: int, share: float) -> Outcome:
    """Send all the frames."""
    total, wrong = over_seeds(portion, seed, max(1, round(share * FRAMES / PORTION)))
    did = f"{total['strangers']:,} frames of strangers, {total['players']:,} of players"
    return Outcome(did, wrong)
