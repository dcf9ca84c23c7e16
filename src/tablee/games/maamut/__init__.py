"""Mâamut, by Alain Epron: hunters drive a timid mammoth over the steppe into their traps."""

from tablee.gamebox import Game
from tablee.kernel.options import Choice, Number

from .state import MAX_HUNT_LIMIT, MAX_SEATS, MIN_SEATS

GAME = Game(
    __name__,
    title="Mâamut",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    seats_paragraph="H1",
    minutes=(15, 25),
    rules_version=1,
    hides=True,  # [H50]
    options=(
        Choice("fallen_traps", "H31", ("removed", "stay")),
        Number("hunt_limit", "H43", default=50, lowest=1, highest=MAX_HUNT_LIMIT),
    ),
    rank=2,
)
