"""Mahé, paragraph by paragraph."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.mahe import rules
from tablee.games.mahe.state import CARDS, State

from ..draw import cards, pile_is_empty, position, stacks

MAHE = tablee.game("mahe")


def play(pos: tablee.Position, *moves: str) -> tablee.Position:
    for move in moves:
        pos = pos.after(move)
    return pos


def refused(pos: tablee.Position, move: str) -> tablee.Refusal:
    """Return the refusal of a move, which must leave the position unchanged."""
    before = pos.to_json()
    with pytest.raises(tablee.Refusal) as caught:
        pos.after(move)
    assert pos.to_json() == before
    return caught.value


# --- the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "turtles"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 1), (7, 1)])
def test_M1_two_turtles_each_for_two_or_three_players(seats: int, turtles: int) -> None:
    begun = play(MAHE.start(seats=seats), "first 1", "flip 3")
    assert len(begun.moves()) == (2 if turtles == 2 else 0)
    assert rules.turtles_each(begun.state) == turtles  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [-1, 0, 1, 8, 100])
def test_M1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(
        tablee.SeatsOutOfRange, match=rf"M1: Mahé is played by 2 to 7, not by {seats}"
    ):
        MAHE.start(seats=seats)


def test_M2_the_beach_is_followed_by_space_1() -> None:
    after = position("20: red\nturn: red\ndice: 4").after("stop")
    assert stacks(after) == {"3": "red"}


def test_M2_from_the_raft_a_move_of_n_ends_on_space_n() -> None:
    after = position("raft: red\nturn: red\ndice: 4").after("stop")
    assert stacks(after) == {"4": "red"}


def test_M3_twenty_cards_are_turned_and_four_never() -> None:
    start = MAHE.start(seats=4)
    assert start.after("first 1").chances() == {
        "flip 1": 3, "flip 2": 3, "flip 3": 5, "flip 4": 5, "flip 5": 5, "flip 6": 3,
    }  # fmt: skip
    last = pile_is_empty(position("20: red\nturn: red\ndice: 4"))
    assert sum(last.state.unseen) == 4  # type: ignore[attr-defined]
    assert last.after("stop").to_act == tablee.OVER  # the beach, and no twenty-first card


def test_M4_the_24_cards() -> None:
    assert tuple(CARDS) == (3, 3, 5, 5, 5, 3)
    assert sum(CARDS) == 24


def test_M5_one_die_after_the_other() -> None:
    pos = position("turn: red")
    assert pos.chances() == {f"die {face}": 1 for face in range(1, 7)}
    assert pos.after("die 2").to_act == 1  # asked before the second die falls


@pytest.mark.parametrize("seat", [1, 2, 3, 4, 5])
def test_M6_the_first_player_is_drawn_and_play_goes_round(seat: int) -> None:
    start = MAHE.start(seats=5)
    assert start.chances() == {f"first {n}": 1 for n in range(1, 6)}
    pos = play(start, f"first {seat}", "flip 3")
    for turn in range(7):
        pos = pos.after("die 1")
        assert pos.state.turn == (seat - 1 + turn) % 5  # type: ignore[attr-defined]
        pos = pos.after("stop")


# --- a turtle's move -----------------------------------------------------------------------------


def test_M10_the_first_die_is_no_choice() -> None:
    pos = position("turn: red")
    assert pos.to_act == tablee.CHANCE
    refusal = refused(pos, "stop")
    assert isinstance(refusal, tablee.IllegalMove)
    assert str(refusal).startswith("M10: No player can move now")
    assert pos.after("die 3").moves() == ["roll", "stop"]


def test_M10_three_dice_at_most() -> None:
    pos = play(position("turn: red"), "die 1", "roll", "die 1", "roll", "die 1")
    assert stacks(pos) == {"9": "red"}  # she moved without another choice


@pytest.mark.parametrize(
    ("dice", "space"), [("5", "5"), ("1 2", "6"), ("3 4", "14"), ("1 1 1", "9"), ("1 2 3", "18")]
)
def test_M11_one_two_or_three_dice(dice: str, space: str) -> None:
    thrown = dice.split()
    pos = play(position("turn: red"), f"die {thrown[0]}")
    for face in thrown[1:]:
        pos = play(pos, "roll", f"die {face}")
    if len(thrown) < 3:
        pos = pos.after("stop")
    assert stacks(pos) == {space: "red"}


@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_M12_a_sum_above_seven_sends_her_to_the_raft(first: int, second: int) -> None:
    pos = play(position("8: red\nturn: red"), f"die {first}", "roll", f"die {second}")
    if first + second > 7:
        assert stacks(pos) == {}
        assert pos.state.turn == 1  # type: ignore[attr-defined]
    else:
        assert stacks(pos) == {"8": "red"}
        assert pos.to_act == 1


def test_M12_the_third_die_can_bust_too() -> None:
    pos = play(position("8: red\nturn: red"), "die 2", "roll", "die 3", "roll", "die 3")
    assert stacks(pos) == {}


def test_M13_no_third_die_on_exactly_seven() -> None:
    pos = position("turn: red\ndice: 3 4")
    assert (pos.to_act, pos.moves()) == (1, ["stop"])  # still asked
    refusal = refused(pos, "roll")
    assert isinstance(refusal, tablee.IllegalMove)
    assert refusal.paragraph == "M13"


def test_M13_the_option_allows_the_third_die() -> None:
    pos = position("8: red\nturn: red\ndice: 3 4", third_die_at_seven=True)
    assert pos.moves() == ["roll", "stop"]
    for face in range(1, 7):
        assert stacks(play(pos, "roll", f"die {face}")) == {}


def test_M14_turtles_pass_freely_and_climb_where_they_end() -> None:
    pos = position("""
        3: yellow
        4: blue
        6: green
        2: red
        turn: red
        dice: 4
    """)
    assert stacks(pos.after("stop")) == {"3": "yellow", "4": "blue", "6": "green red"}


def test_M15_turtles_on_the_raft_stand_side_by_side() -> None:
    pos = play(position("9: red blue green\nturn: red\ndice: 6"), "roll", "die 6")
    assert stacks(pos) == {}
    assert set(pos.state.rider) == {0}  # type: ignore[attr-defined]
    # Blue's turn: no turtle rides on her, so she moves alone and decides for herself.
    pos = play(pos, "die 1", "stop", "die 2")
    assert pos.to_act == 3
    assert stacks(pos.after("stop"))["2"] == "blue"


def test_M16_a_moving_turtle_takes_along_those_above_her_only() -> None:
    pos = position("5: yellow red blue\nturn: red\ndice: 3")
    assert stacks(pos.after("stop")) == {"5": "yellow", "8": "red blue"}


def test_M17_a_moving_stack_keeps_its_order_on_top_of_another() -> None:
    pos = position("5: red blue\n8: yellow green\nturn: red\ndice: 3")
    assert stacks(pos.after("stop")) == {"8": "yellow green red blue"}


def test_M17_after_21_steps_she_is_back_on_her_old_stack() -> None:
    pos = position("5: yellow red blue\nturn: red\ndice: 2 1")
    assert stacks(play(pos, "roll", "die 4")) == {"5": "yellow red blue"}


def test_M17_a_lone_turtle_is_back_after_21_steps() -> None:
    pos = position("5: red\nturn: red\ndice: 2 1")
    assert stacks(play(pos, "roll", "die 4")) == {"5": "red"}


def test_M18_bust_leaves_those_underneath() -> None:
    pos = position("5: yellow red blue\nturn: red\ndice: 5")
    assert stacks(play(pos, "roll", "die 6")) == {"5": "yellow"}


# --- who decides ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "decider"),
    [("red", 1), ("red blue", 3), ("yellow red", 1), ("red blue green", 4), ("blue red yellow", 2)],
)
def test_M20_the_owner_of_the_topmost_turtle_decides(stack: str, decider: int) -> None:
    pos = position(f"5: {stack}\nturn: red").after("die 2")
    assert pos.to_act == decider
    if decider != 1:
        assert pos.view(1).moves() == []  # the mover has no choice


# --- eggs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "die", "wins"), [(16, 4, False), (16, 5, True), (16, 6, True)])
def test_M30_ending_on_or_passing_the_beach_wins_the_card(start: int, die: int, wins: bool) -> None:
    pos = position(f"{start}: red\nturn: red\ndice: {die}\nface up: 4").after("stop")
    assert cards(pos, "red") == ([4] if wins else [])
    assert ("flip 1" in pos.chances()) == wins  # the next card is turned at once


def test_M31_the_card_goes_to_the_topmost_owner() -> None:
    pos = position("20: yellow red blue\nturn: red\ndice: 3\nface up: 6").after("stop")
    assert cards(pos, "blue") == [6]
    assert cards(pos, "red") == cards(pos, "yellow") == []


def test_M32_waiting_on_or_leaving_the_beach_wins_nothing() -> None:
    arriving = position("21: yellow\n20: red\nturn: red\ndice: 1").after("stop")
    assert stacks(arriving) == {"21": "yellow red"}
    assert (cards(arriving, "yellow"), cards(arriving, "red")) == ([], [5])
    leaving = position("21: red\nturn: red\ndice: 6").after("stop")
    assert cards(leaving, "red") == []
    lap = play(position("21: red\nturn: red\ndice: 2 1"), "roll", "die 4")
    assert (stacks(lap), cards(lap, "red")) == ({"21": "red"}, [5])  # 21 steps: once round


def test_M33_after_the_last_card_the_beach_ends_the_game() -> None:
    pos = pile_is_empty(position("20: red blue\nturn: red\ndice: 2"))
    before = rules.eggs(pos.state, 2)  # type: ignore[arg-type]
    assert "wins its 7 eggs" in str(pos)
    over = pos.after("stop")
    assert over.to_act == tablee.OVER
    assert over.result().scores[2] == before + 7


def test_M33_the_twentieth_card_is_followed_by_no_flip() -> None:
    pos = pile_is_empty(position("20: red\nturn: red\ndice: 2"))
    state = pos.state
    assert isinstance(state, State)
    state.won[0] -= 1
    state.face_up = 1  # the twentieth card lies face up
    last = tablee.Position(MAHE, pos.options, state).after("stop")
    assert last.chances() == {f"die {face}": 1 for face in range(1, 7)}


# --- two turtles each ----------------------------------------------------------------------------


def test_M40_the_player_chooses_which_turtle_goes_first_in_each_turn() -> None:
    pos = position("turn: red", seats=2)
    assert (pos.to_act, pos.moves()) == (1, ["turtle 1", "turtle 2"])
    assert refused(pos, "stop").paragraph == "M40"
    pos = play(pos, "turtle 2", "die 3", "stop")
    assert stacks(pos) == {"3": "red2"}
    pos = play(pos, "die 5", "stop")  # the other one moves without a choice
    assert stacks(pos) == {"3": "red2", "5": "red1"}
    assert (pos.to_act, pos.moves()) == (2, ["turtle 1", "turtle 2"])


def test_M40_one_turtle_of_a_player_may_ride_on_the_other() -> None:
    pos = play(position("turn: red", seats=3), "turtle 1", "die 3", "stop", "die 3", "stop")
    assert stacks(pos) == {"3": "red1 red2"}


def test_M41_a_bust_with_the_first_does_not_cancel_the_second() -> None:
    pos = play(position("9: red1\nturn: red", seats=2), "turtle 1", "die 5", "roll", "die 6")
    assert stacks(pos) == {}
    assert stacks(play(pos, "die 4", "stop")) == {"4": "red2"}


def test_M41_if_the_first_ends_the_game_the_second_does_not_move() -> None:
    pos = pile_is_empty(position("20: red1\nturn: red", seats=2))
    over = play(pos, "turtle 1", "die 1", "stop")
    assert over.to_act == tablee.OVER


def test_M42_cards_of_both_turtles_count_together() -> None:
    pos = position("20: red1\n19: red2\nturn: red\nface up: 4", seats=2)
    pos = play(pos, "turtle 1", "die 1", "stop", "flip 6", "die 3", "stop")
    assert cards(pos, "red") == [4, 6]
    assert rules.eggs(pos.state, 0) == 10  # type: ignore[arg-type]


# --- score ---------------------------------------------------------------------------------------


def ended(winner: str, **held: list[int]) -> tablee.Result:
    """Return the result when the colours hold these cards and `winner` has the beach."""
    from tablee.games.mahe.state import CARD_VALUES, Phase

    from ..draw import COLOURS

    pos = position("turn: red", seats=max(4, len(held)))
    state = pos.state
    assert isinstance(state, State)
    for colour, values in held.items():
        for value in values:
            state.won[COLOURS.index(colour) * CARD_VALUES + value - 1] += 1
    state.beach = COLOURS.index(winner) + 1
    state.phase = Phase.ENDED
    return tablee.Position(MAHE, pos.options, state).result()


def test_M50_most_eggs_win_the_beach_counting_seven() -> None:
    result = ended("yellow", red=[6, 5], yellow=[5], blue=[1], green=[])
    assert result.scores == (11, 12, 1, 0)
    assert result.winners == (2,)
    assert result.ranks == (2, 1, 3, 4)


def test_M51_tie_most_cards_with_the_beach_as_one() -> None:
    assert ended("yellow", red=[6, 4], yellow=[3], blue=[1], green=[2]).ranks[:2] == (1, 1)
    assert ended("yellow", red=[6, 3, 1], yellow=[3], blue=[1], green=[2]).winners == (1,)


def test_M52_still_tied_is_a_shared_victory() -> None:
    result = ended("green", red=[6, 4], yellow=[5, 5], blue=[1], green=[1])
    assert result.winners == (1, 2)
    assert result.ranks == (1, 1, 4, 3)


# --- open information ----------------------------------------------------------------------------


def test_M70_every_seat_sees_the_same_and_none_sees_the_pile() -> None:
    pos = position("turn: red\ndice: 1\nred cards: 2 3")
    assert all(pos.view(seat).state == pos.state for seat in (1, 2, 3, 4))
    assert pos.view().state == pos.state
    won = position("20: red\nturn: red\ndice: 1\nface up: 4\nred cards: 2 2 2").after("stop")
    assert won.chances() == {"flip 1": 3, "flip 3": 5, "flip 4": 4, "flip 5": 5, "flip 6": 3}
