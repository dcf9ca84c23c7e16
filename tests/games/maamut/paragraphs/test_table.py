"""Mâamut: board and set-up, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter

import pytest

import tablee
from tablee.games.maamut import rules
from tablee.games.maamut.state import CARDS, HEXAGON, OF_KIND, OUTER, TILE_NAMES, State
from tables import play as play_out

from ..draw import MAAMUT, hand, play, position, record, steppe, where
from ..refused import refused

KIND = {'"': "tile grass", ".": "tile snow", "#": "tile rock"}


def tiles(drawing: str) -> list[str]:
    """Return the outcomes that lay a drawn board, in reading order without the cross."""
    signs = [sign for line in drawing.strip().splitlines() for sign in line.split()[1:]]
    return [KIND[sign] for sign in signs if sign != "+"]


FIVE_ROCKS = """
a        .   "   "   .
b      "   #   "   .   "
c    "   .   #   #   "   #
d  .   "   #   +   #   .   "
e    "   .   #   "   "   .
f      "   "   .   "   "
g        "   .   "   .
"""
FOUR_ROCKS = """
a        .   "   #   .
b      "   #   "   .   "
c    "   .   #   #   "   #
d  .   "   #   +   #   .   "
e    "   .   "   "   "   .
f      "   "   .   "   "
g        "   .   "   .
"""


def laid(seats: int = 2, drawing: str = FOUR_ROCKS, first: int = 1) -> tablee.Position:
    return play(MAAMUT.start(seats=seats), f"first {first}", *tiles(drawing))


def dealt(seats: int, first: int = 1) -> tablee.Position:
    return play(laid(seats, first=first), *["deal 2"] * 3 * seats)


# --- the players ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_H1_two_to_four_hunters(seats: int) -> None:
    assert MAAMUT.start(seats=seats).chances() == {f"first {n + 1}": 1 for n in range(seats)}


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_H1_other_numbers_are_refused(seats: int) -> None:
    with pytest.raises(
        tablee.SeatsOutOfRange, match=f"H1: Mâamut is played by 2 to 4, not by {seats}"
    ):
        MAAMUT.start(seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_H1_a_used_table_is_cleared(seats: int) -> None:
    """Whatever the record contained, a new match begins with an empty table."""
    used = State.from_dict(
        {name: 1 if f.length is None else [1] * f.length for name, f in State.fields.items()}
    )
    rules.setup(used, seats, [1, 7])
    assert used == record(MAAMUT.start(seats=seats, fallen_traps="stay", hunt_limit=7))


# --- the tiles -----------------------------------------------------------------------------------


def test_H2_a_hexagon_of_37_tiles() -> None:
    rows = Counter(name[0] for name in TILE_NAMES)
    assert rows == {"a": 4, "b": 5, "c": 6, "d": 7, "e": 6, "f": 5, "g": 4}
    assert TILE_NAMES.index("d4") == 18 == HEXAGON.index((0, 0))
    assert [TILE_NAMES[i] for i in (0, 3, 4, 36)] == ["a1", "a4", "b1", "g4"]


def test_H2_seven_rocks_eighteen_grass_eleven_snow() -> None:
    assert tuple(OF_KIND) == (7, 18, 11)
    pos = MAAMUT.start(seats=3).after("first 2")
    assert pos.chances() == {"tile rock": 7, "tile grass": 18, "tile snow": 11}
    pos = play(pos, "tile rock", "tile snow", "tile snow")
    assert pos.chances() == {"tile rock": 6, "tile grass": 18, "tile snow": 9}


def test_H2_tiles_are_laid_in_reading_order_around_the_cross() -> None:
    pos = MAAMUT.start(seats=2).after("first 1")
    order = [name for name in TILE_NAMES if name != "d4"]
    for name, outcome in zip(order, tiles(FOUR_ROCKS), strict=True):
        before, pos = record(pos), pos.after(outcome)
        added = (record(pos).rock ^ before.rock) | (record(pos).grass ^ before.grass)
        assert added == (0 if outcome == "tile snow" else 1 << TILE_NAMES.index(name))


def test_H2_a_kind_that_is_used_up_cannot_come_up() -> None:
    pos = play(MAAMUT.start(seats=2), "first 1", *["tile rock"] * 7)
    assert pos.chances() == {"tile grass": 18, "tile snow": 11}
    with pytest.raises(tablee.ImpossibleOutcome, match="H2: tile rock cannot come up now"):
        pos.after("tile rock")


def test_H3_five_rocks_around_the_cross_are_laid_again() -> None:
    pos = laid(drawing=FIVE_ROCKS)
    assert pos.chances() == {"tile rock": 7, "tile grass": 18, "tile snow": 11}
    assert record(pos).rock == record(pos).grass == record(pos).region == 0
    again = play(pos, *tiles(FIVE_ROCKS), *tiles(FOUR_ROCKS))
    assert again == laid(drawing=FOUR_ROCKS)


def test_H3_only_once_all_36_tiles_are_laid() -> None:
    pos = play(MAAMUT.start(seats=2), "first 1", *tiles(FIVE_ROCKS)[:-1])
    assert pos.chances() == {"tile snow": 1}


def test_H3_four_rocks_may_stay() -> None:
    assert laid(drawing=FOUR_ROCKS).chances() == {"deal 1": 12, "deal 2": 16, "deal 3": 8}


def test_H3_the_board_stays_as_drawn() -> None:
    state = record(laid(drawing=FOUR_ROCKS))
    names = [name for tile, name in enumerate(TILE_NAMES) if state.rock >> tile & 1]
    assert names == ["a3", "b2", "c3", "c4", "c6", "d3", "d5"]


# --- the cards -----------------------------------------------------------------------------------


def test_H4_the_36_cards() -> None:
    assert tuple(CARDS) == (12, 16, 8)
    assert sum(CARDS) == 36


def test_H4_three_cards_to_seat_1_then_to_seat_2_and_so_on() -> None:
    pos = laid(seats=3, first=3)
    for number, card in enumerate((1, 1, 1, 2, 2, 2, 3, 3, 3)):
        assert pos.to_act == tablee.CHANCE
        pos = pos.after(f"deal {card}")
        assert record(pos).held[number // 3] == number % 3 + 1
    assert [hand(pos, seat) for seat in (1, 2, 3)] == ["1 1 1", "2 2 2", "3 3 3"]
    assert record(pos).pile == [9, 13, 5]  # the rest is the pile
    assert record(pos).discards == [0, 0, 0]


def test_H4_weights_are_the_cards_left() -> None:
    pos = play(laid(seats=4), *["deal 3"] * 8)
    assert pos.chances() == {"deal 1": 12, "deal 2": 16}


# --- pawns ---------------------------------------------------------------------------------------


def test_H5_the_mammoth_starts_on_the_cross() -> None:
    assert where(dealt(2)) == {"M": "d4"}


def test_H6_hunters_start_on_outer_tiles_that_are_not_rock() -> None:
    outer = [name for tile, name in enumerate(TILE_NAMES) if OUTER >> tile & 1]
    assert " ".join(outer) == "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4"
    rocks = {"a3", "c6"}
    assert dealt(2).moves() == [f"place {name}" for name in outer if name not in rocks]


def test_H6_refusals() -> None:
    pos = dealt(2).after("place a1")
    refused(pos, "place b3", "H6", "b3 is not one of the 18 outer tiles.")
    refused(pos, "place d4", "H6", "d4 is not one of the 18 outer tiles.")
    refused(pos, "place a3", "H6", "a3 is rock.")
    refused(pos, "place a1", "H6", "a1 is taken.")
    refused(pos, "discard 2", "H6", "the hunters are placed first, each on an outer tile.")
    refused(pos, "flee E", "H6", "the hunters are placed first, each on an outer tile.")
    assert "place a1" not in pos.moves()


def test_H6_no_hunter_is_placed_twice() -> None:
    pos = play(dealt(2), "place a1", "place d1")
    refused(pos, "place g1", "H6", "all hunters are placed; the hunt has started.")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_H7_the_seat_that_is_drawn_places_first_and_begins_the_hunt(first: int) -> None:
    pos = dealt(3, first)
    turns = []
    for tile in ("a1", "d1", "g1"):
        turns.append(pos.to_act)
        pos = pos.after(f"place {tile}")
    assert turns == [first, first % 3 + 1, (first + 1) % 3 + 1]
    assert pos.to_act == first  # and then in the order of seats
    assert play(pos, "discard 2", "deal 1").to_act == first % 3 + 1


def test_H7_hands_are_dealt_before_placing() -> None:
    pos = dealt(2)
    assert hand(pos, 1) == hand(pos, 2) == "2 2 2"
    assert pos.moves()[0] == "place a1"


def test_H7_placing_is_no_turn() -> None:
    pos = play(dealt(2), "place a1", "place d1")
    assert record(pos).turns == 0
    assert hand(pos, 1) == hand(pos, 2) == "2 2 2"


def test_H8_four_traps_each() -> None:
    assert record(MAAMUT.start(seats=3)).stock == [4, 4, 4, 0]
    pos = steppe("c1:1t1 d4:M d7:2 e1:t1 b1:t1 d3:t1")
    assert record(pos).stock[:2] == [0, 4]
    pos = play(pos, "lift", "discard 1", "deal 2")
    assert record(pos).stock[:2] == [1, 4]
    assert "trap" in pos.moves()
    refused(
        steppe("c1:1 d4:M d7:2 e1:t1 b1:t1 d3:t1 d2:t1"), "trap", "H12", "all four of your traps"
    )


# --- the ground ----------------------------------------------------------------------------------


def test_H9_no_hunter_enters_rock() -> None:
    refused(
        steppe("a2:1 d4:M d7:2"),
        "move 1 E",
        "H10",
        "a 1 east from a2 is blocked by rock on a3.",
    )


def test_H9_grass_snow_and_the_cross_can_be_entered() -> None:
    after = steppe("d3:1 c4:M d7:2").after("move 1 E")
    assert where(after)["1"] == "d4"  # the cross
    assert where(steppe("d3:1 c4:M d7:2").after("move 1 W"))["1"] == "d2"  # grass
    assert where(steppe("d2:1 c4:M d7:2").after("move 1 W"))["1"] == "d1"  # snow


def test_H9_traps_are_set_on_grass_alone() -> None:
    assert "trap" in steppe("d3:1 c4:M d7:2").moves()
    refused(steppe("d4:1 c4:M d7:2"), "trap", "H12", "d4 is not grass")
    refused(steppe("d1:1 c4:M d7:2"), "trap", "H12", "d1 is not grass")


def test_H9_no_random_hunter_ever_stands_on_rock() -> None:
    for pos, _ in play_out(MAAMUT, 4, {}, seed=9):
        state = record(pos)
        if state.region:
            assert not state.rock >> state.mammoth & 1
            assert not any(tile >= 0 and state.rock >> tile & 1 for tile in state.hunter)


def test_a_drawing_gives_the_board_it_shows() -> None:
    pos = position(
        """
        a        .   "   #   .
        b      "   #   "   .   "
        c    "   .   "   .   "t2 #
        d  .   "1  "   +M  "23 .   "
        e    "   .   "   #   "   .
        f      #   #   .   "   "
        g        "   .   "   #
        """,
        turn=2,
    )
    assert where(pos) == {"M": "d4", "1": "d2", "2": "d5", "3": "d5", "t2": "c5"}
    assert pos.to_act == 2
