"""Compile every game for the CPU into the cache, two games at a time, before the tests need it.

python tools/compile_rules.py         takes a second if everything is compiled already
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random

import tablee
from tablee.bots.levels import player
from tablee.bots.search import Search
from tablee.coach.evaluate import evaluate_position
from tablee.coach.odds import odds_of
from tablee.kernel.compile.caches import why_not_kept
from tablee.kernel.dice import dice_for
from tablee.kernel.engines.engine import tally_matches
from tablee.lab.simulate import simulate

MOST = 2_000  # events of the game played to find moves with odds


def decisions(name: str) -> Iterator[tablee.Position]:
    """Play a game between casual bots; yield the positions in which a seat has a choice."""
    game = tablee.game(name)
    casual, random = player("casual", name), Random(1)
    position = game.start(seats=game.seats[0])
    for number in range(MOST):
        if position.to_act == tablee.OVER:
            return
        if position.to_act == tablee.CHANCE:
            position = position.after(random.choice(list(position.chances())))
            continue
        view = position.view(position.to_act)
        if len(position.codes()) > 1:
            yield position
        position = position.after(casual.choose(view, dice_for(1, match=number)))


def coach(name: str) -> None:
    """Compile the evaluation of moves."""
    evaluate_position(next(decisions(name)), 1, 0)


def search(name: str) -> None:
    """Compile the search of the stronger bots."""
    position = next(decisions(name))
    Search(position.view(position.to_act), 0, 1).run(1)


def odds(name: str) -> None:
    """Compile the simulations behind the odds of a move, which not every move needs."""
    counted = odds_of(tablee.game(name))
    for position in decisions(name):
        view = position.view(position.to_act)
        counted.odds(view, 1, 1)
        for code in view.codes():
            counted.move_odds(view, code, 1, 1)


def matches(name: str) -> None:
    """Compile the drivers of random games."""
    game = tablee.game(name)
    options = game.integers(game.read_options({}))
    tally_matches(game, game.seats[0], options, 1, audit=True)


def policies(name: str) -> None:
    """Compile the drivers of games between our own policies."""
    simulate(name, seats=tablee.game(name).seats[0], games=1, policies=["random"])


def batches(name: str) -> None:
    """Compile the drivers of batches."""
    tablee.batch(name, size=1, seats=tablee.game(name).seats[0])


def compile_game(name: str) -> str:
    """Compile everything of a game in one process: its drivers share most of the rules."""
    for part in (coach, search, odds, matches, policies, batches):
        part(name)
    return tablee.game(name).title


def main() -> int:
    """Compile all games, and print which are done."""
    if problem := why_not_kept():
        print(
            f"Compiled rules can't be kept ({problem}): set TABLEE_CACHE to a folder of your own."
        )
        return 1
    names = [game.name for game in reversed(tablee.all_games())]
    with ProcessPoolExecutor(2) as pool:
        pending = [pool.submit(compile_game, name) for name in names]
        for count, done in enumerate(as_completed(pending), 1):
            print(f"compiled: {done.result()} ({count} of {len(names)})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
