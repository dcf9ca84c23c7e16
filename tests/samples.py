"""Sample games for tests that need any game, or one of a kind.

Tests of one game are in `tests/games/GAME`; all others name no game. They try all games, or take
the first that has what they need.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import tablee
from games.sample import Sample
from tablee.discovery import own_games

SAMPLES: dict[str, Sample] = {
    game.name: import_module(f"games.{game.name}.sample").SAMPLE for game in own_games()
}
NAMES = list(SAMPLES)


def first(fits: Callable[[tablee.Game], bool]) -> str:
    """Return the name of the first game that fits."""
    return next(game.name for game in own_games() if fits(game))


OPEN = first(lambda game: not game.hides)
"""Nothing is hidden, and dice are rolled before the first move: `roll`, `stop`."""
HANDS = first(lambda game: game.hides)
"""Players hold cards that others don't see: `place d4`, `move 2`."""
BOARDS = first(lambda game: "board" in game.options)
"""It has several boards, and needs three players: `alone 3`."""
ROUNDS = first(lambda game: "rounds" in game.options)
"""It is played in rounds, from hidden cards; the first move needs no dice: `flip a1`."""


def title(name: str) -> str:
    """Return the title of a game."""
    return tablee.game(name).title
