"""The long campaigns of the server, in full; tests/server runs each of them for a moment.

python tools/soak_server.py worlds     10,000 simulated worlds in bad weather, 1,000 frames each
python tools/soak_server.py secrets    20,000 pairs of matches that a seat cannot tell apart
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.secrets.pairs import make_pair
from server.secrets.test_secrets import difference
from server.sim.checks import simulate
from tablee.cli.common import progress_bar

PORTION = 20
PAIRS = 20_000
FRAMES = 10_000_000  # in 10,000 worlds


def worlds(first: int) -> int:
    """Some worlds: how many frames arrived in them."""
    logging.getLogger("tablee.hall").disabled = True
    return sum(simulate(seed)[1] for seed in range(first, first + PORTION))


def secrets(first: int) -> int:
    """Some pairs: how many there were among the seeds."""
    pairs = [make_pair(seed) for seed in range(first, first + PORTION)]
    for pair in pairs:
        if pair is not None:
            found = difference(pair)
            assert found is None, found
    return sum(pair is not None for pair in pairs)


def run(name: str, work: Callable[[int], int], portions: int, unit: str) -> int:
    """Runs a campaign on all cores; how much was done."""
    began, total = time.perf_counter(), 0
    with ProcessPoolExecutor() as pool, progress_bar(portions * PORTION, quiet=False) as progress:
        for done in pool.map(work, range(0, portions * PORTION, PORTION)):
            total += done
            if progress:
                progress(PORTION)
    seconds = time.perf_counter() - began
    print(f"{name}: {portions * PORTION:,} seeds, {total:,} {unit}, 0 wrong, {seconds:.0f} s")
    return total


def enough(what: str, done: int, wanted: float) -> bool:
    """Whether a campaign did as much as it stands for: one that did little shows little."""
    if done < wanted:
        print(f"only {done:,} {what} of {wanted:,.0f}")
    return done >= wanted


def main() -> int:
    """Runs what is asked for, or everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaign", nargs="*", default=["worlds", "secrets"])
    parser.add_argument("--share", type=float, default=1.0, help="of the full length")
    given = parser.parse_args()
    sound = True
    if "worlds" in given.campaign:
        frames = run("worlds", worlds, int(given.share * 500), "frames")
        sound &= enough("frames", frames, given.share * FRAMES)
    if "secrets" in given.campaign:
        pairs = run("secrets", secrets, int(given.share * 1800), "pairs")
        sound &= enough("pairs", pairs, given.share * PAIRS)
    return int(not sound)


if __name__ == "__main__":
    sys.exit(main())
