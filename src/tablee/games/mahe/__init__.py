"""Mahé, by Alex Randolph: turtles that ride on each other round an island."""

from tablee.gamebox import Game
from tablee.kernel.options import YesNo

from .state import MAX_SEATS, MIN_SEATS

GAME = Game(
    __name__,
    title="Mahé",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    seats_paragraph="M1",
    minutes=(20, 30),
    rules_version=1,
    hides=False,  # [M70]
    options=(YesNo("third_die_at_seven", "M13"), YesNo("cards_as_dice", "M60")),
    rank=1,
)
