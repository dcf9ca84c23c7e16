"""Papua, by Thilo Hutzler: islanders need each other on the way to the canoe."""

from tablee.gamebox import Game
from tablee.kernel.options import Number, YesNo

from .boards import BoardOption
from .state import MAX_SEATS, MIN_SEATS

GAME = Game(
    __name__,
    title="Papua",
    seats=range(MIN_SEATS, MAX_SEATS + 1),
    seats_paragraph="P1",
    minutes=(45, 90),
    rules_version=1,
    hides=False,
    options=(
        BoardOption("board", "P3"),
        YesNo("family", "P50"),
        Number("turn_limit", "P42", 300, 1, 1000),
    ),
    rank=3,
)
