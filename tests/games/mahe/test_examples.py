"""The worked examples of the printed rules of Mahé."""

from __future__ import annotations

from .draw import cards, position, stacks
from .paragraphs.test_basic import ended, play


def test_two_and_four_make_twelve() -> None:
    pos = play(position("turn: red"), "die 2", "roll", "die 4", "stop")
    assert stacks(pos) == {"12": "red"}


def test_two_and_six_go_back_to_the_raft() -> None:
    pos = play(position("6: red\nturn: red"), "die 2", "roll", "die 6")
    assert stacks(pos) == {}


def test_two_one_and_four_from_the_raft_end_on_the_beach() -> None:
    pos = play(position("turn: red"), "die 2", "roll", "die 1", "roll", "die 4")
    assert stacks(pos) == {"21": "red"}
    assert cards(pos, "red") == [5]


def test_two_one_and_four_from_the_track_go_once_round() -> None:
    pos = play(position("13: red\nturn: red"), "die 2", "roll", "die 1", "roll", "die 4")
    assert stacks(pos) == {"13": "red"}
    assert cards(pos, "red") == [5]


def test_the_red_yellow_and_blue_stack() -> None:
    pos = position("18: blue red yellow\nturn: red\nface up: 5")
    pos = pos.after("die 1")
    assert pos.to_act == 2  # yellow, on top, decides
    pos = play(pos, "roll", "die 2")
    assert pos.to_act == 2
    pos = play(pos, "roll", "die 3")
    assert stacks(pos) == {"18": "blue", "15": "red yellow"}
    assert cards(pos, "yellow") == [5]
    assert cards(pos, "red") == cards(pos, "blue") == []


def test_the_scoring_of_22_17_22_and_20() -> None:
    result = ended(
        "blue", red=[1, 3, 3, 4, 5, 6], yellow=[1, 2, 4, 4, 6], blue=[2, 3, 4, 6],
        green=[3, 3, 4, 5, 5],
    )  # fmt: skip
    assert result.scores == (22, 17, 22, 20)
    assert result.winners == (1,)  # six cards against four and the beach
    assert result.ranks == (1, 4, 2, 3)


def test_a_card_of_two_on_a_five_makes_fourteen() -> None:
    pos = position("turn: red\ndice: 5\nred cards: 2", cards_as_dice=True)
    pos = play(pos, "card 2", "stop")
    assert stacks(pos) == {"14": "red"}
    assert cards(pos, "red") == []
