"""Bots in Papua."""

from __future__ import annotations

from typing import Any

import tablee
from bots.positions import decisions
from tablee.bots.heuristics import heuristic_of
from tablee.bots.players import Searcher, Thumb
from tablee.kernel.dice import dice_for
from tablee.kernel.engines.playout import SHARE

from ..draw import PAPUA


def outlook(*islanders: int) -> list[int]:
    """Evaluate three seats with islanders on these sets of spaces, the first to roll."""
    state: Any = PAPUA.start(seats=3).after("first 1").state
    state.islanders[:3] = islanders
    shares = [0] * 3
    heuristic_of(PAPUA).outlook(state, [0] * 3, [0] * 3, shares)
    return shares


def test_the_evaluation_prefers_islanders_nearer_to_the_canoe() -> None:
    last, company, lonely = outlook(1 << 33 | 1 << 19, 1 << 20, 1 << 28)
    assert last > company > lonely, "a last square, then company, then the way alone"
    nearer, behind, pot = outlook(1 << 29, 1 << 28, 0)
    assert nearer > behind > pot
    first, second, third = outlook(1 << 33, 1 << 34, 1 << 35)
    assert first > second > third, "the seat to roll first"


def test_a_search_takes_the_canoe() -> None:
    """From space 32 a 5 ends in the canoe, so nothing else is searched."""
    state: Any = PAPUA.start(seats=3).after("first 1").after("die 5").state
    state.islanders[0] = 1 << 32 | 1 << 3
    state.islanders[1] = 1 << 4
    state.islanders[2] = 1 << 36
    position = tablee.Position(PAPUA, PAPUA.read_options({}), state)
    assert len(position.moves()) > 2
    assert Searcher(60).choose(position.view(1), dice_for(1)) == "alone 32"
    assert Thumb().choose(position.view(1), dice_for(1)) == "alone 32"


def test_the_evaluation_shares_out_one_victory() -> None:
    """With any number of islanders, the winner is alone in the canoe."""
    for seats in PAPUA.seats:
        for position in decisions(PAPUA, seats, seed=3, every=7):
            state, ranks, shares = position.state, [0] * seats, [-1] * seats
            points = [0] * seats
            PAPUA.rules.score(state, points, ranks)
            heuristic_of(PAPUA).outlook(state, points, ranks, shares)
            assert SHARE - seats < sum(shares) <= SHARE
