"""Random matches in WebAssembly."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import GameParts
from ..dice import WORD, Dice
from ..playout import MAX_SEATS, Tally, begin_tally
from .runtime import Instance, module_of


def tally_in_wasm(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    seed: int,
    first: int,
    count: int,
    audit: bool,
) -> Tally:
    """Play the matches first, first + 1, … and return what came of them."""
    instance = Instance(game.name, module_of(game))
    tally, most = Tally(), game.state.MAX_MOVES
    begin_tally(tally)
    tallies = instance.records(tally)
    instance.call(
        "play_matches",
        instance.records(game.state.State()), instance.records(Dice()), tallies,
        instance.integers(16, most), instance.integers(16, most),
        instance.integers(64, MAX_SEATS), instance.integers(64, MAX_SEATS),
        seats, instance.integers(64, len(options), options), seed & WORD, (seed >> 32) & WORD,
        first, count, 1, int(audit),
    )  # fmt: skip
    return tallies[0]
