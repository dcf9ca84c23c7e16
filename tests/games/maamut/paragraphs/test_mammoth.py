"""Mâamut: the mammoth's flight and the hunters' fright, paragraph by paragraph."""

from __future__ import annotations

import pytest

import tablee

from ..draw import discards, hand, play, position, record, steppe, where
from ..refused import refused

# --- its flight ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "card", "flees_to"),
    [
        ("d2", 2, "d6"),  # entered at the end of the way
        ("d3", 1, "d5"),
        ("d1", 3, "d7"),
    ],
)
def test_H20_it_flees_as_many_tiles_as_the_card_shows(start: str, card: int, flees_to: str) -> None:
    after = steppe(f"{start}:1 d4:M g1:2").after(f"move {card} E")
    assert where(after) == {"M": flees_to, "1": "d4", "2": "g1"}


def test_H20_however_far_the_hunter_had_come() -> None:
    after = steppe("d2:1 d3:M g1:2").after("move 3 E")
    assert where(after)["M"] == "d6"
    after = steppe("d2:1 d3:M g1:2").after("move 2 E")
    assert where(after) == {"M": "d5", "1": "d4", "2": "g1"}


def test_H20_it_stays_calm_while_no_hunter_enters_its_tile() -> None:
    after = steppe("d2:1 d4:M d3:2").after("move 1 E")
    assert where(after)["M"] == "d4"


def test_H21_straight_on_first() -> None:
    # From c3 with a 1 all six ways but b2 are open; it takes the hunter's direction.
    for start, direction, flees_to in (("c2", "E", "c4"), ("b3", "SW", "d3"), ("d4", "NW", None)):
        after = steppe(f"{start}:1 c3:M g1:2").after(f"move 1 {direction}")
        assert where(after)["M"] == (flees_to or "b3")  # NW is rock: next clockwise is NE


@pytest.mark.parametrize(
    ("mammoth", "start", "move", "flees_to"),
    [
        ("a2", "a1", "move 1 E", "b3"),  # a3 is rock: E no, SE
        ("a4", "b4", "move 1 NE", "b5"),  # NE, E off the board, SE
        ("g3", "f4", "move 1 SW", "g2"),  # SW off, W
        ("d1", "d2", "move 1 W", "c1"),  # W off, NW
        ("c1", "d2", "move 1 NW", "b1"),  # NW off, NE
    ],
)
def test_H22_the_next_open_direction_clockwise(
    mammoth: str, start: str, move: str, flees_to: str
) -> None:
    after = steppe(f"{start}:1 {mammoth}:M g1:2").after(move)
    assert where(after)["M"] == flees_to


def test_H22_the_whole_distance_must_be_open() -> None:
    pos = steppe("c2:1 c4:M g1:2")
    assert where(pos.after("move 2 E"))["M"] == "e5"  # c5 is free, c6 is rock
    assert where(steppe("c3:1 c4:M g1:2").after("move 1 E"))["M"] == "c5"


def test_H22_never_back_to_where_the_hunter_came_from() -> None:
    """Only the way back is open for three tiles, so it stands instead."""
    pos = steppe("d4:1 a4:M g1:2")
    assert where(pos.after("move 3 NE")) == {"M": "a4", "2": "g1"}
    # With a 1 from b4 the third direction is open; b4, behind the hunter, is not tried.
    assert where(steppe("b4:1 a4:M g1:2").after("move 1 NE"))["M"] == "b5"


def test_H22_five_directions_in_all() -> None:
    after = steppe("d3:1 f3:M a1:2").after("move 2 SE")
    assert where(after) == {"M": "f5", "1": "f3", "2": "a1"}  # the fifth, after rock and edges


def test_H23_a_trap_does_not_open_a_direction() -> None:
    after = steppe("c2:1 c4:M c5:t1 g1:2").after("move 2 E")
    assert where(after) == {"M": "e5", "1": "c4", "t1": "c5", "2": "g1"}


def test_H23_it_does_not_turn_for_hunters_or_traps() -> None:
    pos = steppe("d3:1 d4:M d5:2").after("move 1 E")
    assert where(pos)["M"] == "d5"
    end = steppe("d3:1 d4:M d5:t1 g1:2").after("move 1 E")
    assert end.result().winners == (1,)


def test_H24_it_stands_and_the_hunter_who_came_is_out() -> None:
    pos = steppe("d4:1 a4:M g1:2 d3:t1", hands={1: "2 3 3"}).after("move 3 NE")
    assert where(pos) == {"M": "a4", "2": "g1"}
    assert discards(pos) == "2 3 3"
    assert pos.to_act == 2


def test_H24_the_hunters_move_ends_there() -> None:
    """The hunter was on the way to c5, over the mammoth's tile."""
    pos = position(
        """
        a        .   "   "   .
        b      "   #   #   .   "
        c    "   .1  "M  .   "   #
        d  .   "   #   +   "   .   "
        e    "   .   "   #   "   .
        f      #   "   .   "   "
        g        "   .   "2  #
        """,
    )
    assert where(pos.after("move 2 E"))["M"] == "c5"  # straight on, nothing to stop it
    assert where(pos.after("move 3 E")) == {"M": "c3", "2": "g3"}  # c6 is rock; it is out


def test_H25_a_trap_ends_the_game_at_once() -> None:
    end = steppe("d1:1 d4:M d5:t2 g1:2").after("move 3 E")
    assert end.to_act == tablee.OVER
    assert where(end) == {"M": "d5", "1": "d4", "2": "g1", "t2": "d5"}  # two tiles before its goal


def test_H25_before_any_hunter_on_that_tile_is_frightened() -> None:
    end = steppe("d3:1 d4:M d5:23t2").after("move 1 E")
    assert end.to_act == tablee.OVER
    assert where(end)["2"] == where(end)["3"] == where(end)["M"] == "d5"
    assert end.result().winners == (2,)


# --- the hunters' fright -------------------------------------------------------------------------


def test_H26_a_hunter_it_runs_into_flees_to_a_free_tile() -> None:
    pos = steppe("d3:1 d4:M d5:2 c4:3").after("move 1 E")
    assert pos.to_act == 2
    # Of the neighbours of d5: e4 is rock, c4 occupied, d4 where the mammoth came from.
    assert pos.moves() == ["flee NE", "flee E", "flee SE"]
    after = pos.after("flee SE")
    assert where(after) == {"M": "d5", "1": "d4", "2": "e5", "3": "c4"}
    assert after.to_act == tablee.CHANCE


def test_H26_refusals() -> None:
    pos = steppe("d3:1 d4:M d5:2 c4:3").after("move 1 E")
    refused(pos, "flee W", "H26", "the mammoth has just come from d4.")
    refused(pos, "flee SW", "H27", "e4 is rock.")
    refused(pos, "flee NW", "H27", "c4 is not free.")
    refused(pos, "move 1 E", "H26", "the mammoth is running: seat 2 has to flee first.")
    refused(pos, "place a1", "H26", "the mammoth is running: seat 2 has to flee first.")
    edge = steppe("d5:1 d6:M d7:2").after("move 1 E")
    refused(edge, "flee E", "H27", "the board ends there.")


def test_H26_crossing_is_entering() -> None:
    pos = steppe("d2:1 d4:M d5:2").after("move 2 E")
    assert pos.to_act == 2
    assert where(pos)["M"] == "d5"  # still one tile to go
    assert where(pos.after("flee SE"))["M"] == "d6"


def test_H26_a_hunter_without_refuge_is_out() -> None:
    """Hunter 3 has rock on four sides, the mammoth on the fifth, hunter 2 on the sixth."""
    pos = position(
        """
        a        .   "   "   .
        b      "   #   "   .   "
        c    "   .   "   #   #   "
        d  .   "1  "   +M  "3  .2  "
        e    "   .   "   #   #   .
        f      #   "   .   "   "
        g        "   .   .   #
        """
    ).after("move 2 E")
    assert where(pos) == {
        "M": "d6",
        "1": "d4",
        "2": "d6",
    }  # 3 is out, without a choice; now it reaches 2
    assert pos.to_act == 2
    assert pos.moves() == ["flee NE", "flee E", "flee SE"]


def test_H27_the_player_chooses_even_when_there_is_one_way() -> None:
    pos = steppe("g3:M f4:1 g2:2 f3:3").after("move 1 SW")
    assert pos.to_act == 2
    assert pos.moves() == ["flee W"]  # f2 is rock, f3 occupied, g3 behind the mammoth


def test_H27_a_trap_does_not_matter_to_the_fleeing_hunter() -> None:
    pos = steppe("d3:1 d4:M d5:2 e5:t1").after("move 1 E")
    assert where(pos.after("flee SE"))["2"] == "e5"


def test_H27_tiles_ahead_are_allowed_and_may_bring_a_second_fright() -> None:
    pos = play(steppe("d2:1 d4:M d5:2"), "move 2 E", "flee E")
    assert where(pos)["M"] == where(pos)["2"] == "d6"
    assert pos.to_act == 2
    after = pos.after("flee E")
    assert where(after) == {"M": "d6", "1": "d4", "2": "d7"}


@pytest.mark.parametrize(("active", "order"), [(1, [2, 3, 4]), (3, [4, 1, 2]), (4, [1, 2, 3])])
def test_H28_one_by_one_in_turn_order_after_the_active_player(
    active: int, order: list[int]
) -> None:
    others = "".join(str(seat) for seat in (1, 2, 3, 4) if seat != active)
    pos = steppe(f"d3:{active} d4:M d5:{others}", turn=active).after("move 1 E")
    asked = []
    for direction in ("NE", "E", "SE"):
        asked.append(pos.to_act)
        pos = pos.after(f"flee {direction}")
    assert asked == order
    assert pos.to_act == tablee.CHANCE


def test_H28_a_tile_taken_by_one_is_not_free_for_the_next() -> None:
    pos = play(steppe("d2:1 d4:M d5:23"), "move 2 E", "flee E")
    assert pos.to_act == 3
    assert pos.moves() == ["flee NE", "flee SE", "flee NW"]
    refused(pos, "flee E", "H27", "d6 is not free.")


def test_H29_the_active_hunter_finishes_its_move() -> None:
    after = steppe("d2:1 d3:M g1:2").after("move 3 E")
    assert where(after) == {"M": "d6", "1": "d5", "2": "g1"}


def test_H29_the_move_is_finished_after_the_flight() -> None:
    """The hunter waits where they met, and finishes its move when the flight is over."""
    pos = steppe("d2:1 d3:M c4:2 d4:3").after("move 2 E")
    assert pos.to_act == 3
    assert where(pos)["1"] == "d3"
    assert record(pos).run == 1
    after = play(pos, "flee E", "flee E")
    assert where(after) == {"M": "d5", "1": "d4", "2": "c4", "3": "d6"}


# --- out of the game -----------------------------------------------------------------------------


def test_H30_a_hunter_who_is_out_takes_no_more_turns() -> None:
    pos = steppe("d4:1 a4:M g1:2 d1:3").after("move 3 NE")
    turns = []
    for _ in range(4):
        turns.append(pos.to_act)
        pos = play(pos, pos.moves()[-1], next(iter(play(pos, pos.moves()[-1]).chances())))
    assert turns == [2, 3, 2, 3]


def test_H31_the_cards_are_discarded_and_the_traps_leave_the_board() -> None:
    pos = steppe("d4:1 a4:M g1:2 d3:t1 c1:t1 e1:t2", hands={1: "1 1 3"}).after("move 3 NE")
    assert where(pos) == {"M": "a4", "2": "g1", "t2": "e1"}
    assert hand(pos, 1) == ""
    assert discards(pos) == "1 1 3"
    assert record(pos).held[:2] == [0, 3]


def test_H31_the_traps_stay_if_the_option_says_so() -> None:
    pos = steppe("d4:1 a4:M g1:2 d3:t1 c1:t1", fallen_traps="stay").after("move 3 NE")
    assert where(pos) == {"M": "a4", "2": "g1", "t1": "c1 d3"}
    assert hand(pos, 1) == ""


CORNER = "e5:1 f3:4 g1:3t2 g2:2 g3:M"


def test_H31_traps_are_removed_at_once_during_a_flight() -> None:
    after = steppe(CORNER).after("move 2 SW")
    # Hunter 2 fell on g2, its trap on g1 was gone before the mammoth came there.
    assert where(after) == {"M": "g1", "1": "g3", "4": "f3"}
    assert after.to_act == tablee.OVER
    assert after.result().winners == ()  # cornered [H42]


def test_H31_a_trap_that_stayed_wins_for_the_fallen() -> None:
    end = steppe(CORNER, fallen_traps="stay").after("move 2 SW")
    assert where(end) == {"M": "g1", "1": "g3", "3": "g1", "4": "f3", "t2": "g1"}
    assert end.result().winners == (2,)
    assert end.result().ranks == (2, 1, 2, 2)


def test_H31_the_option_is_one_of_two_words() -> None:
    with pytest.raises(
        tablee.WrongOption, match="H31: The option fallen_traps does not take 'sold'"
    ):
        tablee.game("maamut").start(seats=2, fallen_traps="sold")


def test_H32_a_single_survivor_hunts_on() -> None:
    pos = steppe("d3:2 d4:M", seats=3, turn=2)
    assert pos.to_act == 2
    pos = play(pos, "trap")
    assert pos.to_act == 2
    pos = play(pos, "discard 1", "deal 1")
    assert pos.to_act == 2
    end = steppe("d3:2 d4:M d5:t2", seats=3, turn=2).after("move 1 E")
    assert end.result().winners == (2,)
