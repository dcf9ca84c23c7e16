"""Papua: members that move alone, P25 to P29."""

from __future__ import annotations

import pytest

from ..draw import cites, draw, pot, refused, shows, where
from .test_groups import leaps

# --- P25 to P29: a member alone ------------------------------------------------------------------


def test_P25_a_member_moves_within_the_group_which_may_split() -> None:
    pos = draw(
        """
        space    10  11  12  13  14  15  16
        kind      !   o   o   o   G   o   o
                  .   B   A   C   .   .   .
        """,
        turn="A",
        die=2,
    )
    assert shows(
        pos.after("leap 12"),
        """
        space    10  11  12  13  14  15  16
        kind      !   o   o   o   G   o   o
                  .   B   .   C   A   .   .
        """,
    )


TWO_GROUPS = """
    space    10  11  12  13  14  15  16  17  18
    kind      !   o   o   o   G   o   o   o   !
              .   A   B   .   .   C   D   .   .
"""


def test_P26_a_member_moves_to_a_group_ahead() -> None:
    pos = draw(TWO_GROUPS, turn="A", die=6)
    assert shows(
        pos.after("leap 11"),
        """
        space    10  11  12  13  14  15  16  17  18
        kind      !   o   o   o   G   o   o   o   !
                  .   .   B   .   .   C   D   A   .
        """,
    )


def test_P26a_after_the_move_and_its_capture_it_stands_in_a_run_of_two_colours() -> None:
    assert leaps(TWO_GROUPS) == {"leap 11": [2, 3, 4, 5, 6]}
    after = draw(TWO_GROUPS, turn="A", die=4).after("leap 11")
    assert where(after) == {12: "B", 15: "A", 16: "D"}
    assert pot(after, "C") == 4


def test_P26a_a_single_islander_of_another_colour_is_enough() -> None:
    picture = """
        space    10  11  12  13  14  15  16  17  18
        kind      !   o   o   o   G   o   o   o   !
                  .   A   B   .   .   .   C   .   .
    """
    assert leaps(picture) == {"leap 11": [2, 4, 6]}, "with a 5 it would capture its company"


def test_P26a_an_own_islander_is_no_company() -> None:
    picture = """
        space    10  11  12  13  14  15  16  17  18
        kind      !   o   o   o   G   o   o   o   !
                  .   A   B   .   .   .   A   .   .
    """
    assert leaps(picture) == {"leap 11": [2]}


def test_P26a_company_may_stand_beyond_own_islanders_of_the_run() -> None:
    picture = """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  .   .   A   B   .   A   C   .
    """
    assert leaps(picture)["leap 13"] == [2, 3], "on 15, or on 16, where its own goes back"
    assert where(draw(picture, turn="A", die=3).after("leap 13")) == {14: "B", 16: "A", 17: "C"}
    assert where(draw(picture, turn="A", die=2).after("leap 13")) == {
        14: "B",
        15: "A",
        16: "A",
        17: "C",
    }
    onto_behind = """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  B   A   .   C   A   A   .   .
    """
    assert 5 in leaps(onto_behind)["leap 12"], "17 is joined to C through two of its own"


def test_P26a_its_old_place_is_no_bridge_and_no_company() -> None:
    picture = """
        space    11  12  13  14  15  16  17  18
        kind      o   o   o   G   o   o   o   !
                  .   B   A   A   .   .   .   .
    """
    assert leaps(picture) == {}, "once it has gone to 15, the space it left parts it from B"
    assert refused(draw(picture, turn="A", die=2), "leap 13").paragraph == "P27"
    assert refused(draw(picture, turn="A", die=1), "leap 14").paragraph == "P27"


def test_P26a_a_part_that_goes_ahead_is_bound_by_two_colours() -> None:
    pos = draw(
        """
        space    10  11  12  13  14  15  16
        kind      !   o   o   o   G   o   o
                  .   A   A   B   C   .   .
        """,
        turn="A",
        die=3,
    )
    assert refused(pos, "group 11-12").paragraph == "P24"


def test_P27_a_member_alone_never_ends_isolated() -> None:
    pos = draw(TWO_GROUPS, turn="A", die=1)
    assert cites(pos, "leap 11") == (
        "P27: on space 12 your islander would be in no group: "
        "nobody of another colour would be in its run."
    )
    far = draw(TWO_GROUPS, turn="D", die=3)
    assert refused(far, "leap 16").paragraph == "P27"


NEAR_SQUARES = """
    space    25  26  27  28  29  30  31  32  33  34
    kind      o   !   o   o   o   o   s   s   s   s
              .   .   .   .   A   B   .   .   .   .
"""


def test_P28_not_on_a_square_unless_a_group_carries_it() -> None:
    pos = draw(NEAR_SQUARES, turn="A", die=3)
    assert cites(pos, "leap 29") == (
        "P28: a member who moves alone ends in a group, and 32 is a square."
    )
    assert shows(
        pos.after("group 29-30"),
        """
        space    25  26  27  28  29  30  31  32  33  34
        kind      o   !   o   o   o   o   s   s   s   s
                  .   .   .   .   .   .   .   A   B   .
        """,
    )


def test_P28_not_on_a_cannibal_space_unless_a_group_carries_it() -> None:
    pos = draw(
        """
        space    23  24  25  26  27  28
        kind      G   o   o   !   o   o
                  .   A   B   .   C   .
        """,
        turn="A",
        die=2,
    )
    assert cites(pos, "leap 24") == (
        "P28: a member who moves alone ends in a group, and 26 is a cannibal space."
    )
    assert where(pos.after("group 24-25")) == {27: "B"}


@pytest.mark.parametrize("board", ["standard", "short", "long"])
def test_P28_the_canoe_is_out_of_reach_of_any_member(board: str) -> None:
    pos = draw("", die=6, board=board)
    canoe = pos.state.to_dict()["canoe"]
    assert isinstance(canoe, int)
    squares = pos.state.to_dict()["squares"]
    assert isinstance(squares, int)
    last_round = max(space for space in range(1, canoe) if not squares >> space & 1)
    assert last_round + 6 < canoe


def test_P29_only_an_own_islander_moves_alone() -> None:
    pos = draw(TWO_GROUPS, turn="A", die=3)
    assert cites(pos, "leap 12") == (
        "P29: the islander on space 12 belongs to seat 2; alone, you can only move your own."
    )
    assert cites(pos, "leap 13") == "P29: nobody stands on space 13."


def test_P29_members_may_land_on_squares_and_leave_one_isolated() -> None:
    pos = draw(NEAR_SQUARES, turn="A", die=1)
    assert shows(
        pos.after("group 29-30"),
        """
        space    25  26  27  28  29  30  31  32  33  34
        kind      o   !   o   o   o   o   s   s   s   s
                  .   .   .   .   .   A   B   .   .   .
        """,
    )


def test_P29_one_may_be_left_isolated_because_companions_were_caught() -> None:
    pos = draw(
        """
        space    23  24  25  26  27  28
        kind      G   o   o   !   o   o
                  .   A   B   .   .   .
        """,
        turn="B",
        die=2,
    )
    after = pos.after("group 24-25")
    assert where(after) == {27: "B"}
    assert pot(after, "A") == 4


def test_P29_others_may_be_left_behind_isolated() -> None:
    pos = draw(
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  C   A   B   .   .   .
        """,
        turn="A",
        die=3,
    )
    assert where(pos.after("group 20-21")) == {19: "C", 23: "A", 24: "B"}
