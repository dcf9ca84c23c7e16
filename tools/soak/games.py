"""Millions of random games at every number of seats: all end, and no piece is lost or duplicated.

`sound` counts all the pieces after every move and every outcome. `SOAK_ENGINE=cuda` plays them on a
graphics card.
"""

from __future__ import annotations

import os

import tablee
from soak.outcome import Outcome
from tablee.cli.common import progress_bar
from tablee.kernel.engines.engine import tally_matches

GAMES = 1_000_000  # at each number of seats


def run(seed: int, share: float) -> Outcome:
    """Play all games."""
    each, played, plies, wrong = max(1, int(share * GAMES)), 0, 0, []
    for game in tablee.all_games():
        integers = game.integers(game.read_options({}))
        for seats in game.seats:
            with progress_bar(each, quiet=False) as progress:
                tally = tally_matches(
                    game, seats, integers, each, seed=seed,
                    engine=os.environ.get("SOAK_ENGINE", "cpu"), audit=True, progress=progress,
                )  # fmt: skip
            played, plies = played + tally.games, plies + tally.plies
            if tally.broken or tally.endless or tally.games != each:
                found = f"{tally.broken} broken, {tally.endless} endless, {tally.games} of {each}"
                wrong.append(f"{game.title} with {seats} seats: {found}")
    return Outcome(f"{played:,} games, {plies:,} plies counted", wrong)
