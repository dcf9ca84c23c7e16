"""The board of Maroc'eau as text."""

from __future__ import annotations

import pytest

import tablee

from .draw import opened, play, position
from .paragraphs.test_turn import PLAIN, USED_UP
from .test_sound import POSITIONS


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_board_fits_80_columns(name: str, language: str) -> None:
    for shown in (POSITIONS[name], POSITIONS[name].view(1), POSITIONS[name].view()):
        board = shown.board(language)
        assert max(map(len, board.splitlines())) <= 80
        assert "{" not in board


def test_eight_grids_are_in_two_rows() -> None:
    pos = opened(*[(10, 12)] * 4, *[(11, 9)] * 4).after("card 0")
    lines = pos.board("en").splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.count("seat ") for line in lines].count(4) == 2


def test_a_grid_with_its_seat_its_total_and_its_points() -> None:
    board = position(PLAIN).board("en").splitlines()
    assert board[0] == "round 1 · draw pile: 124 · discard pile: 2, top: 9"
    assert [line[:20].rstrip() for line in board[2:8]] == [
        "> seat 1: 0",
        "     a   b   c   d",
        " 1   3   9   ?   ?",
        " 2   ?   ?   5   ?",
        " 3   ?   9   ?   0",
        "  = 26 + 7 ?",
    ]


def test_a_card_about_to_be_turned_is_in_brackets() -> None:
    board = play(position(PLAIN), "draw,card 7,drop,flip b2").board("en")
    assert " 2   ? [?]   5   ?" in board


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("taken", "seat 1 holds the 9 taken from the discard pile", "le 9 pris à la défausse"),
        ("drawn", "seat 1 holds the 7 drawn from the pile", "tient le 7 qu’elle a pioché"),
        ("last lap", "* seat 1 has ended the round", "* la place 1 a fermé la manche"),
        ("ended", "last round (ended by seat 1): 6, 36, 40", "(fin : place 1) : 6, 36, 40"),
        ("two rounds", "round 2/2", "manche 2/2"),
        ("taken", "discard pile: 1\n", "défausse : 1\n"),
        ("replacing", "discard pile: 1\n", "défausse : 1\n"),
    ],
)
def test_lines_below_the_board(name: str, english: str, french: str) -> None:
    assert english in POSITIONS[name].board("en")
    assert french in POSITIONS[name].board("fr")


def test_doubled_points_are_shown() -> None:
    pos = position("""
        1  2  1  2  |  0  1  0  1
        0  3  1  0  |  1  1  2  0
        5  0  0  5  |  0  0  0  ?
        discard: 5 0
        ended by: 1
        turn: 2
    """)
    pos = play(pos, "take,swap d3,card 7")
    assert "last round (ended by seat 1): 2 × 20, 6" in pos.board("en")
    assert "2 × 20, 6" in pos.board("fr")


def test_both_pools_are_listed_after_a_reshuffle() -> None:
    before = position(USED_UP)
    assert before.board("en").splitlines()[-1].startswith("unseen")
    after = play(before, "draw,card 3")
    lines = after.board("en").splitlines()[-2:]
    assert "".join(lines[0].split()) == "unseen010000100000010"
    assert lines[1].startswith("draw pile")
    assert sum(map(int, lines[1].split()[2:])) == 124
    assert sum(map(int, after.view(2).board("en").splitlines()[-1].split()[2:])) == 125


def test_the_prompt_says_what_is_possible() -> None:
    assert position(PLAIN).prompt("en") == "Seat 1 (take the discard, or draw a card?): take, draw"
    assert POSITIONS["ended"].to_act == tablee.OVER
    assert str(POSITIONS["ended"]).endswith("Winners: seat 2.")
