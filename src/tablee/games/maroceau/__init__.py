"""Maroc'eau: twelve hidden plots in a dry land, and every crop drinks."""

from tablee.gamebox import Game
from tablee.kernel.options import Choice, Number

from .state import MAX_SEATS, MIN_SEATS

GAME = Game(
    __name__,
    title="Maroc'eau",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    seats_paragraph="W2",
    minutes=(30, 45),
    rules_version=1,
    hides=True,  # [W50]
    low_score_wins=True,
    options=(
        Number("target", "W42", default=100, lowest=10, highest=1000),
        Number("rounds", "W42", default=0, lowest=0, highest=100),
        Choice("starter", "W43", ("highest_pair", "round_ender")),
    ),
    rank=4,
)
