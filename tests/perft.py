"""Perft: count all continuations of a position to a depth, including chance.

`python tests/perft.py` counts them anew. A line of tests/perft/*.txt reads
`seats 4 · options {} · after 30 plies of game 1 · depth 3 · 216 ways`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tablee
from tables import OPTIONS, play

FOLDER = Path(__file__).parent / "perft"
LIMIT = 20_000
LINE = re.compile(
    r"seats (?P<seats>\d+) · options (?P<options>.*) · after (?P<plies>\d+) plies of game "
    r"(?P<seed>\d+) · depth (?P<depth>\d+) · (?P<ways>\d+) ways"
)


def ways(game: tablee.Game, state: Any, depth: int) -> int:
    """Count the sequences of `depth` moves and outcomes; a finished game counts once."""
    rules, size = game.rules, game.state.MAX_MOVES
    actor = rules.to_act(state)
    if depth == 0 or actor == tablee.OVER:
        return 1
    codes, weights = [0] * size, [0] * size
    if actor == tablee.CHANCE:
        count = rules.chance(state, codes, weights)
    else:
        count = rules.legal(state, codes)
    if depth == 1:
        return int(count)
    total = 0
    for code in codes[:count]:
        following = state.copy()
        rules.apply(following, code)
        total += ways(game, following, depth - 1)
    return total


def position(game: tablee.Game, seats: int, options: dict[str, Any], plies: int, seed: int) -> Any:
    *_, (found, _) = play(game, seats, options, seed, limit=plies + 1)
    return found.state


def lines(game: tablee.Game) -> Iterator[str]:
    for options in OPTIONS[game.name]:
        for seats in (game.seats[0], game.seats[-1]):
            for plies, seed in ((0, 1), (60, 1), (61, 2), (90, 3), (150, 4), (222, 5)):
                state = position(game, seats, options, plies, seed)
                depth, count = 1, ways(game, state, 1)
                while count < LIMIT // 15 and depth < 6:
                    depth += 1
                    count = ways(game, state, depth)
                yield (
                    f"seats {seats} · options {json.dumps(options)} · after {plies} plies of game "
                    f"{seed} · depth {depth} · {count} ways"
                )


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in tablee.all_games():
        (FOLDER / f"{game.name}.txt").write_text("\n".join(lines(game)) + "\n", "utf-8")
        print(game.name)
