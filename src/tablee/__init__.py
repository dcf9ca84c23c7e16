"""Tablée: Mahé, Mâamut, Papua and Maroc'eau, to play and to study.

>>> import tablee
>>> pos = tablee.game("mahe").start(seats=2)
>>> pos.after("first 1").after("flip 6").moves()
['turtle 1', 'turtle 2']
"""

from tablee.discovery import all_games, broken_games, game
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.position import Position, Result, View
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
    "broken_games",
    "game",
]
