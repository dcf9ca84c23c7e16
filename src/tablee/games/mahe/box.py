"""Mahé on paper."""

from __future__ import annotations

from tablee.print.contents import Board, Contents, cards_of
from tablee.print.drawings import drawing, shape
from tablee.print.sheets import Paper, Sheet, halves
from tablee.print.tokens import Token, spread

from .state import CARDS, MAX_SEATS, TWO_TURTLES_UP_TO

CARD = 32.0  # mm wide: as large as its place on the board
WHOLE_IS_FOR_MOST = False  # the turtles for few seats are in it, too


def contents(paper: Paper, seats: int | None, _: Board) -> Contents:
    """Return the board, the clutch cards [M4], the turtles [M1]."""
    cards = [f"mahe-{value}" for value, count in enumerate(CARDS, 1) for _ in range(count)]
    tokens = [[Token(f"mahe-turtle-{one}", 33, 19.5) for one in group] for group in turtles(seats)]
    return Contents(
        ("mahe-turtle-2", "mahe-turtle-6", "mahe-turtle-4"),
        [
            *halves("board", paper, "mahe-board", shape(drawing("mahe-board"))),
            *cards_of(paper, CARD, cards, "mahe-back"),
            Sheet("turtles", spread(paper, *tokens)),
        ],
    )


def turtles(seats: int | None) -> list[list[str]]:
    """Return one turtle a seat; where few play, two that are told apart by a letter."""
    singles = [str(seat) for seat in range(1, (seats or MAX_SEATS) + 1)]
    pairs = [[f"{seat}a", f"{seat}b"] for seat in range(1, TWO_TURTLES_UP_TO + 1)]
    if seats is None:
        return [singles, *pairs]
    return pairs[:seats] if seats <= TWO_TURTLES_UP_TO else [singles]
