"""Maroc'eau's options, paragraph by paragraph."""

from __future__ import annotations

import pytest

import tablee

from ..draw import GAME, opened, play, position, refused
from .test_end import STALLED, finish, reveal_all


@pytest.mark.parametrize(
    ("target", "totals", "over"),
    [
        (10, "0 0 0", True),
        (50, "0 0 9", False),
        (50, "0 0 10", True),
        (200, "193 0 159", False),
        (200, "0 164 0", True),
        (1000, "0 0 959", False),
        (1000, "0 0 960", True),
    ],
)
def test_W42_the_target_can_be_chosen(target: int, totals: str, over: bool) -> None:
    assert (finish(totals, 6, target=target).to_act == tablee.OVER) == over


@pytest.mark.parametrize(
    "options",
    [{"target": 9}, {"target": 1001}, {"target": "100"}, {"target": True}, {"rounds": -1},
     {"rounds": 101}, {"rounds": 2.5}],
)  # fmt: skip
def test_W42_other_numbers_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(tablee.WrongOption) as caught:
        GAME.start(seats=3, **options)
    assert caught.value.paragraph == "W42"


def test_W42_a_fixed_number_of_rounds_whatever_the_totals() -> None:
    assert finish("100 200 59", rounds=3).to_act == 1  # the second of three
    pos = finish("0 0 1", rounds=2)
    assert pos.to_act == tablee.OVER
    assert refused(pos, "take").paragraph == "W42"
    assert pos.result().winners == (1,)
    assert finish("0 0 0", 1, rounds=1, target=10).result().scores == (6, 36, 40)


def opening(*pairs: tuple[int, int]) -> str:
    """Return the moves and outcomes that open a round."""
    return ",".join(f"flip a1,card {one},flip a2,card {other}" for one, other in pairs)


def test_W43_the_seat_that_ended_a_round_begins_the_next() -> None:
    cards = opening((1, 2), (12, 12), (1, 0))
    assert play(finish("0 0 1", starter="round_ender"), cards, "card 5").to_act == 1
    assert play(finish("0 0 1"), cards, "card 5").to_act == 2


def test_W43_then_the_first_player_is_not_drawn() -> None:
    level = opening((6, 7), (6, 7), (6, 7))
    assert play(finish("0 0 1", starter="round_ender"), level, "card 5").to_act == 1
    assert play(finish("0 0 1"), level, "card 5").to_act == tablee.CHANCE


def test_W43_the_first_round_begins_as_usual() -> None:
    assert opened((1, 2), (5, 6), starter="round_ender").after("card 0").to_act == 2


def test_W43_a_round_after_a_stalled_one_begins_as_usual() -> None:
    pos = play(position(STALLED, starter="round_ender"), "take,swap a1")
    pos = reveal_all(pos)
    opening = (
        "flip a1,card 1,flip a2,card 2,flip a1,card 1,flip a2,card 2,flip a1,card 12,flip a2,card 0"
    )
    assert play(pos, opening, "card 5").to_act == 3


def test_W43_other_words_are_refused() -> None:
    with pytest.raises(tablee.WrongOption) as caught:
        GAME.start(seats=3, starter="youngest")
    assert caught.value.paragraph == "W43"
    assert caught.value.instead == ("highest_pair", "round_ender")
