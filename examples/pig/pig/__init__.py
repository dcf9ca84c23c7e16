"""Pig: roll as often as you dare."""

from tablee.gamebox import Game

from .state import MAX_SEATS, MIN_SEATS

GAME = Game(
    __name__,
    title="Pig",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    seats_paragraph="G1",
    minutes=(5, 10),
    hides=False,
)
