"""Games with all numbers of seats and options, and positions of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tablee
from samples import SAMPLES
from tablee.kernel.dice import dice_for, pick, roll

OPTIONS = {name: sample.tables for name, sample in SAMPLES.items()}
TABLES = [
    pytest.param(game, seats, options, id=f"{game.name}-{seats}-{number}")
    for game in tablee.all_games()
    for number, options in enumerate(OPTIONS[game.name])
    for seats in game.seats
]
FEW_TABLES = [
    pytest.param(game, seats, OPTIONS[game.name][number], id=f"{game.name}-{seats}-{number}")
    for game in tablee.all_games()
    for number, seats in ((0, game.seats[0]), (1, game.seats[-1]))
]
GAMES = [pytest.param(game, id=game.name) for game in tablee.all_games()]


def play(
    game: tablee.Game, seats: int, options: dict[str, Any], seed: int, limit: int = 100_000
) -> Iterator[tuple[tablee.Position, int]]:
    """Play a random game; yield each position with the next code (-1 at the end)."""
    position = game.start(seats=seats, **options)
    dice = dice_for(seed)
    for _ in range(limit):
        if position.to_act == tablee.OVER:
            yield position, -1
            return
        if position.to_act == tablee.CHANCE:
            outcomes = position.chance_codes()
            code = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
        else:
            codes = position.codes()
            code = codes[roll(dice, len(codes))]
        yield position, code
        position = position.after_code(code)


def finished(game: tablee.Game, seats: int, options: dict[str, Any], seed: int) -> tablee.Position:
    """Return the end of a random game."""
    *_, (position, _) = play(game, seats, options, seed)
    return position


def text(position: tablee.Position, code: int) -> str:
    """Return the text of a code."""
    return str(position.game.notation.NOTATION.text(code))
