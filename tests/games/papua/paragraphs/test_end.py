"""Papua: special spaces, captures, the end, and the family variant: P30 to P50."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.papua.rules import end_turn, go_forward
from tablee.games.papua.state import State

from ..draw import PAPUA, cites, draw, pot, refused, shows, state_of, where

ABC = """
    space    19  20  21  22  23  24
    kind      o   o   o   o   G   o
              A   B   C   .   .   .
"""


# --- P30 to P35: captures, cannibal spaces, god spaces -------------------------------------------


def test_P30_the_occupant_even_an_own_one_goes_back_to_the_pot() -> None:
    picture = """
        space     1   2   3   4   5   6   7
        kind      s   s   s   s   s   s   o
                  A   .   A   .   B   .   .
    """
    by_2 = draw(picture, turn="A", die=2)
    assert where(by_2.after("alone 3")) == {1: "A", 5: "A"}
    assert pot(by_2.after("alone 3"), "B") == 4
    assert where(by_2.after("alone 1")) == {3: "A", 5: "B"}
    assert pot(by_2.after("alone 1"), "A") == 3


def test_P30_a_group_may_send_back_several_at_once() -> None:
    pos = draw(
        """
        space    18  19  20  21  22  23  24
        kind      !   o   o   o   o   G   o
                  .   A   B   A   .   C   D
        """,
        turn="A",
        die=4,
    )
    after = pos.after("group 19-20")
    assert where(after) == {21: "A", 23: "A", 24: "B"}
    assert (pot(after, "C"), pot(after, "D")) == (4, 4)


def test_P31_a_whole_group_steps_onto_its_own_spaces_without_captures() -> None:
    assert shows(
        draw(ABC, turn="A", die=1).after("group 19-21"),
        """
        space    19  20  21  22  23  24
        kind      o   o   o   o   G   o
                  .   A   B   C   .   .
        """,
    )


def test_P31_only_islanders_that_did_not_move_are_sent_back() -> None:
    after = draw(ABC, turn="A", die=1).after("group 19-20")
    assert where(after) == {20: "A", 21: "B"}
    assert pot(after, "C") == 4


@pytest.mark.parametrize("turn", ["A", "B"])
def test_P32_an_islander_on_a_cannibal_space_is_caught_on_any_turn(turn: str) -> None:
    pos = draw(
        """
        space    23  24  25  26  27  28
        kind      G   o   o   !   o   o
                  .   A   B   .   .   .
        """,
        turn=turn,
        die=2,
    )
    after = pos.after("group 24-25")
    assert where(after) == {27: "B"}
    assert pot(after, "A") == 4


def test_P32_an_islander_alone_is_caught_too_and_passing_over_is_free() -> None:
    picture = """
        space     6   7   8   9  10  11
        kind      s   o   o   o   !   o
                  A   .   .   .   .   .
    """
    assert where(draw(picture, die=4).after("alone 6")) == {}
    assert where(draw(picture, die=5).after("alone 6")) == {11: "A"}


BEFORE_GOD = """
    space    11  12  13  14  15  16  17
    kind      o   o   o   G   o   o   o
              .   A   B   .   .   .   .
"""
ON_GOD = """
    space    11  12  13  14  15  16  17  18  19
    kind      o   o   o   G   o   o   o   !   o
              .   A   B   C   .   .   .   .   .
"""


def test_P33_a_group_passes_a_god_space_only_if_a_member_ends_there() -> None:
    allowed = {die for die in range(1, 7) if "group 12-13" in draw(BEFORE_GOD, die=die).moves()}
    assert allowed == {1, 2}
    assert cites(draw(BEFORE_GOD, die=3), "group 12-13") == (
        "P33: the group can’t pass the god space 14 without stopping on it."
    )
    assert where(draw(BEFORE_GOD, die=2).after("group 12-13")) == {14: "A", 15: "B"}


def test_P33_the_refusal_cites_the_god_also_in_french() -> None:
    refusal = refused(draw(BEFORE_GOD, die=6), "group 12-13")
    assert refusal.text("fr").startswith(
        "P33\N{NO-BREAK SPACE}: le groupe ne peut pas franchir la case dieu 14 sans s’y arrêter. "
        "Possible : alone 0"
    )


def test_P34_starting_on_the_god_space_satisfies_it_staying_there_does_not() -> None:
    pos = draw(ON_GOD, turn="A", die=3)
    assert where(pos.after("group 12-14")) == {15: "A", 16: "B", 17: "C"}
    assert refused(pos, "group 12-13").paragraph == "P33"
    by_2 = draw(ON_GOD, turn="A", die=2).after("group 12-13")
    assert where(by_2) == {14: "A", 15: "B"}
    assert pot(by_2, "C") == 4


def test_P34_to_start_on_it_or_to_end_before_it_is_not_to_pass() -> None:
    from_it = """
        space    13  14  15  16  17  18  19  20  21
        kind      o   G   o   o   o   !   o   o   o
                  .   A   B   .   .   .   .   .   .
    """
    for die in range(1, 7):
        assert "group 14-15" in draw(from_it, die=die).moves()
    up_to_it = """
        space     7   8   9  10  11  12  13  14
        kind      o   o   o   !   o   o   o   G
                  A   B   .   .   .   .   .   .
    """
    for die in range(1, 7):
        assert "group 7-8" in draw(up_to_it, die=die).moves(), "8 + 6 is the god space"


def test_P34_each_god_space_passed_must_be_satisfied() -> None:
    board = {
        "name": "x",
        "squares": ["1-6", "30-35"],
        "gods": [12, 19],
        "cannibals": [],
        "canoe": 36,
    }
    row = """
        space    11  12  13  14  15  16  17  18  19  20
        kind      o   G   o   o   o   o   o   o   G   o
                  A   B   C   A   B   C   A   B   .   .
    """
    for die in range(1, 7):
        moves = draw(row, die=die, board=board).moves()
        assert "group 11-18" in moves, "12 is left by one of them and 19 reached by another"
    assert "group 13-18" in draw(row, die=6, board=board).moves(), "13 ends on 19"
    by_6 = draw(row, die=6, board=board)
    assert cites(by_6, "group 14-18") == (
        "P33: the group can’t pass the god space 19 without stopping on it."
    )


def test_P35_an_islander_alone_passes_god_spaces_freely() -> None:
    leap = draw(ON_GOD, turn="A", die=3)
    assert where(leap.after("leap 12")) == {13: "B", 14: "C", 15: "A"}
    board = {"name": "x", "squares": ["1-6", "15-20"], "gods": [8], "cannibals": [], "canoe": 21}
    from_square = draw(
        """
        space     6   7   8   9
        kind      s   o   G   o
                  A   .   .   .
        """,
        die=3,
        board=board,
    )
    assert where(from_square.after("alone 6")) == {9: "A"}


# --- P40 to P42: the end -------------------------------------------------------------------------

NEAR_CANOE = """
    space    31  32  33  34  35  36  37
    kind      s   s   s   s   s   s   K
              .   .   .   A   .   .   .
"""


def test_P40_the_canoe_is_reached_by_exact_count() -> None:
    assert "alone 34" in draw(NEAR_CANOE, die=1).moves()
    assert "alone 34" in draw(NEAR_CANOE, die=2).moves()
    assert draw(NEAR_CANOE, die=3).after("alone 34").to_act == tablee.OVER
    for die in (4, 5, 6):
        assert cites(draw(NEAR_CANOE, die=die), "alone 34") == (
            f"P40: from 34 the canoe is reached with exactly 3; a {die} would go beyond it."
        )


@pytest.mark.parametrize("board", ["standard", "short", "long"])
def test_P40_no_group_reaches_the_canoe_or_goes_beyond(board: str) -> None:
    state = state_of(PAPUA.start(seats=3, board=board))
    last_six = 0b111111 << (state.canoe - 6)
    assert state.squares & last_six == last_six


def test_P41_the_first_islander_in_the_canoe_wins_at_once() -> None:
    over = draw(NEAR_CANOE, turn="A", die=3).after("alone 34")
    assert over.to_act == tablee.OVER
    assert over.result().winners == (1,)
    assert over.result().scores == (37, 0, 0, 0)
    assert over.result().ranks == (1, 2, 2, 2)
    assert over.moves() == []
    assert over.chances() == {}
    with pytest.raises(tablee.GameIsOver) as refusal:
        over.after("die 1")
    assert refusal.value.paragraph == "P41"


def test_P41_it_wins_for_its_owner_whoever_moved_it() -> None:
    # No move on the boards of P3 carries another's islander there; the rule is applied directly.
    state = state_of(draw(NEAR_CANOE, turn="B", die=3))
    go_forward(state, 1 << 34)
    end_turn(state)
    over = tablee.Position(PAPUA, PAPUA.read_options({}), state)
    assert over.to_act == tablee.OVER
    assert over.result().winners == (1,)


def test_P41_the_game_goes_on_until_then() -> None:
    with pytest.raises(tablee.GameNotOver):
        draw(NEAR_CANOE, die=3).result()


NOBODY_CAN_MOVE = """
    space     7   8   9  10  11  12  13  14  15  16  17  18
    kind      o   o   o   !   o   o   o   G   o   o   o   !
              A   A   .   .   B   B   .   .   C   .   A   .
    space    19  20  21  22  23  24  25  26  27  28  29  30
    kind      o   o   o   o   G   o   o   !   o   o   o   o
              C   C   .   B   .   A   .   .   B   .   C   .
"""


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_P42_stuck_for_all_ends_the_game_and_the_most_advanced_wins(die: int) -> None:
    pos = draw(NOBODY_CAN_MOVE, turn="B", die=die, seats=3)
    assert pos.moves() == ["pass"]
    over = pos.after("pass")
    assert over.to_act == tablee.OVER
    assert over.result().winners == (3,)
    assert over.result().scores == (24, 27, 29)
    assert over.result().ranks == (2, 2, 1)
    with pytest.raises(tablee.GameIsOver) as refusal:
        over.after("pass")
    assert refusal.value.paragraph == "P42"


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (None, "C has one in the pot"),
        (36, "C has one on a square"),
        (28, "B and C form a group"),
    ],
)
def test_P42_a_pass_alone_does_not_end_the_game(put: int | None, why: str) -> None:
    state = state_of(draw(NOBODY_CAN_MOVE, turn="A", die=6, seats=3))
    state.islanders[2] ^= 1 << 29 | (1 << put if put else 0)  # C goes from 29 to there
    pos = tablee.Position(PAPUA, PAPUA.read_options({}), state)
    assert pos.moves() == ["pass"]
    assert pos.after("pass").to_act == tablee.CHANCE, why


def test_P42_after_the_limit_of_turns_the_most_advanced_wins() -> None:
    assert PAPUA.start(seats=4).options["turn_limit"] == 300
    picture = """
        space     1   2   3   4   5   6
        kind      s   s   s   s   s   s
                  .   B   .   C   .   .
    """
    before = draw(picture, turn="D", die=1, seats=4, turns=7, turn_limit=2)
    over = before.after("alone 0")
    assert over.to_act == tablee.OVER
    assert over.result().winners == (3,)
    assert over.result().scores == (0, 2, 4, 1)
    with pytest.raises(tablee.GameIsOver) as refusal:
        over.after("die 1")
    assert refusal.value.paragraph == "P42"
    earlier = draw(picture, turn="C", die=1, seats=4, turns=6, turn_limit=2)
    assert earlier.after("alone 0").to_act == tablee.CHANCE


def test_P42_passes_count_as_turns() -> None:
    pos = draw(NOBODY_CAN_MOVE, turn="A", die=6, seats=4, turn_limit=1, turns=3)
    assert pos.moves() == ["pass"]
    assert pos.after("pass").to_act == tablee.OVER
    more = draw(NOBODY_CAN_MOVE, turn="A", die=6, seats=4, turn_limit=2, turns=3)
    assert more.after("pass").to_act == tablee.CHANCE


def test_P42_the_canoe_comes_before_the_limit() -> None:
    over = draw(NEAR_CANOE, turn="A", die=3, turn_limit=1, turns=3).after("alone 34")
    assert over.result().winners == (1,)
    with pytest.raises(tablee.GameIsOver) as refusal:
        over.after("die 1")
    assert refusal.value.paragraph == "P41"


def test_P42_all_in_the_pot_share_the_win() -> None:
    board = {"name": "x", "squares": ["1-6", "15-20"], "gods": [], "cannibals": [8], "canoe": 21}
    pos = draw(
        """
        space     6   7   8
        kind      s   o   !
                  C   .   .
        """,
        turn="C",
        die=2,
        seats=3,
        turns=2,
        turn_limit=1,
        board=board,
    )
    over = pos.after("alone 6")
    assert over.to_act == tablee.OVER
    assert over.result().winners == (1, 2, 3)
    assert over.result().ranks == (1, 1, 1)
    assert over.result().scores == (0, 0, 0)


@pytest.mark.parametrize("limit", [0, -1, 1001, True, "300", 2.5, None])
def test_P42_an_invalid_limit_is_refused(limit: object) -> None:
    with pytest.raises(tablee.WrongOption) as refusal:
        PAPUA.start(seats=3, turn_limit=limit)
    assert refusal.value.paragraph == "P42"


def test_P42_the_greatest_limit_fits_the_record() -> None:
    pos = PAPUA.start(seats=6, turn_limit=1000)
    assert 6 * state_of(pos).turn_limit <= State.fields["turns"].highest


# --- P50: the family variant ---------------------------------------------------------------------


def test_P50_parts_of_groups_do_not_move_in_the_family_variant() -> None:
    plain = draw(ABC, turn="A", die=1)
    family = draw(ABC, turn="A", die=1, family=True)
    assert plain.moves() == ["alone 0", "leap 19", "group 19-20", "group 19-21"]
    assert family.moves() == ["alone 0", "leap 19", "group 19-21"]
    assert cites(family, "group 19-20") == (
        "P50: in the family variant a group moves whole, and this one is 19-21."
    )
    assert cites(draw(ABC, turn="C", die=1, family=True), "group 20-21") == (
        "P50: in the family variant a group moves whole, and this one is 19-21."
    )


def test_P50_the_whole_group_and_a_member_alone_still_move() -> None:
    by_3 = draw(ABC, turn="A", die=3, family=True)
    assert by_3.moves() == ["alone 0", "leap 19", "group 19-21"]
    assert where(by_3.after("leap 19")) == {20: "B", 21: "C", 22: "A"}


def test_P50_gods_bind_the_whole_group_as_well() -> None:
    assert refused(draw(BEFORE_GOD, die=3, family=True), "group 12-13").paragraph == "P33"


def test_P50_is_off_unless_chosen_and_either_on_or_off() -> None:
    assert PAPUA.start(seats=3).options["family"] is False
    with pytest.raises(tablee.WrongOption) as refusal:
        PAPUA.start(seats=3, family="yes")
    assert refusal.value.paragraph == "P50"
