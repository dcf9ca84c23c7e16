"""Compile every game for the CPU into the cache, so that the tests need not: two games at a time.

python tools/compile_rules.py         takes a second where all of it is there already
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random

import tablee
from tablee.bots.levels import player
from tablee.coach.coach import advise, explain
from tablee.kernel.caches import why_not_kept
from tablee.kernel.dice import dice_for
from tablee.kernel.engine import tally_matches

MOVES = 40  # decisions of a game, at each of which the coach is asked


def compile_game(name: str) -> str:
    """Use everything of a game that is compiled."""
    game = tablee.game(name)
    seats = game.seats[0]
    tally_matches(game.package, seats, game.integers(game.read_options({})), 1, audit=True)
    random, position, moves = Random(1), game.start(seats=seats), 0
    while moves < MOVES and position.to_act != tablee.OVER:
        if position.to_act == tablee.CHANCE:
            position = position.after(random.choice(list(position.chances())))
            continue
        view = position.view(position.to_act)
        if moves == 0:
            player("search:20", name).choose(view, dice_for(1))
        explain(advise(view, simulations=16))
        position = position.after(player("casual", name).choose(view, dice_for(1, match=moves)))
        moves += 1
    return game.title


def main() -> int:
    """Compile all games, and say which are done."""
    if problem := why_not_kept():
        print(
            f"Compiled rules can't be kept ({problem}): set TABLEE_CACHE to a folder of your own."
        )
        return 1
    names = [game.name for game in tablee.all_games()]
    with ProcessPoolExecutor(2) as pool:
        for count, done in enumerate(as_completed(pool.submit(compile_game, one) for one in names)):
            print(f"compiled: {done.result()} ({count + 1} of {len(names)})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
