"""Throws a million broken, twisted and senseless frames at a real server.

    tools/soak_hostile.py --frames 1000000 --seed 1

It fails if a table has changed, or if the server has written anything into its log from WARNING on.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.live import open_house
from server.ws.hostile import attack, attack_from_a_seat


class Complaints(logging.Handler):
    """Counts what the server writes into its log from WARNING on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def main() -> int:
    """The long form."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    began = time.monotonic()
    with open_house() as house:
        answers = attack(house, given.frames, given.seed)
        answers += attack_from_a_seat(house, given.frames // 20, given.seed)
        assert house.client().get("/healthz").status_code == 200
    seconds = time.monotonic() - began
    print(f"{given.frames:,} frames in {seconds:.0f} s, answered by {dict(answers)}")
    for line in complaints.lines[:20]:
        print(f"  log: {line}")
    return 1 if complaints.lines else 0


if __name__ == "__main__":
    sys.exit(main())
