"""Papua on paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tablee.print.contents import Board, Contents
from tablee.print.drawings import drawing, shape
from tablee.print.sheets import Paper, Sheet, halves
from tablee.print.tokens import Tent, spread

from .boards import KINDS, given, spaces_of
from .state import ISLANDERS, MAX_SEATS

KIND = re.compile(r"\bkind-(\d+)\b")
WHOLE_IS_FOR_MOST = True


def contents(paper: Paper, seats: int | None, board: Board) -> Contents:
    """Return the board [P2] and the islanders [P1]."""
    assert board is not None
    path = drawn(board)
    islanders = [
        Tent(f"papua-islander-{seat}", 17, 24, 7)
        for seat in range(1, (seats or MAX_SEATS) + 1)
        for _ in range(ISLANDERS)
    ]
    rows = [islanders[at : at + 8] for at in range(0, len(islanders), 8)]  # two seats in each
    return Contents(
        tuple(f"papua-islander-{seat}" for seat in range(1, MAX_SEATS + 1)),
        [
            *halves("board", paper, "papua-path", shape(path)),
            Sheet("islanders", spread(paper, *rows)),
        ],
        {"papua-path": path},
    )


def drawn(board: str | Mapping[str, Any]) -> str:
    """Return the board of that length, with its spaces in the kinds they have."""
    fields = given(board) if isinstance(board, str) else board
    listed = {space: kind[:-1] for kind in KINDS for space in spaces_of(fields, kind)}
    return KIND.sub(
        lambda found: listed.get(int(found[1]), "round"), drawing(f"papua-board-{fields['canoe']}")
    )
