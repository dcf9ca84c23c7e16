"""The board of Mahé in the terminal."""

from __future__ import annotations

from typing import Any

import tablee
from cli.test_boards import writers
from tablee.cli.terminal.output.picture import picture_of
from tablee.cli.terminal.output.writer import Writer
from tablee.games.mahe.terminal import middle


def test_won_cards_fit_inside_the_island() -> None:
    """[M3] [M33] Whatever there is to win, and however much each player has won."""
    state: Any = tablee.game("mahe").start(seats=7).state
    state.won = [9] * len(state.won)
    for writer in writers(7):
        for face_up, turned in ((6, 1), (0, 20)):
            state.face_up, state.turned = face_up, turned
            for line in middle(state, writer, 39):
                assert len(line) <= 39, line


def test_a_crowd_on_one_space_is_listed_in_full() -> None:
    """[M14] With two turtles a seat a stack of six does not fit a narrow space."""
    state: Any = tablee.game("mahe").start(seats=3).state
    for turtle in range(1, 7):
        state.space[turtle] = 9
        state.rider[turtle] = turtle + 1 if turtle < 6 else 0
    writer = Writer("fr", ["A", "B", "C"], width=60)
    text = "\n".join(line.plain for line in picture_of(tablee.game("mahe")).board(state, writer))
    assert "9 : 1a 1b 2a 2b 3a 3b (de bas en haut)" in text
    assert "…3a3b" in text
