"""The worked examples of the printed rules of Maroc'eau, and those of docs/rules/maroceau."""

from __future__ import annotations

import tablee

from .draw import grid, opened, play, position, state_of, top
from .paragraphs.test_end import ends_with, finish

# --- the printed rules ---------------------------------------------------------------------------


def test_a_ends_the_round_with_10_against_24_and_10_and_gets_20() -> None:
    before, after = ends_with(10, 24, 10)
    assert before == [10, 24, 10]
    assert after == [20, 24, 10]


def test_the_column_of_9s_is_discarded_after_the_replaced_card() -> None:
    pos = position("""
        3  9  ?  ?  |  ?  ?  ?  ?
        ?  ?  5  ?  |  ?  7  ?  ?
        ?  9  ?  0  |  ?  ?  ? -1
        discard: 9
    """)
    pos = play(pos, "take,swap b2,card 4")
    assert grid(pos, 1) == "3 . ? ? / ? . 5 ? / ? . ? 0"
    assert top(pos) == 9


def test_a_column_completed_when_all_cards_are_turned_is_not_counted() -> None:
    pos = position("""
        9  0  6  2  |  1  2  3  4
        9  7  5  3  |  5  6  8  8
        ?  1  8  0  |  8  9  7 -1
        discard: 4
        ended by: 2
    """)
    pos = play(pos, "take,swap b1,card 9")
    assert state_of(pos).last_points[0] == 4 + 7 + 1 + 6 + 5 + 8 + 2 + 3 + 0


def test_negative_points_are_subtracted() -> None:
    before, after = ends_with(-5, 24, 10)
    assert before == after == [-5, 24, 10]


def test_doubling_is_for_positive_points_only() -> None:
    assert ends_with(-3, -5, 15)[1] == [-3, -5, 15]


# --- docs/rules/maroceau -------------------------------------------------------------------------


def test_w14_nine_and_three_begins_before_six_and_six() -> None:
    assert opened((9, 3), (6, 6), (12, -1)).after("card 1").to_act == 1
    assert opened((9, 3), (3, 9), (12, -1)).after("card 1").chances() == {
        "start 1": 1,
        "start 2": 1,
    }


def test_w21_bad_luck_with_the_hidden_0() -> None:
    pos = position("""
        ?  ?  ?  ?  |  ?  ?  ?  ?
        ?  7  ?  ?  |  ?  8  ?  ?
        ?  ?  ? -1  |  ?  ?  ?  3
        discard: 2
    """)
    pos = play(pos, "take,swap c1,card 0")
    assert grid(pos, 1) == "? ? 2 ? / ? 7 ? ? / ? ? ? -1"
    assert top(pos) == 0


def test_w23_a_column_of_6s_on_the_refused_12() -> None:
    pos = position("""
        3  1  6  ?  |  ?  ?  ?  ?
        ?  ?  6  ?  |  ?  7  ?  ?
        ?  9  ?  0  |  ?  ?  ? -1
        discard: 2
    """)
    pos = play(pos, "draw,card 12,drop,flip c3,card 6")
    assert grid(pos, 1) == "3 1 . ? / ? ? . ? / ? 9 . 0"
    assert top(pos) == 6


def test_w30_seats_4_1_and_2_follow_seat_3() -> None:
    pos = position("""
        ?  ?  ?  ?  |  ?  ?  ?  ?  |  3  9  6  2  |  ?  ?  ?  ?
        ?  7  ?  ?  |  ?  ?  ?  5  |  1  7  5  ?  |  4  ?  ?  ?
        ?  ?  ? -1  |  ?  ?  ?  2  |  2  9  8  0  |  ?  ?  ?  6
        discard: 12
        turn: 3
    """)
    pos = play(pos, "draw,card 4,drop,flip d2,card 1")
    order = []
    while pos.to_act != tablee.CHANCE:
        order.append(pos.to_act)
        pos = play(pos, "take,swap d3")
    assert order == [4, 1, 2]


def test_w34_doubling_in_further_cases() -> None:
    assert ends_with(8, 9, 24)[1][0] == 8
    assert ends_with(9, 8, 24)[1][0] == 18
    assert ends_with(0, -1, 15)[1][0] == 0


def test_w35_34_and_minus_3_make_31() -> None:
    pos = position("""
        1  0  0  0  |  1  2  3  4
        0 -1 -1  0  |  5  6  8  8
        0  0 -1 -1  |  8  9  7  ?
        discard: -2
        ended by: 1
        turn: 2
        round: 2
        totals: 34 5
    """)
    assert state_of(play(pos, "take,swap d3,card 7")).totals[0] == 31


def test_w40_61_wins_against_104_and_100() -> None:
    assert finish("98 25 60").result().winners == (2,)


def test_w50_two_pools() -> None:
    pos = position("""
        3  9  6  2  |  1  4  ?  8
        1  7  5  ?  | 11  7  5  1
        2  9  8  0  |  2  3  ? -1
        discard: 12
        hidden: 4 11 -1
        pile: 8 3 9 9 9
    """)
    assert set(pos.after("draw").chances()) == {"card 8", "card 3", "card 9"}
    turned = play(pos, "draw,card 8,drop,flip d2")
    assert set(turned.chances()) == {"card 4", "card 11", "card -1"}
