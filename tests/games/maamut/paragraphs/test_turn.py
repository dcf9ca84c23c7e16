"""Mâamut: the four actions of a turn, paragraph by paragraph."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.maamut import rules

from ..draw import discards, hand, play, position, record, steppe, where, with_pile
from ..refused import refused


def moves_of(pos: tablee.Position, card: int) -> list[str]:
    return [move.split()[2] for move in pos.moves() if move.startswith(f"move {card} ")]


# --- move ----------------------------------------------------------------------------------------


def test_H10_as_many_tiles_as_the_card_shows_in_one_line() -> None:
    pos = steppe("d5:1 a1:M g1:2")
    assert where(pos.after("move 1 W"))["1"] == "d4"
    assert where(pos.after("move 2 W"))["1"] == "d3"
    assert where(pos.after("move 3 W"))["1"] == "d2"
    assert where(pos.after("move 3 NW"))["1"] == "a2"


def test_H10_in_any_of_six_directions() -> None:
    pos = steppe("c4:1 g1:2 d1:M")
    ends = {d: where(pos.after(f"move 1 {d}"))["1"] for d in moves_of(pos, 1)}
    assert ends == {"NE": "b4", "E": "c5", "SE": "d5", "SW": "d4", "W": "c3", "NW": "b3"}


def test_H10_the_whole_way_must_be_on_the_board_and_free_of_rock() -> None:
    pos = steppe("a1:1 d4:M g1:2")
    assert moves_of(pos, 1) == ["E", "SW"]
    assert moves_of(pos, 2) == ["SW"]
    assert moves_of(pos, 3) == ["SW"]
    refused(pos, "move 2 E", "H10", "a 2 east from a1 is blocked by rock on a3.")
    refused(pos, "move 2 SE", "H10", "a 2 south-east from a1 is blocked by rock on b2.")
    refused(pos, "move 1 NE", "H10", "a 1 north-east from a1 leads off the board")
    refused(steppe("d6:1 d4:M g1:2"), "move 2 E", "H10", "a 2 east from d6 leads off the board")


def test_H10_with_a_card_in_hand() -> None:
    pos = steppe("d5:1 a1:M g1:2", hands={1: "1 1 3"})
    assert moves_of(pos, 2) == []
    refused(pos, "move 2 W", "H10", "you have no card 2.")
    refused(pos, "flee W", "H26", "the mammoth is not running, and nobody has to flee.")


def test_H10_the_card_is_played() -> None:
    after = steppe("d5:1 a1:M g1:2").after("move 2 W")
    assert hand(after, 1) == "1 3"
    assert discards(after) == "2"


def test_H11_hunters_share_and_cross_tiles() -> None:
    pos = steppe("d1:1 d2:2 d3:3t3 a1:M d5:4t4", hands={1: "1 2 3"})
    assert where(pos.after("move 1 E"))["1"] == "d2"  # ends on a hunter
    assert where(pos.after("move 2 E"))["1"] == "d3"  # crosses one, ends on another and a trap
    after = pos.after("move 3 E")
    assert where(after) == {
        "M": "a1",
        "1": "d4",
        "2": "d2",
        "3": "d3",
        "t3": "d3",
        "4": "d5",
        "t4": "d5",
    }


def test_H11_the_mammoth_can_be_crossed() -> None:
    after = steppe("d1:1 d2:M g1:2").after("move 3 E")
    assert where(after)["1"] == "d4"


# --- traps ---------------------------------------------------------------------------------------


def test_H12_a_trap_is_set_on_the_hunters_own_tile() -> None:
    after = steppe("d3:1 a1:M g1:2").after("trap")
    assert where(after)["t1"] == "d3"
    assert record(after).stock[:2] == [3, 4]
    assert after.to_act == 2


def test_H12_not_where_a_trap_is_set() -> None:
    refused(steppe("d3:1t1 a1:M g1:2"), "trap", "H12", "seat 1 already has a trap on d3.")
    refused(steppe("d3:1t2 a1:M g1:2"), "trap", "H12", "seat 2 already has a trap on d3.")


def test_H12_not_beside_another_hunter_on_the_tile() -> None:
    refused(
        steppe("d3:124 a1:M g1:3"),
        "trap",
        "H12",
        "you are not alone on d3.",
    )


def test_H12_only_on_grass() -> None:
    refused(
        steppe("c2:1 a1:M g1:2"),
        "trap",
        "H12",
        "c2 is not grass, and traps are only set on grass.",
    )


def test_H12_not_without_a_trap_in_hand() -> None:
    pos = steppe("d3:1 a1:M g1:2 b1:t1 c1:t1 e1:t1 d2:t1")
    refused(pos, "trap", "H12", "all four of your traps are on the board.")


@pytest.mark.parametrize("owner", [1, 2])
def test_H13_a_lifted_trap_goes_back_to_its_owner(owner: int) -> None:
    pos = steppe(f"d3:1t{owner} a1:M g1:2")
    stock = record(pos).stock[owner - 1]
    after = pos.after("lift")
    assert where(after) == {"M": "a1", "1": "d3", "2": "g1"}
    assert record(after).stock[owner - 1] == stock + 1 == 4
    assert after.to_act == 2


def test_H13_only_alone_on_the_tile() -> None:
    pos = steppe("d3:12t2 a1:M g1:3")
    refused(pos, "lift", "H13", "you are not alone on d3, so the trap stays.")
    own = steppe("d3:12t1 a1:M g1:3")
    refused(own, "lift", "H13", "you are not alone on d3, so the trap stays.")


def test_H13_not_without_a_trap_on_the_tile() -> None:
    refused(steppe("d3:1 a1:M g1:2 d2:t2"), "lift", "H13", "there is no trap on d3.")


def test_H13_a_trap_of_a_fallen_hunter_that_stayed_can_be_lifted() -> None:
    pos = steppe("d3:1t3 a1:M g1:2 d2:t3", seats=3, fallen_traps="stay")
    after = pos.after("lift")
    assert where(after)["t3"] == "d2"
    assert record(after).stock == [4, 4, 3, 0]


# --- cards ---------------------------------------------------------------------------------------


def test_H14_discard_and_pass() -> None:
    pos = steppe("d3:1 a1:M g1:2", hands={1: "2 2 3"})
    assert [move for move in pos.moves() if move.startswith("discard")] == [
        "discard 2",
        "discard 3",
    ]
    after = pos.after("discard 3")
    assert hand(after, 1) == "2 2"
    assert discards(after) == "3"
    assert where(after) == where(pos)
    refused(pos, "discard 1", "H14", "you have no card 1 to discard.")


def test_H14_always_possible() -> None:
    """A hunter on snow, walled in by rock, can do nothing else."""
    pos = position(
        """
        a        .1  #   "   .
        b      #   #   "   .   "
        c    "   .   "   .   "   #
        d  .   "   "   +M  "   .   "
        e    "   .   "   #   "   .
        f      #   "   .   "   "
        g        "   .2  "   #
        """
    )
    assert pos.moves() == ["discard 1", "discard 2", "discard 3"]


@pytest.mark.parametrize("action", ["move 2 W", "discard 2"])
def test_H15_a_card_spent_is_replaced(action: str) -> None:
    pos = steppe("d3:1 a1:M g1:2").after(action)
    assert pos.to_act == tablee.CHANCE
    assert pos.moves() == []
    assert rules.legal(record(pos), [0] * 22) == 0
    assert pos.chances() == {"deal 1": 10, "deal 2": 14, "deal 3": 6}
    pos = pos.after("deal 1")
    assert hand(pos, 1) == "1 1 3"
    assert pos.to_act == 2


def test_H15_traps_cost_no_card() -> None:
    assert steppe("d3:1 a1:M g1:2").after("trap").to_act == 2
    assert steppe("d3:1t2 a1:M g1:2").after("lift").to_act == 2


def test_H15_a_fallen_hunter_draws_no_card() -> None:
    pos = steppe("d4:1 a4:M g1:2").after("move 3 NE")
    assert where(pos) == {"M": "a4", "2": "g1"}
    assert pos.to_act == 2
    assert hand(pos, 1) == ""


def test_H16_the_last_card_drawn_makes_the_discards_a_new_pile() -> None:
    pos = with_pile(steppe("d3:1 a1:M g1:2"), "3").after("discard 2")
    assert pos.chances() == {"deal 3": 1}
    pos = pos.after("deal 3")
    assert discards(pos) == ""
    # All cards but the six in hands, including the one just used.
    assert record(pos).pile == [12 - 2, 16 - 1, 8 - 3]
    assert hand(pos, 1) == "1 3 3"
    assert pos.to_act == 2


def test_H16_not_before_the_last_card() -> None:
    pos = play(with_pile(steppe("d3:1 a1:M g1:2"), "1 3"), "discard 2", "deal 3")
    assert record(pos).pile == [1, 0, 0]
    assert sum(record(pos).discards) == 36 - 6 - 1


def test_H16_cards_of_the_fallen_are_shuffled_in() -> None:
    pos = with_pile(steppe("d4:1 a4:M g1:2 d7:3"), "3").after("move 3 NE")
    assert pos.to_act == 2  # seat 1 is out and drew nothing
    pos = play(pos, "discard 1", "deal 3")
    assert sum(record(pos).pile) == 36 - 6


def test_H16_a_view_knows_when_the_pile_is_new() -> None:
    """A hunter sees only the size of the pile, and counts like the table."""
    pos = with_pile(steppe("d3:1 a1:M g1:2"), "3").after("discard 2")
    seen = pos.view(1).state
    pos.game.rules.apply(seen, pos.read("deal 3"))
    assert seen == pos.after("deal 3").view(1).state
