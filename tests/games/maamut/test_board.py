"""The board of Mâamut as text."""

from __future__ import annotations

import pytest

from campaigns import sizes
from tables import play as play_out

from .draw import MAAMUT, play, steppe

PICTURE = """\
            ┌───────┬───────┬───────┬───────┐                 NW   NE
            │a1  . .│a2  " "│a3 ####│a4  . .│                   \\ /
            │       │       │#######│       │                W ─ ● ─ E
        ┌───┴───┬───┴───┬───┴───┬───┴───┬───┴───┐               / \\
        │b1  " "│b2 ####│b3  " "│b4  . .│b5  " "│             SW   SE
        │       │#######│       │       │       │
    ┌───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┐       " "  grass: traps
    │c1  " "│c2  . .│c3  " "│c4  . .│c5  " "│c6 ####│            may be set
    │       │       │       │       │1    t1│#######│       . .  snow
┌───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┐   + +  cross
│d1  . .│d2  " "│d3  " "│d4  + +│d5  " "│d6  . .│d7  " "│   ###  rock
│       │       │       │2      │M34    │       │       │
└───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┘   M    mammoth
    │e1  " "│e2  . .│e3  " "│e4 ####│e5  " "│e6  . .│       1    hunter 1
    │       │       │       │#######│     t2│       │       t1   their trap
    └───┬───┴───┬───┴───┬───┴───┬───┴───┬───┴───┬───┘
        │f1 ####│f2 ####│f3  . .│f4  " "│f5  " "│
        │#######│#######│       │       │       │
        └───┬───┴───┬───┴───┬───┴───┬───┴───┬───┘
            │g1  " "│g2  . .│g3  " "│g4 ####│
            │       │       │       │#######│
            └───────┴───────┴───────┴───────┘
hunter 1: on c5 · traps in hand: 3 · cards: ? ? ?
hunter 2: on d4 · traps in hand: 3 · cards: 1 3
hunter 3: on d5 · traps in hand: 4 · cards: ? ? ?
hunter 4: on d5 · traps in hand: 4 · cards: ? ? ?
draw pile: 22 cards · discards: 1 × 1 · 2 × 2
turn 8 of 200: hunter 2
the mammoth runs E, 1 still to go; then hunter 2 ends on d4"""


def test_a_fright_as_the_active_hunter_sees_it() -> None:
    pieces = "d2:2 d4:M d5:34 c5:1t1 e5:t2"
    pos = steppe(pieces, turn=2, turns=7, discards="1 2").after("move 2 E")
    assert pos.view(2).board() == PICTURE
    assert pos.prompt() == (
        "Seat 3 (the mammoth is upon the hunter: flee, but where to?): flee E, flee SE, flee NW"
    )


def test_the_hunters_out_and_the_winner() -> None:
    pos = steppe("d4:1 a4:M g1:2 d3:t1", fallen_traps="stay").after("move 3 NE")
    assert "hunter 1: out of the game\n" in str(pos)
    end = steppe("d3:1 d4:M d5:2t2").after("move 1 E")
    assert "The mammoth has fallen into a trap on d5: the sacred lance goes to hunter 2." in str(
        end
    )
    assert "│M2   t2│" in str(end)
    assert "chasseur 2 : en d5" in end.board("fr")


def test_tiles_not_laid_yet_are_blank() -> None:
    pos = play(MAAMUT.start(seats=2), "first 1", "tile rock", "tile grass")
    assert '│a1 ####│a2  " "│a3     │a4     │' in str(pos)
    assert "hunter 2: not placed yet · traps in hand: 4 · cards: –" in str(pos)


@pytest.mark.parametrize("games", sizes(1, 3))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_is_too_long(language: str, games: int) -> None:
    widest = 0
    for seed in range(games):
        for pos, _ in play_out(MAAMUT, 4, {}, seed=seed):
            widest = max(widest, *(len(line) for line in pos.board(language).splitlines()))
    assert 70 < widest <= 80
