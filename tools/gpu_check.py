"""Compare GPU and CPU: the same matches must give the same tally, to the last bit.

Run it on a machine with a CUDA device: `python tools/gpu_check.py --games 100000`. A tally holds
the sum of the trails (a checksum of all moves) besides wins, points and lengths.
"""

from __future__ import annotations

import argparse
import sys
import time

import tablee
from tablee.kernel.engines.engine import tally_matches


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--only", nargs="*", default=[game.name for game in tablee.all_games()])
    given = parser.parse_args()
    different = 0
    for name in given.only:
        game = tablee.game(name)
        integers = game.integers(game.read_options({}))
        for seats in game.seats:
            took = {}
            tallies = []
            for engine in ("cpu", "cuda"):
                began = time.perf_counter()
                tallies.append(
                    tally_matches(game, seats, integers, given.games, seed=7, engine=engine)
                )
                took[engine] = time.perf_counter() - began
            same = tallies[0] == tallies[1]
            different += not same
            print(
                f"{game.title:<10} {seats} seats, {given.games:,} games: "
                f"{'identical' if same else 'DIFFERENT'}, checksum {tallies[1].trails:x} "
                f"(cpu {took['cpu']:.1f} s, cuda {took['cuda']:.1f} s)",
                flush=True,
            )
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main())
