"""Mahé with cards as dice, paragraph by paragraph."""

from __future__ import annotations

import tablee
from tablee.games.mahe import rules
from tablee.games.mahe.state import State

from ..draw import cards, position, stacks
from .test_basic import play, refused

MAHE = tablee.game("mahe")

# --- variant: cards as dice ----------------------------------------------------------------------


def test_M60_a_won_card_in_place_of_the_second_or_third_die() -> None:
    pos = position("turn: red\ndice: 1\nred cards: 2 3", cards_as_dice=True)
    assert pos.moves() == ["roll", "stop", "card 2", "card 3"]
    second = pos.after("card 2")
    assert stacks(second.after("stop")) == {"6": "red"}  # (1 + 2) × 2
    third = play(pos, "roll", "die 1").after("card 3")
    assert stacks(third) == {"15": "red"}  # (1 + 1 + 3) × 3


def test_M60_never_in_place_of_the_first_die_and_not_without_the_option() -> None:
    first = position("turn: red\nred cards: 2", cards_as_dice=True)
    assert first.to_act == tablee.CHANCE
    assert refused(first, "card 2").paragraph == "M10"
    plain = position("turn: red\ndice: 1\nred cards: 2")
    assert plain.moves() == ["roll", "stop"]
    assert str(refused(plain, "card 2")).startswith("M60: cards can’t be played as dice")


def test_M61_a_card_that_would_bust_may_not_be_played() -> None:
    pos = position("turn: red\ndice: 4\nred cards: 3 4 6", cards_as_dice=True)
    assert pos.moves() == ["roll", "stop", "card 3"]
    assert "M61: a card worth 4 would make 8, above 7." in str(refused(pos, "card 4"))


def test_M62_one_card_a_player_and_turn() -> None:
    pos = position("turn: red\ndice: 1\nred cards: 1 1 2", cards_as_dice=True).after("card 1")
    assert pos.moves() == ["roll", "stop"]
    assert refused(pos, "card 1").paragraph == "M62"


def test_M62_no_card_is_played_before_the_first_turn() -> None:
    state = MAHE.start(seats=7, cards_as_dice=True).state
    assert isinstance(state, State)
    assert state.played == [0] * 7


def test_M62_two_turtles_are_one_turn_but_another_decider_has_another_card() -> None:
    pos = position(
        "3: red1 yellow1\nturn: red2\ndice: 1\nred cards: 1 1\nyellow cards: 1 2",
        seats=2,
        cards_as_dice=True,
    )
    pos = play(pos, "card 1", "stop")  # red's card is played with the first turtle
    pos = pos.after("die 1")  # the second carries yellow, who decides
    assert (pos.to_act, pos.moves()) == (2, ["roll", "stop", "card 1", "card 2"])
    pos = play(pos, "card 2", "stop")
    assert pos.to_act == 2  # yellow's own turn: a card may be played again
    pos = play(pos, "turtle 2", "die 1")
    assert "card 1" in pos.moves()


def test_M62_the_same_player_may_not_play_a_second_card_with_the_other_turtle() -> None:
    pos = position("turn: red1\ndice: 1\nred cards: 1 1", seats=2, cards_as_dice=True)
    pos = play(pos, "card 1", "stop", "die 1")
    assert (pos.to_act, pos.moves()) == (1, ["roll", "stop"])
    assert refused(pos, "card 1").paragraph == "M62"


def test_M63_a_played_card_leaves_the_game() -> None:
    pos = position("turn: red\ndice: 1\nred cards: 2 3", cards_as_dice=True)
    after = pos.after("card 2")
    assert cards(after, "red") == [3]
    assert rules.eggs(after.state, 0) == 3  # type: ignore[arg-type]
    assert rules.cards(after.state, 0) == 1  # type: ignore[arg-type]
    assert after.state.unseen == pos.state.unseen  # type: ignore[attr-defined]


def test_M64_only_the_decider_and_only_an_own_card() -> None:
    pos = position(
        "5: red blue\nturn: red\ndice: 1\nred cards: 2\nblue cards: 3", cards_as_dice=True
    )
    assert (pos.to_act, pos.moves()) == (3, ["roll", "stop", "card 3"])
    assert "M64: you have not won a card worth 2." in str(refused(pos, "card 2"))
    after = pos.after("card 3")
    assert (cards(after, "red"), cards(after, "blue")) == ([2], [])


def test_M64_after_a_card_as_second_die_the_third_may_be_thrown() -> None:
    pos = position("turn: red\ndice: 1\nred cards: 2", cards_as_dice=True)
    assert stacks(play(pos, "card 2", "roll", "die 4")) == {"21": "red"}
