"""Exact values of Mahé, worked out on paper or by independent counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import tablee
from tablee.games.mahe.state import State

from .draw import position, stacks


def bust_chance(pos: tablee.Position) -> Fraction:
    """Return how often the next die sends a turtle on space 8 to the raft."""
    faces = pos.after("roll").chances()
    busts = sum(weight for die, weight in faces.items() if not stacks(pos.after("roll").after(die)))
    return Fraction(busts, sum(faces.values()))


@pytest.mark.parametrize("first", range(1, 7))
def test_a_second_die_busts_first_minus_one_times_in_six(first: int) -> None:
    assert bust_chance(position(f"8: red\nturn: red\ndice: {first}")) == Fraction(first - 1, 6)


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 5), (2, 3), (3, 3)])
def test_a_third_die_busts_sum_minus_one_times_in_six(first: int, second: int) -> None:
    pos = position(f"8: red\nturn: red\ndice: {first} {second}")
    assert bust_chance(pos) == Fraction(first + second - 1, 6)


def test_three_dice_stay_at_seven_or_below_in_35_of_216() -> None:
    good = sum(sum(dice) <= 7 for dice in product(range(1, 7), repeat=3))
    assert good == 35
    kept = Fraction(0)
    start = position("8: red\nturn: red", third_die_at_seven=True)
    for a, b, c in product(range(1, 7), repeat=3):
        pos = start.after(f"die {a}").after("roll").after(f"die {b}")
        if stacks(pos):
            pos = pos.after("roll").after(f"die {c}")
        kept += bool(stacks(pos))
    assert kept == 35


def test_a_card_is_worth_3_and_5_8ths_eggs_on_average() -> None:
    chances = tablee.game("mahe").start(seats=4).after("first 1").chances()
    eggs = sum(int(flip.split()[1]) * weight for flip, weight in chances.items())
    assert Fraction(eggs, sum(chances.values())) == Fraction(29, 8)


@pytest.mark.parametrize(("seats", "moves"), [(2, 2), (3, 2), (4, 2), (7, 2)])
def test_the_first_seat_has_two_moves(seats: int, moves: int) -> None:
    pos = tablee.game("mahe").start(seats=seats).after("first 1").after("flip 1")
    while pos.to_act == tablee.CHANCE:
        pos = pos.after("die 1")
    assert len(pos.moves()) == moves


def test_all_eggs_are_laid_when_the_game_ends() -> None:
    """Twenty cards and the beach are all won, whatever happens."""
    from tables import finished

    for seed in range(20):
        end = finished(tablee.game("mahe"), 5, {}, seed)
        state = end.state
        assert isinstance(state, State)
        assert sum(state.won) == 20
        left = sum(value * count for value, count in enumerate(state.unseen, 1))
        assert sum(end.result().scores) == 87 - left + 7


@pytest.mark.parametrize("turn", range(1, 4))
def test_seats_can_be_renumbered(turn: int) -> None:
    """Rotating all seats rotates the game: only the first player is special."""
    from tables import play, text

    game = tablee.game("mahe")
    other = game.start(seats=4, cards_as_dice=True)
    for position_, code in play(game, 4, {"cards_as_dice": True}, seed=turn):
        if code < 0:
            scores = position_.result().scores
            assert other.result().scores == scores[-turn:] + scores[:-turn]
            return
        rotated = (position_.to_act - 1 + turn) % 4 + 1
        assert other.to_act == (rotated if position_.to_act > 0 else position_.to_act)
        assert other.moves() == position_.moves()
        move = text(position_, code)
        if move.startswith("first"):
            move = f"first {(int(move.split()[1]) - 1 + turn) % 4 + 1}"
        other = other.after(move)
    pytest.fail("the game did not end")
