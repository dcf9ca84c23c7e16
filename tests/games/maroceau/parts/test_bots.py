"""Bots in Maroc'eau."""

from __future__ import annotations

from typing import Any

import tablee
from bots.positions import decisions
from tablee.bots.levels import player
from tablee.games.maroceau.baselines import KeepsFour
from tablee.games.maroceau.state import FACE_DOWN, HIGHEST
from tablee.kernel.dice import dice_for


def test_keeps_four_turns_a_card_where_none_is_visible() -> None:
    """All visible cards may have been removed with their columns."""
    game = tablee.game("maroceau")
    position = next(
        position for position in decisions(game, 2, seed=1, every=1) if "take" in position.moves()
    )
    state: Any = position.state
    state.top = 2
    state.grid[:] = [FACE_DOWN if card <= HIGHEST else card for card in state.grid]
    taking = tablee.Position(game, position.options, state)
    for move in ("take", "swap a1"):
        assert KeepsFour().choose(taking.view(taking.to_act), dice_for(1)) == move
        taking = taking.after(move)


def test_keeps_four_is_found_by_name() -> None:
    assert player("keeps-four", "maroceau") == KeepsFour()
