"""Random matches in WebAssembly."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract import GameParts
from ..dice import WORD, Dice
from ..engines.playout import MAX_SEATS, Tally, begin_tally, play_matches
from .instance import WasmInstance


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
    instance = WasmInstance(game)
    tally, most = Tally(), game.state.MAX_MOVES
    begin_tally(tally)
    tallies = instance.rows(Tally, 1)
    tallies[0] = tally
    instance.run(
        play_matches,
        instance.rows(game.state.State, 1), instance.rows(Dice, 1), tallies,
        instance.integers(16, most), instance.integers(16, most),
        instance.integers(64, MAX_SEATS), instance.integers(64, MAX_SEATS),
        seats, instance.integers(64, len(options), options), seed & WORD, (seed >> 32) & WORD,
        first, count, 1, int(audit),
    )  # fmt: skip
    return tallies[0]
