"""Transcripts that round-trip and verify, changed bytes that are found, and fair dice."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from soak.outcome import Outcome, at_least, over_seeds
from table.campaign import changed, chi_square, is_found, p_value, round_trip
from table.campaign import rolls as roll
from tablee import all_games

TRANSCRIPTS = 100_000
CHANGES = 10  # of each transcript that is changed at all: one in ten
ROLLS = 10_000_000
ROLLS_AT_ONCE = 100_000


def trip(seed: int) -> Counter[str]:
    """Write, read and verify one transcript; change one in ten."""
    data = round_trip(seed)
    done = Counter({data.split(b"\n")[2].decode().removeprefix("game "): 1, "transcripts": 1})
    done["bytes"] = len(data)
    if seed % 10 == 0:
        random = Random(seed)
        for _ in range(CHANGES):
            broken = changed(random, data)
            assert is_found(broken), broken
            done["changes"] += 1
    return done


def trips(seed: int, share: float) -> Outcome:
    """Write, read and verify many transcripts of all games."""
    wanted = max(1, int(share * TRANSCRIPTS))
    total, wrong = over_seeds(trip, seed, wanted)
    games = ", ".join(f"{game.name} {total[game.name]:,}" for game in all_games())
    did = f"{total['transcripts']:,} transcripts ({games}), {total['changes']:,} changes of a byte"
    return Outcome(did, wrong)


def portion_of_rolls(first: int) -> Counter[str]:
    """Roll the die some times."""
    return roll(b"the secret of a long campaign...", first, ROLLS_AT_ONCE)


def rolls(seed: int, share: float) -> Outcome:
    """Compare the frequencies of many rolls with those of a fair die."""
    counts, wanted = Counter[str](), max(ROLLS_AT_ONCE, int(share * ROLLS))
    with ProcessPoolExecutor() as pool:
        for part in pool.map(portion_of_rolls, range(seed, seed + wanted, ROLLS_AT_ONCE)):
            counts += part
    chi2 = chi_square(counts, dict.fromkeys(counts, 1))
    p = p_value(chi2, len(counts) - 1)
    wrong = [] if len(counts) == 6 and p > 0.001 else [f"{dict(sorted(counts.items()))}, p = {p}"]
    did = f"{sum(counts.values()):,} rolls, chi-square {chi2:.3f}, p = {p:.4f}"
    return Outcome(did, wrong + at_least("rolls", sum(counts.values()), wanted))
