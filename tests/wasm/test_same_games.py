"""Random games in WebAssembly equal those in plain Python, for all seats and options."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from tablee.kernel.engines.engine import tally_matches
from tables import TABLES


def compare(game: tablee.Game, seats: int, options: dict[str, Any], games: int, other: str) -> None:
    """Play on both engines and compare all counts, including the checksum of all moves."""
    chosen = game.integers(game.read_options(options))

    def tally(engine: str) -> object:
        return tally_matches(
            game, seats, chosen, games, seed=11, first=7, engine=engine, audit=True, threads=1
        )

    assert tally("wasm") == tally(other)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_wasm_plays_the_same_games(game: tablee.Game, seats: int, options: dict[str, Any]) -> None:
    compare(game, seats, options, 2, "python")


@pytest.mark.soak
@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_wasm_plays_the_same_games_in_a_campaign(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    compare(game, seats, options, 50, "python")
    compare(game, seats, options, 50_000, "cpu")
