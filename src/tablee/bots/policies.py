"""The players that need no search, as policies: by lot, and by rule of thumb."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

from tablee.bots.contract import advise
from tablee.bots.heuristics import heuristic_of
from tablee.gamebox import Game
from tablee.kernel.dice import pick, roll
from tablee.kernel.record import Ints
from tablee.kernel.rule import driver, specialise

MILLE = 1000


@driver
def by_lot(count: int, dice: Any) -> int:
    """Choose any move, each as likely."""
    return roll(dice, count)


@driver
def by_liking(
    s: Any, moves: Ints, count: int, dice: Any, weights: Ints, slips: int, lapses: int
) -> int:
    """Choose the move the rule of thumb likes best; now and then, as people do, another one.

    `slips` is how often in a thousand it takes a move by liking instead, and `lapses` how often
    it does not look at all.
    """
    mood = roll(dice, MILLE)
    if count == 1:
        return 0
    if mood < lapses:
        return roll(dice, count)
    advise(s, moves, count, weights)
    if mood < lapses + slips:
        return pick(dice, weights, count)
    return best(weights, count, dice)


@driver
def best(values: Ints, count: int, dice: Any) -> int:
    """Return the index of the greatest value; among equals, by lot."""
    greatest = values[0]
    equals = 1
    for i in range(1, count):
        if values[i] > greatest:
            greatest = values[i]
            equals = 1
        elif values[i] == greatest:
            equals += 1
    ticket = roll(dice, equals)
    for i in range(count):
        if values[i] == greatest:
            if ticket == 0:
                return i
            ticket -= 1
    return 0


@driver
def search_seed(dice: Any) -> int:
    """Return the seed of a search, from a player's own dice."""
    high = roll(dice, 1 << 31)
    return high << 31 | roll(dice, 1 << 31)


@cache
def plain_by_liking(game: Game) -> FunctionType:
    """Return `by_liking` with the rule of thumb of a game, in plain Python."""
    fillings = {advise: heuristic_of(game).advise}
    made: FunctionType = specialise(by_liking, fillings, game.name, lambda f: f, lambda t: t)
    return made
