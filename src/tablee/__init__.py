"""Tablée: board games, to play and to study.

>>> import tablee
>>> pos = tablee.all_games()[0].start(seats=2)
>>> pos.chances()
{'first 1': 1, 'first 2': 1}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tablee.discovery import all_games, broken_games, game
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.position import Position, Result
from tablee.refusals import (
    BoardRefused,
    BrokenGame,
    GameIsOver,
    GameNotOver,
    IllegalMove,
    ImpossibleOutcome,
    Refusal,
    SeatsOutOfRange,
    UnknownGame,
    UnknownOption,
    UnreadablePosition,
    UnreadableText,
    WrongOption,
)
from tablee.view import View

if TYPE_CHECKING:
    from tablee.lab.batch import Batch

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "BoardRefused",
    "BrokenGame",
    "Game",
    "GameIsOver",
    "GameNotOver",
    "IllegalMove",
    "ImpossibleOutcome",
    "Position",
    "Refusal",
    "Result",
    "SeatsOutOfRange",
    "UnknownGame",
    "UnknownOption",
    "UnreadablePosition",
    "UnreadableText",
    "View",
    "WrongOption",
    "__version__",
    "all_games",
    "batch",
    "broken_games",
    "game",
]


def batch(
    name: str,
    *,
    size: int,
    seats: int,
    seed: int = 0,
    device: str = "cpu",
    auto_reset: bool = True,
    encoding: str = "compact",
    **options: Any,
) -> Batch:
    """Return many games at once, as arrays, on a CPU or on a GPU (`cuda`).

    With `auto_reset` a game that is over is followed by the next one at once. The encoding of
    actions is `compact`, or `codes` for the codes of moves.
    """
    from tablee.kernel.engines.instance import check_numba

    check_numba("cuda" if device == "cuda" else "cpu")
    from tablee.lab.batch import make_batch

    return make_batch(
        name, size=size, seats=seats, seed=seed, device=device,
        auto_reset=auto_reset, encoding=encoding, **options,
    )  # fmt: skip
