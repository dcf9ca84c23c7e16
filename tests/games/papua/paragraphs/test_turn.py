"""Papua: the board and a turn, P1 to P14."""

from __future__ import annotations

from typing import Any

import pytest

import tablee

from ..draw import PAPUA, cites, draw, kind_on, pot, refused, shows, state_of, where


def kinds(**options: Any) -> str:
    """Return the kinds of all spaces of a board in one word."""
    state = state_of(PAPUA.start(seats=3, **options))
    return "".join(kind_on(state, space) for space in range(1, state.canoe + 1))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_P1_four_islanders_a_seat_start_in_the_pot(seats: int) -> None:
    start = PAPUA.start(seats=seats)
    assert where(start) == {}
    assert [pot(start, letter) for letter in "ABCDEF"[:seats]] == [4] * seats
    assert len(start.chances()) == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 7, 8])
def test_P1_not_fewer_than_three_nor_more_than_six(seats: int) -> None:
    with pytest.raises(tablee.SeatsOutOfRange) as refusal:
        PAPUA.start(seats=seats)
    assert refusal.value.paragraph == "P1"


def test_P2_the_three_boards_have_the_spaces_of_the_rulebook() -> None:
    assert kinds() == "ssssssooo!oooGooo!ooooGoo!oooossssssK"
    assert kinds(board="standard") == kinds()
    assert kinds(board="short") == "ssssssoooo!oooGooo!ooooossssssK"
    assert kinds(board="long") == "ssssssoooo!oooGoo!ooo!oGooo!oo!oGooo!oo!oossssssK"


@pytest.mark.parametrize("move", ["alone 37", "alone 60", "leap 37", "leap 60", "group 36-37"])
def test_P2_no_move_begins_in_the_canoe_or_beyond(move: str) -> None:
    pos = draw("", turn="A", die=1)
    assert refused(pos, move).paragraph == "P2"


def test_P2_the_refusal_names_the_spaces_of_the_board() -> None:
    pos = draw("", turn="A", die=1, board="short")
    assert cites(pos, "leap 33") == "P2: this board has spaces 1 to 30, not 33."


def test_P3_a_board_that_breaks_a_rule_is_refused() -> None:  # all the reasons: test_boards.py
    board = {"name": "Reef", "squares": ["1-5", "15-20"], "gods": [], "cannibals": [], "canoe": 21}
    with pytest.raises(tablee.BoardRefused) as refusal:
        PAPUA.start(seats=3, board=board)
    assert str(refusal.value) == (
        "P3: the board 'Reef' must begin with at least 6 squares; "
        "space 6 is not a square (1 to 6 must be)."
    )
    assert PAPUA.start(seats=3, board={**board, "squares": ["1-6", "15-20"]}).to_act < 0


def test_P4_every_seat_begins_with_equal_chance() -> None:
    assert PAPUA.start(seats=3).chances() == {"first 1": 1, "first 2": 1, "first 3": 1}


def test_P4_play_goes_round_by_seat() -> None:
    pos = PAPUA.start(seats=4).after("first 3")
    order = []
    for number in (1, 2, 3, 4, 5, 6):
        pos = pos.after(f"die {number}")
        order.append(pos.to_act)
        pos = pos.after("alone 0")
    assert order == [3, 4, 1, 2, 3, 4]


def test_P5_a_space_holds_one_islander_and_the_pot_any_number() -> None:
    pos = draw(
        """
        space     1   2   3
        kind      s   s   s
                  .   B   .
        """,
        turn="A",
        die=2,
    )
    pos = pos.after("alone 0")
    assert where(pos) == {2: "A"}
    assert pot(pos, "B") == 4
    state = state_of(pos)
    state.islanders[1] = state.islanders[0]
    with pytest.raises(tablee.UnreadablePosition) as refusal:
        tablee.Position.from_json(tablee.Position(PAPUA, pos.options, state).to_json())
    assert refusal.value.paragraph == "P5"


def test_P10_one_die_is_rolled_then_one_move_is_made_with_its_number() -> None:
    pos = draw("", turn="B")
    assert pos.to_act == tablee.CHANCE
    assert pos.chances() == {f"die {face}": 1 for face in range(1, 7)}
    for face in range(1, 7):
        after = pos.after(f"die {face}").after("alone 0")
        assert where(after) == {face: "B"}
        assert after.to_act == tablee.CHANCE, "one move, then the next seat rolls"


def test_P10_moving_is_compulsory_however_harmful() -> None:
    pos = draw(
        """
        space     8   9  10  11
        kind      o   o   !   o
                  .   .   .   A

        space     4   5   6   7
        kind      s   s   s   o
                  A   .   .   .

        space    15  16  17  18
        kind      o   o   o   !
                  A   .   A   .
        """,
        turn="A",
        die=6,
    )
    assert pos.moves() == ["alone 4"], "onto the cannibal space, for nothing else is legal"
    assert cites(pos, "pass") == "P10: you can move, so you must."
    assert pot(pos.after("alone 4"), "A") == 1


def test_P10_no_move_before_the_die_is_rolled() -> None:
    assert refused_by_chance("alone 0") == "P10"
    with pytest.raises(tablee.ImpossibleOutcome):
        draw("", turn="A").after("die 7")


def refused_by_chance(move: str) -> str | None:
    with pytest.raises(tablee.IllegalMove) as refusal:
        draw("", turn="A").after(move)
    return refusal.value.paragraph


STUCK_A = """
    space     7   8   9  10  11  12  13  14  15
    kind      o   o   o   !   o   o   o   G   o
              A   .   A   .   A   .   A   .   .
"""


def test_P11_without_a_legal_move_the_turn_passes() -> None:
    pos = draw(STUCK_A, turn="A", die=6)
    assert pos.moves() == ["pass"]
    after = pos.after("pass")
    assert where(after) == where(pos)
    assert after.after("die 1").to_act == 2, "and a six does not allow another roll"


def test_P11_a_six_gives_no_second_roll() -> None:
    pos = draw("", turn="A", die=6).after("alone 0")
    assert pos.after("die 1").to_act == 2


def test_P11_a_leap_or_a_group_is_reason_enough_not_to_pass() -> None:
    pos = draw(
        """
        space     7   8   9  10  11  12  13  14  15
        kind      o   o   o   !   o   o   o   G   o
                  A   .   A   .   A   B   .   A   .
        """,
        turn="A",
        die=6,
    )
    assert pos.moves() == ["pass"], "11-12 would pass the god, and 17 is isolated"
    assert refused(draw(where_text(pos), turn="A", die=1), "pass").paragraph == "P10"
    assert draw(where_text(pos), turn="A", die=1).moves() == ["group 11-12"]
    assert draw(where_text(pos), turn="A", die=2).moves() == ["leap 11", "group 11-12"]
    assert refused(draw(where_text(pos), turn="A", die=2), "pass").paragraph == "P10"


def where_text(pos: tablee.Position) -> str:
    """Return the picture of a position on `standard`."""
    state, there = state_of(pos), where(pos)
    spaces = range(1, state.canoe + 1)
    return "\n".join(
        " ".join(words)
        for words in (
            [str(space) for space in spaces],
            [kind_on(state, space) for space in spaces],
            [there.get(space, ".") for space in spaces],
        )
    )


SQUARES_AND_ROUND = """
    space     1   2   3   4   5   6   7   8   9
    kind      s   s   s   s   s   s   o   o   o
              .   A   B   .   A   .   .   .   A
"""


def test_P12_from_a_square_or_the_pot_an_islander_moves_by_itself() -> None:
    pos = draw(SQUARES_AND_ROUND, turn="A", die=3)
    assert pos.moves() == ["alone 0", "alone 2", "alone 5"]
    assert where(pos.after("alone 2")) == {3: "B", 5: "A", 9: "A"}, "its own was on 5"
    assert where(pos.after("alone 5")) == {2: "A", 3: "B", 8: "A", 9: "A"}
    assert where(pos.after("alone 0")) == {2: "A", 3: "A", 5: "A", 9: "A"}


def test_P12_it_may_end_on_any_kind_of_space_even_isolated() -> None:
    lonely = """
        space     5   6   7   8
        kind      s   s   o   o
                  A   .   .   .
    """
    ends = {}
    for die in range(1, 7):
        after = draw(lonely, turn="A", die=die).after("alone 5")
        ends[die] = list(where(after))
    assert ends == {1: [6], 2: [7], 3: [8], 4: [9], 5: [], 6: [11]}, "10 is a cannibal space"


def test_P12_only_an_own_islander_on_that_space() -> None:
    pos = draw(SQUARES_AND_ROUND, turn="A", die=3)
    assert cites(pos, "alone 4") == "P12: nobody stands on space 4."
    assert cites(pos, "alone 3") == (
        "P12: the islander on space 3 belongs to seat 2; alone, you can only move your own."
    )


def test_P12_one_move_however_many_are_in_the_pot() -> None:
    assert draw("", turn="C", die=5).moves() == ["alone 0"]
    all_out = draw(STUCK_A, turn="A", die=5)
    assert cites(all_out, "alone 0") == "P12: none of your islanders is in the pot."


def test_P13_any_number_leads_out_of_the_pot_onto_that_space() -> None:
    for die in range(1, 7):
        pos = draw("", turn="D", die=die)
        assert pos.moves() == ["alone 0"]
        assert where(pos.after("alone 0")) == {die: "D"}


def test_P14_an_islander_on_a_round_space_does_not_leave_it_alone() -> None:
    pos = draw(SQUARES_AND_ROUND, turn="A", die=3)
    assert cites(pos, "alone 9") == (
        "P14: your islander on the round space 9 is not in a group and has to wait there."
    )


def test_P14_a_member_of_a_group_leaves_alone_only_by_a_leap() -> None:
    pos = draw(
        """
        space    11  12  13  14  15
        kind      o   o   o   G   o
                  A   B   .   .   .
        """,
        turn="A",
        die=2,
    )
    assert cites(pos, "alone 11") == (
        "P14: your islander on the round space 11 leaves it with others of its group, "
        "or alone if it ends in a group again."
    )
    assert pos.moves() == ["alone 0", "leap 11", "group 11-12"]
    assert shows(
        pos.after("leap 11"),
        """
        space    11  12  13  14  15
        kind      o   o   o   G   o
                  .   B   A   .   .
        """,
    )
