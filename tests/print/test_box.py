"""What is in a box: as many cards, tiles and pieces as the rulebook says."""

from __future__ import annotations

import pytest

import tablee
from print.pieces import usual_board
from tablee.print.contents import box_of
from tablee.print.drawings import FOLDER
from tablee.print.sheets import PAPERS


@pytest.mark.parametrize("game", [game.name for game in tablee.all_games()])
def test_everything_that_is_printed_is_drawn(game: str) -> None:
    board = usual_board(game)
    box = box_of(tablee.game(game)).contents(PAPERS["a4"], None, board)
    names = {
        p.drawing for s in box.sheets for page in (s.front, s.back) if page for p in page.pieces
    }
    for name in (names | set(box.lid)) - box.made.keys():
        assert (FOLDER / f"{name}.svg").is_file(), name
