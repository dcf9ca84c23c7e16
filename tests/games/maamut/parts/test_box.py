"""The printed box of Mâamut has the cards, tiles and pieces of the rulebook."""

from __future__ import annotations

from collections import Counter

import pytest

from print.pieces import BOTH, counted


@BOTH
def test_H2_the_37_tiles(paper: str) -> None:
    found = Counter(name.split("-")[1] for name in counted("maamut", paper).elements())
    assert {kind: found[kind] for kind in ("cross", "rock", "grass", "snow")} == {
        "cross": 1, "rock": 7, "grass": 18, "snow": 11,
    }  # fmt: skip


@BOTH
def test_H4_the_36_movement_cards(paper: str) -> None:
    found = counted("maamut", paper)
    assert [found[f"maamut-card-{steps}"] for steps in (1, 2, 3)] == [12, 16, 8]


@BOTH
@pytest.mark.parametrize("seats", [2, 3, 4, None])
def test_H8_a_hunter_and_four_traps_a_seat(paper: str, seats: int | None) -> None:
    found = counted("maamut", paper, seats)
    assert found["maamut-mammoth"] == 1
    for seat in range(1, 5):
        there = seat <= (seats or 4)
        assert found[f"maamut-hunter-{seat}"] == there
        assert found[f"maamut-trap-{seat}"] == 4 * there
