"""The long campaigns of the table, in full; tests/table runs each of them for a moment.

python tools/soak_table.py trips     100,000 transcripts round-trip and verify; in 10,000 of them
                                     one byte is changed, ten times each, and always found
python tools/soak_table.py rolls     χ² of 10,000,000 rolls of the fair die, p > 0.001
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from table.campaign import changed, chi_square, is_found, p_value, rolls, round_trip
from tablee import all_games
from tablee.cli.common import progress_bar

PORTION = 100
CHANGES = 10  # of each transcript that is changed at all
ROLLS_AT_ONCE = 100_000


def trips(task: tuple[int, int, bool]) -> Counter[str]:
    """Some transcripts: how many there were of each game, their bytes, the changes found."""
    first, count, change = task
    done: Counter[str] = Counter()
    for seed in range(first, first + count):
        data = round_trip(seed)
        game = data.split(b"\n")[2].decode().removeprefix("game ")
        done += Counter({game: 1, "transcripts": 1, "bytes": len(data)})
        if change:
            random = Random(seed)
            for _ in range(CHANGES):
                broken = changed(random, data)
                assert is_found(broken), (seed, broken)
                done["changes"] += 1
    return done


def portion_of_rolls(first: int) -> Counter[str]:
    """Some rolls of the die."""
    return rolls(b"the secret of a long campaign...", first, ROLLS_AT_ONCE)


def tasks(given: argparse.Namespace) -> Iterator[tuple[int, int, bool]]:
    """The transcripts in portions; a tenth of them is changed."""
    for first in range(given.seed, given.seed + given.transcripts, PORTION):
        count = min(PORTION, given.seed + given.transcripts - first)
        yield first, count, (first // PORTION) % 10 == 0


def run_trips(given: argparse.Namespace) -> bool:
    """The first campaign."""
    began, totals = time.perf_counter(), Counter[str]()
    with (
        ProcessPoolExecutor(given.workers) as pool,
        progress_bar(given.transcripts, quiet=False) as progress,
    ):
        for done in pool.map(trips, tasks(given)):
            totals += done
            if progress:
                progress(done["transcripts"])
            elif totals["transcripts"] % 5_000 == 0:  # nobody sees a bar: say so in the log
                print(f"{totals['transcripts']:,} so far", file=sys.stderr, flush=True)
    games = ", ".join(f"{game.name} {totals[game.name]:,}" for game in all_games())
    print(
        f"{totals['transcripts']:,} transcripts ({games}; {totals['bytes'] / 1e6:,.0f} MB) "
        f"round-trip and verify, {totals['changes']:,} changes of one byte all found, "
        f"{time.perf_counter() - began:.0f} s"
    )
    return bool(totals["transcripts"] == given.transcripts)


def run_rolls(given: argparse.Namespace) -> bool:
    """The second campaign."""
    began = time.perf_counter()
    counts: Counter[str] = Counter()
    with (
        ProcessPoolExecutor(given.workers) as pool,
        progress_bar(given.rolls, quiet=False) as progress,
    ):
        for part in pool.map(portion_of_rolls, range(1, given.rolls, ROLLS_AT_ONCE)):
            counts += part
            if progress:
                progress(ROLLS_AT_ONCE)
    chi2 = chi_square(counts, dict.fromkeys(counts, 1))
    p = p_value(chi2, len(counts) - 1)
    print(
        f"{sum(counts.values()):,} rolls {dict(sorted(counts.items()))}: "
        f"chi-square {chi2:.3f}, p = {p:.4f}, {time.perf_counter() - began:.0f} s"
    )
    return len(counts) == 6 and p > 0.001


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("only", nargs="*", choices=[[], "trips", "rolls"], default=[])
    parser.add_argument("--transcripts", type=int, default=100_000)
    parser.add_argument("--rolls", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    campaigns = {"trips": run_trips, "rolls": run_rolls}
    results = [campaigns[name](given) for name in given.only or campaigns]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
