"""Worlds with faults, worlds whose clocks jump, and matches that a seat can't distinguish."""

from __future__ import annotations

import logging
from collections import Counter

from server.secrets.pairs import make_pair
from server.secrets.test_secrets import difference
from server.sim.checks import simulate
from server.sim.clocks import simulate_jumps
from soak.outcome import Outcome, at_least, over_seeds

WORLDS = 10_000
FRAMES = 10_000_000  # in these worlds
SEEDS = 36_000  # of which a good half gives a pair
PAIRS = 20_000
CLOCKS = 5_000


def world(seed: int) -> Counter[str]:
    """Run one world; return how many frames arrived in it."""
    logging.getLogger("tablee.hall").disabled = True
    return Counter(worlds=1, frames=simulate(seed)[1])


def worlds(seed: int, share: float) -> Outcome:
    """Run many worlds."""
    total, wrong = over_seeds(world, seed, max(1, int(share * WORLDS)))
    did = f"{total['worlds']:,} worlds, {total['frames']:,} frames"
    return Outcome(did, wrong + at_least("frames", total["frames"], share * FRAMES))


def clocks(seed: int) -> Counter[str]:
    """Run one world whose clocks jump."""
    logging.getLogger("tablee.hall").disabled = True
    return simulate_jumps(seed)


def clock(seed: int, share: float) -> Outcome:
    """Run many worlds whose clocks jump forwards and back."""
    total, wrong = over_seeds(clocks, seed, max(1, int(share * CLOCKS)))
    did = (
        f"{total['worlds']:,} worlds, {total['jumps']:,} jumps, {total['moves']:,} moves,"
        f" {total['timeouts']:,} players out of time"
    )
    return Outcome(did, wrong)


def pair(seed: int) -> Counter[str]:
    """Compare what a seat is sent in two matches that it can't distinguish."""
    found = make_pair(seed)
    if found is None:
        return Counter()
    assert (different := difference(found)) is None, different
    return Counter(pairs=1)


def secrets(seed: int, share: float) -> Outcome:
    """Compare many pairs."""
    total, wrong = over_seeds(pair, seed, max(1, int(share * SEEDS)))
    return Outcome(
        f"{total['pairs']:,} pairs of matches",
        wrong + at_least("pairs", total["pairs"], int(share * PAIRS)),
    )
