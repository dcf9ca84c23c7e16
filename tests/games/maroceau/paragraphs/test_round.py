"""Maroc'eau, paragraph by paragraph: the cards and the beginning of a round (W1 to W16)."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.maroceau.state import CARDS, DECK, FACE_DOWN

from ..draw import GAME, grid, opened, play, position, refused, state_of, top

# --- the cards -----------------------------------------------------------------------------------


def test_W1_the_150_cards() -> None:
    assert sum(CARDS) == DECK == 150
    first = GAME.start(seats=2).after("flip a1")
    assert first.chances() == {"card -2": 5, "card -1": 10, "card 0": 15} | {
        f"card {value}": 10 for value in range(1, 13)
    }


def test_W1_a_value_comes_no_more_often_than_the_deck_has_it() -> None:
    pos = opened((-2, -2), (-2, -2))  # four of the five
    assert pos.chances()["card -2"] == 1
    pos = play(pos, "card -2,start 2,draw")
    assert "card -2" not in pos.chances()
    refusal = refused(pos, "card -2")
    assert isinstance(refusal, tablee.ImpossibleOutcome)
    assert refusal.paragraph == "W20"


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 100])
def test_W2_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(tablee.SeatsOutOfRange, match=rf"W2: Maroc'eau .* 2 to 8, not by {seats}"):
        GAME.start(seats=seats)


@pytest.mark.parametrize("seats", range(2, 9))
def test_W2_two_to_eight_can_play(seats: int) -> None:
    pos = GAME.start(seats=seats)
    assert pos.seats == seats
    assert state_of(pos).grid.count(FACE_DOWN) == 12 * seats


# --- the deal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_W10_twelve_cards_each_face_down_in_four_columns_of_three(seats: int) -> None:
    pos = GAME.start(seats=seats)
    for seat in range(1, seats + 1):
        assert grid(pos, seat) == "? ? ? ? / ? ? ? ? / ? ? ? ?"
    assert pos.moves() == [f"flip {column}{row}" for column in "abcd" for row in (1, 2, 3)]
    assert state_of(pos).stock == 150 - 12 * seats


def test_W10_all_cards_are_shuffled_again_for_the_next_round() -> None:
    pos = position("""
        1 1 2 2 | 0 0 1 1
        3 3 4 4 | 1 1 0 0
        5 5 6 ? | 3 3 2 2
        discard: 12 9
        ended by: 2
    """)
    pos = play(pos, "take,swap d3,card 12")
    state = state_of(pos)
    assert state.round_number == 2
    assert grid(pos, 1) == grid(pos, 2) == "? ? ? ? / ? ? ? ? / ? ? ? ?"
    assert state.unseen == list(CARDS)
    assert (state.stock, top(pos), state.turns, state.ended_by) == (126, None, 0, 0)
    assert pos.to_act == 1


def test_W11_each_player_turns_any_two_cards() -> None:
    pos = GAME.start(seats=3)
    for seat, (one, other) in enumerate([("a1", "d3"), ("b2", "b3"), ("c1", "a2")], 1):
        assert pos.to_act == seat
        assert len(pos.moves()) == 12
        pos = play(pos, f"flip {one}")
        assert pos.to_act == tablee.CHANCE
        pos = pos.after("card 4")
        assert pos.to_act == seat
        assert len(pos.moves()) == 11
        pos = play(pos, f"flip {other},card 5")
    assert grid(pos, 1) == "4 ? ? ? / ? ? ? ? / ? ? ? 5"
    assert grid(pos, 2) == "? ? ? ? / ? 4 ? ? / ? 5 ? ?"
    assert grid(pos, 3) == "? ? 4 ? / 5 ? ? ? / ? ? ? ?"


def test_W11_a_card_is_turned_once() -> None:
    pos = play(GAME.start(seats=2), "flip b2,card 7")
    refusal = refused(pos, "flip b2")
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W11"
    assert refusal.text("en").startswith("W11: the card on b2 is already face up: it is 7.")


@pytest.mark.parametrize("move", ["take", "draw", "drop", "swap a1"])
def test_W11_nothing_else_is_played_before_two_are_turned(move: str) -> None:
    pos = play(GAME.start(seats=2), "flip b2,card 7")
    refusal = refused(pos, move)
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "W11"
    assert "turn over two of your cards" in refusal.text("en")


@pytest.mark.parametrize("seats", range(2, 9))
def test_W12_one_card_starts_the_discard_pile_and_the_rest_is_the_draw_pile(seats: int) -> None:
    pos = opened(*[(1, 2)] * (seats - 1), (12, 12))
    assert pos.to_act == tablee.CHANCE
    assert (top(pos), state_of(pos).stock) == (None, 150 - 12 * seats)
    pos = pos.after("card 8")
    assert (top(pos), state_of(pos).stock) == (8, 150 - 12 * seats - 1)
    assert pos.to_act == seats
    assert refused(opened((1, 2), (3, 4)), "take").paragraph == "W12"


# --- the first player ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairs", "seat"),
    [
        ([(3, 4), (5, 4)], 2),
        ([(12, 12), (5, 4), (11, 12)], 1),
        ([(12, -2), (5, 6), (7, 2)], 2),  # the sum counts, not the highest card
        ([(-2, -2), (-1, -2), (-2, -1), (0, -2)], 4),
        ([(0, 0), (-1, 2), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)], 2),
    ],
)
def test_W13_the_highest_sum_begins(pairs: list[tuple[int, int]], seat: int) -> None:
    assert opened(*pairs).after("card 3").to_act == seat


def test_W13_the_highest_sum_begins_every_round() -> None:
    pos = position("""
        1 1 2 2 | 0 0 1 1
        3 3 4 4 | 1 1 0 0
        5 5 6 ? | 3 3 2 2
        discard: 12 9
        ended by: 2
    """)
    pos = play(pos, "take,swap d3,card 12")
    pos = play(pos, "flip a1,card 5,flip a2,card 4,flip a1,card 6,flip a2,card 6,card 1")
    assert pos.to_act == 2
    assert state_of(pos).first == 0  # the first player of the first round


def test_W14_on_equal_sums_the_highest_single_card_begins() -> None:
    assert opened((9, 3), (6, 6), (12, -1)).after("card 0").to_act == 1
    assert opened((6, 6), (3, 9), (10, 2)).after("card 0").to_act == 3
    assert opened((-1, -1), (0, -2)).after("card 0").to_act == 2


def test_W14_if_still_equal_the_first_player_is_drawn() -> None:
    pos = opened((3, 9), (6, 6), (9, 3), (9, 2)).after("card 0")
    assert pos.to_act == tablee.CHANCE
    assert pos.chances() == {"start 1": 1, "start 3": 1}
    assert pos.after("start 3").to_act == 3
    assert state_of(pos.after("start 3")).first == 2
    refusal = refused(pos, "start 2")
    assert isinstance(refusal, tablee.ImpossibleOutcome)
    assert refusal.paragraph == "W14"


def test_W14_all_of_them_can_be_equal() -> None:
    pos = opened(*[(5, 5)] * 5).after("card 0")
    assert pos.chances() == {f"start {seat}": 1 for seat in range(1, 6)}


def test_W15_no_seat_knows_a_face_down_card() -> None:
    pos = opened((1, 2), (3, 4)).after("card 5")
    for seat in (None, 1, 2):  # nothing to hide, since no seat knows anything
        assert pos.view(seat).state == pos.state
    flipped = play(pos, "draw,card 0,drop,flip d3")
    assert sum(flipped.chances().values()) == 150 - 6  # any card not seen so far


@pytest.mark.parametrize("seats", range(2, 9))
def test_W16_play_goes_round_by_seat_number(seats: int) -> None:
    pos = opened(*[(1, 2)] * (seats - 1), (12, 12)).after("card 8")
    for turn in range(3 * seats):
        assert pos.to_act == (seats - 1 + turn) % seats + 1
        pos = play(pos, "take,swap a1")
