"""The printed box of Maroc'eau has the cards of the rulebook."""

from __future__ import annotations

import tablee
from print.pieces import BOTH, counted
from tablee.print.contents import box_of
from tablee.print.sheets import PAPERS


@BOTH
def test_W1_the_150_cards(paper: str) -> None:
    found = counted("maroceau", paper)
    numbers = [found[f"maroceau-{value}"] for value in range(-2, 13)]
    assert numbers == [5, 10, 15] + 12 * [10]
    assert sum(numbers) == 150


def test_a_score_sheet_has_a_column_for_each_seat() -> None:
    for seats in (2, 8):
        scores = (
            box_of(tablee.game("maroceau")).contents(PAPERS["a4"], seats, None).sheets[-1].front
        )
        assert [piece.drawing for piece in scores.pieces] == [
            f"seat-{n}" for n in range(1, seats + 1)
        ]
