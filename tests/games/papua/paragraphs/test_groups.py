"""Papua: groups, P20 to P29."""

from __future__ import annotations

from typing import Any

import pytest

from ..draw import cites, draw, refused, shows, where

ABBC = """
    space    19  20  21  22  23  24
    kind      o   o   o   o   G   o
              A   B   B   C   .   .
"""


def groups(picture: str, turn: str, die: int, **options: Any) -> list[str]:
    """Return the legal moves of groups, without their verb."""
    moves = draw(picture, turn=turn, die=die, **options).moves()
    return [move.removeprefix("group ") for move in moves if move.startswith("group ")]


def leaps(picture: str, turn: str = "A", **options: Any) -> dict[str, list[int]]:
    """Return the numbers of the die that allow each legal leap."""
    found: dict[str, list[int]] = {}
    for die in range(1, 7):
        for move in draw(picture, turn=turn, die=die, **options).moves():
            if move.startswith("leap "):
                found.setdefault(move, []).append(die)
    return found


# --- P20, P21: what a group is -------------------------------------------------------------------


def test_P20_neighbours_of_two_colours_without_a_gap_form_a_group() -> None:
    assert groups(ABBC, "A", 1) == ["19-20", "19-21", "19-22"]


ONE_COLOUR = """
    space    19  20  21  22  23  24
    kind      o   o   o   o   G   o
              A   A   .   B   .   .
"""


def test_P20_one_colour_is_no_group_and_an_empty_space_separates() -> None:
    for die in range(1, 7):
        assert draw(ONE_COLOUR, turn="A", die=die).moves() == ["alone 0"]
        assert draw(ONE_COLOUR, turn="B", die=die).moves() == ["alone 0"]
    pos = draw(ONE_COLOUR, turn="A", die=1)
    assert cites(pos, "group 20-22") == (
        "P20: space 21 is empty, so 20-22 is no run of neighbours."
    )
    assert cites(pos, "leap 20") == (
        "P20: your islander on space 20 is in no group: nobody of another colour is in its run."
    )


def test_P20_a_group_has_no_greatest_size() -> None:
    picture = """
        space    19  20  21  22  23  24  25  26
        kind      o   o   o   o   G   o   o   !
                  A   B   C   D   E   F   A   .
    """
    assert "19-25" in groups(picture, "A", 1, seats=6)
    all_24 = draw(
        """
        space     7   8   9  10  11  12  13  14  15  16  17  18
        kind      o   o   o   o   o   o   o   o   o   o   o   o
                  A   B   C   D   E   F   A   B   C   D   E   F
        space    19  20  21  22  23  24  25  26  27  28  29  30
        kind      o   o   o   o   o   o   o   o   o   o   o   o
                  A   B   C   D   E   F   A   B   C   D   E   F
        """,
        turn="A",
        die=6,
        seats=6,
        board={"name": "x", "squares": ["1-6", "35-40"], "gods": [], "cannibals": [], "canoe": 41},
    )
    after = all_24.after("group 7-30")
    assert len(where(after)) == 24
    assert where(after) == {space + 6: letter for space, letter in where(all_24).items()}


def test_P21_god_spaces_join_like_round_ones() -> None:
    picture = """
        space    12  13  14  15  16
        kind      o   o   G   o   o
                  .   A   B   C   .
    """
    assert groups(picture, "A", 1) == ["13-14", "13-15"]
    assert leaps(picture)["leap 13"] == [1, 2, 3], "on 14, 15 and 16; 17 is isolated"


BESIDE_SQUARES = """
    space     5   6   7   8   9  10
    kind      s   s   o   o   o   !
              B   A   B   .   .   .
"""


def test_P21_squares_do_not_join() -> None:
    assert groups(BESIDE_SQUARES, "A", 1) == []
    assert groups(BESIDE_SQUARES, "B", 1) == []
    pos = draw(BESIDE_SQUARES, turn="A", die=2)
    assert cites(pos, "group 6-7") == ("P21: space 6 is a square: who stands there is in no group.")
    assert cites(pos, "leap 6") == (
        "P21: space 6 is a square, where islanders are in no group; leave it by alone 6."
    )
    pos = draw(BESIDE_SQUARES, turn="B", die=1)
    assert refused(pos, "leap 7").paragraph == "P20", "the A beside it is on a square"


def test_P21_squares_in_the_middle_of_the_path_separate_too() -> None:
    board = {"name": "x", "squares": ["1-6", 9, "15-20"], "gods": [], "cannibals": [], "canoe": 21}
    picture = """
        space     7   8   9  10  11
        kind      o   o   s   o   o
                  A   B   C   A   B
    """
    assert groups(picture, "A", 1, board=board) == ["7-8", "10-11"]
    pos = draw(picture, turn="A", die=1, board=board)
    assert refused(pos, "group 7-10").paragraph == "P21"
    bridge = """
        space     7   8   9  10  11
        kind      o   o   s   o   o
                  .   B   A   A   .
    """
    pos = draw(bridge, turn="A", die=1, board=board)
    assert pos.moves() == ["alone 0", "alone 9"], "its own on the square joins it to no other"
    assert cites(pos, "alone 10").endswith("is not in a group and has to wait there.")
    assert refused(pos, "leap 10").paragraph == "P20"


def test_P21_a_cannibal_space_is_always_empty_and_separates() -> None:
    picture = """
        space     8   9  10  11  12
        kind      o   o   !   o   o
                  C   A   .   B   .
    """
    assert groups(picture, "A", 1) == ["8-9"]
    assert groups(picture, "B", 1) == []
    assert refused(draw(picture, turn="B", die=1), "group 9-11").paragraph == "P20"


# --- P22, P23, P24: whole groups and parts -------------------------------------------------------


def test_P22_the_whole_group_moves_and_keeps_its_order() -> None:
    pos = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  C   A   B   .   .   .
        """,
        turn="A",
        die=2,
    )
    assert shows(
        pos.after("group 19-21"),
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  .   .   C   A   B   .
        """,
    )


def test_P22_a_group_is_written_from_back_to_front() -> None:
    assert cites(draw(ABBC, turn="A", die=1), "group 20-19") == (
        "P22: write a group from its last space to its first: group 19-20."
    )


def test_P23_a_part_of_neighbours_moves_and_the_others_stay() -> None:
    pos = draw(ABBC, turn="C", die=2)
    assert shows(
        pos.after("group 21-22"),
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  A   B   .   .   B   C
        """,
    )


def test_P23_a_part_may_be_taken_out_of_the_middle() -> None:
    pos = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  C   A   B   C   .   .
        """,
        turn="A",
        die=3,
    )
    assert shows(
        pos.after("group 20-21"),
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  C   .   .   C   A   B
        """,
    )


@pytest.mark.parametrize(
    ("turn", "may"),
    [
        ("A", ["19-20", "19-21", "19-22"]),
        ("B", ["19-20", "19-21", "19-22", "20-22", "21-22"]),
        ("C", ["19-22", "20-22", "21-22"]),
        ("D", []),
    ],
)
def test_P24_what_moves_has_two_colours_one_of_them_its_own(turn: str, may: list[str]) -> None:
    assert groups(ABBC, turn, 1) == may


def test_P24_the_refusal_says_which_colour_is_missing() -> None:
    assert cites(draw(ABBC, turn="A", die=1), "group 20-22") == (
        "P24: no islander on 20-22 is yours."
    )
    assert cites(draw(ABBC, turn="D", die=1), "group 19-22") == (
        "P24: no islander on 19-22 is yours."
    )
    assert cites(draw(ABBC, turn="B", die=1), "group 20-21") == (
        "P24: the islanders on 20-21 are all yours; a group needs two colours or more."
    )
    assert cites(draw(ABBC, turn="A", die=1), "group 19-19") == (
        "P24: one islander is no group; a member of a group moves alone by leap 19."
    )
    assert cites(draw(ABBC, turn="A", die=1), "group 22-22") == "P24: no islander on 22 is yours."
