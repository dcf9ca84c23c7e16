"""The pieces of a box."""

from __future__ import annotations

from collections import Counter

import pytest

import tablee
from tablee.print.contents import box_of
from tablee.print.sheets import PAPERS, Piece

BOTH = pytest.mark.parametrize("paper", PAPERS)


def pieces(
    game: str, paper: str, seats: int | None = None, board: str | None = None
) -> list[Piece]:
    box = box_of(tablee.game(game)).contents(PAPERS[paper], seats, board)
    return [piece for sheet in box.sheets for piece in sheet.front.pieces]


def usual_board(game: str) -> str | None:
    """Return the board that is printed by default, where there are several."""
    option = tablee.game(game).options.get("board")
    return option.default if option else None


def counted(game: str, paper: str, seats: int | None = None) -> Counter[str]:
    """Count how often each thing can be cut out; a tent shows it twice."""
    board = usual_board(game)
    return Counter(p.drawing for p in pieces(game, paper, seats, board) if not p.upside_down)
