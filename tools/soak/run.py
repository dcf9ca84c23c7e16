"""Run long campaigns by name, and print how much each did, how long it took and what went wrong.

python tools/soak/run.py kills                      one campaign in full
python tools/soak/run.py worlds --seed 417 --share 0.001    a part of it, from another seed
python tools/soak/run.py                            all of them, one after the other
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tools", "tests", "bench")]

from soak.outcome import Outcome  # noqa: E402  its folder is on the path since the line above

Campaign = Callable[[int, float], Outcome]
"""A campaign: it takes a seed and the share of the full length."""

CAMPAIGNS = {
    "games": ("games", "run"),
    "transcripts": ("transcripts", "trips"),
    "dice": ("transcripts", "rolls"),
    "kills": ("store", "kills"),
    "power": ("store", "power"),
    "disk": ("faults", "disk"),
    "upgrade": ("faults", "upgrade"),
    "worlds": ("simulation", "worlds"),
    "clock": ("simulation", "clock"),
    "secrets": ("simulation", "secrets"),
    "hostile": ("hostile", "run"),
    "bodies": ("attacks", "bodies"),
    "flood": ("attacks", "flood"),
    "queues": ("queues", "run"),
    "pruning": ("pruning", "run"),
    "year": ("year", "run"),
    "processes": ("processes", "run"),
    "replays": ("replays", "run"),
}
"""The campaigns by name: the module in this folder, and the function."""


def campaign(name: str) -> Campaign:
    """Import a campaign."""
    module, function = CAMPAIGNS[name]
    found: Campaign = getattr(import_module(f"soak.{module}"), function)
    return found


def main() -> int:
    """Run the requested campaigns; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the full length")
    given = parser.parse_args()
    if unknown := set(given.names) - set(CAMPAIGNS):
        parser.error(f"no campaign is called {', '.join(sorted(unknown))}")
    failed, results = 0, []
    for name in given.names or CAMPAIGNS:
        began = time.perf_counter()
        outcome = campaign(name)(given.seed, given.share)
        failed += bool(outcome.wrong)
        results.append(outcome.told(name, time.perf_counter() - began, given.seed, given.share))
        print(results[-1], flush=True)
    if len(results) > 1:
        print(f"\n{len(results)} campaigns, {failed} with something wrong:", *results, sep="\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
