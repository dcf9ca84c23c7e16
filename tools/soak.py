"""Millions of random games at every number of seats: all end, and nothing is ever lost or doubled.

`make soak` plays a million of each; `python tools/soak.py --games 1000` is the short form. After
every move and every outcome `sound` looks at all the pieces.
"""

from __future__ import annotations

import argparse
import sys
import time

import tablee
from tablee.cli.common import progress_bar
from tablee.kernel.engine import tally_matches


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--only", nargs="*", default=[game.name for game in tablee.all_games()])
    parser.add_argument("--engine", default="cpu")
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args()
    failed = 0
    for name in given.only:
        game = tablee.game(name)
        integers = game.integers(game.read_options({}))
        for seats in game.seats:
            began = time.perf_counter()
            with progress_bar(given.games, quiet=False) as progress:
                tally = tally_matches(
                    game, seats, integers, given.games,
                    seed=given.seed, engine=given.engine, audit=True, progress=progress,
                )  # fmt: skip
            bad = tally.broken + tally.endless + (tally.games != given.games)
            failed += bool(bad)
            print(
                f"{game.title:<10} {seats} seats: {tally.games:,} games ended, "
                f"{tally.plies:,} plies looked at, {tally.broken} broken, {tally.endless} endless, "
                f"longest {tally.longest}, {time.perf_counter() - began:.0f} s",
                flush=True,
            )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
