"""Maroc'eau on paper."""

from __future__ import annotations

from tablee.print.contents import Board, Contents, cards_of
from tablee.print.sheets import Paper, Sheet

from .scores import score_page
from .state import CARDS, LOWEST, MAX_SEATS

CARD = 45.0  # mm wide
WHOLE_IS_FOR_MOST = True


def contents(paper: Paper, seats: int | None, _: Board) -> Contents:
    """Return the cards [W1], and a sheet for the points [W35]."""
    cards = [f"maroceau-{value}" for value, count in enumerate(CARDS, LOWEST) for _ in range(count)]
    points = score_page(paper, seats or MAX_SEATS)
    return Contents(
        ("maroceau--1", "maroceau-3", "maroceau-5", "maroceau-9", "maroceau-12"),
        [
            *cards_of(paper, CARD, cards, "maroceau-back"),
            Sheet("scores", points, points),
        ],
    )
