"""The printed box contains the cards, tiles and pieces listed in the rulebook."""

from __future__ import annotations

import pytest

import tablee
from print.pieces import usual_board
from tablee.print.contents import box_of
from tablee.print.drawings import FOLDER
from tablee.print.sheets import PAPERS


@pytest.mark.parametrize("game", [game.name for game in tablee.all_games()])
def test_every_printed_piece_has_a_drawing(game: str) -> None:
    board = usual_board(game)
    box = box_of(tablee.game(game)).contents(PAPERS["a4"], None, board)
    names = {
        p.drawing for s in box.sheets for page in (s.front, s.back) if page for p in page.pieces
    }
    for name in (names | set(box.lid)) - box.made.keys():
        assert (FOLDER / f"{name}.svg").is_file(), name
