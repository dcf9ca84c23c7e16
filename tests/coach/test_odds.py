"""Every odds message has a text."""

from __future__ import annotations

from typing import Any

import pytest

import tablee
from tablee.coach.odds import odds_of
from tables import FEW_TABLES

from .plays import choices


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_all_odds_have_a_text_in_both_languages(
    game: tablee.Game, seats: int, options: dict[str, Any]
) -> None:
    module = odds_of(game)
    positions = list(choices(game.name, seats, **options))
    for position in positions[:: 1 + len(positions) // 40]:
        view = position.view(position.to_act)
        found = list(module.odds(view, 1, 20))
        for code in view.codes():
            facts = module.move_odds(view, code, 1, 20)
            assert facts, position.moves()
            found += facts
        for odd in found:
            assert "{" not in odd.text("en") + odd.text("fr")
            assert odd.to_dict()
