"""Exact values of Maroc'eau, worked out on paper or by independent counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb

import pytest

import tablee
from tablee.games.maroceau import rules
from tablee.games.maroceau.state import (
    CARDS,
    LEAST_POINTS,
    MAX_MOVES,
    MOST_POINTS,
    PLACES,
    Code,
    Phase,
    State,
)
from tables import play as random_game

from .draw import GAME, opened, play, position, state_of

DECK = {-2: 5, -1: 10, 0: 15} | dict.fromkeys(range(1, 13), 10)


def test_a_card_is_worth_76_fifteenths_on_average() -> None:
    chances = GAME.start(seats=2).after("flip a1").chances()
    total = sum(int(card.split()[1]) * weight for card, weight in chances.items())
    assert Fraction(total, sum(chances.values())) == Fraction(760, 150) == Fraction(76, 15)


@pytest.mark.parametrize("seats", range(2, 9))
def test_there_are_12_and_then_11_ways_to_turn_a_card(seats: int) -> None:
    pos = GAME.start(seats=seats)
    for _ in range(seats):
        for ways in (12, 11):
            assert len(pos.moves()) == ways
            pos = pos.after(pos.moves()[-1]).after(f"card {ways}")
    assert len(pos.chances()) == 15
    pos = play(pos, "card 1", "start 1")
    assert len(pos.moves()) == 2
    assert len(pos.after("take").moves()) == 12
    assert len(play(pos, "draw", "card 0").moves()) == 13  # the most there can be: MAX_MOVES
    assert len(play(pos, "draw", "card 0", "drop").moves()) == 10
    assert max(13, len(CARDS)) == MAX_MOVES


@pytest.mark.slow
def test_the_number_of_deals_that_tie_two_seats() -> None:
    """The same sum and highest card mean the same two cards: count such pairs of hands."""
    pairs = 0
    for one, other in combinations_with_replacement(DECK, 2):
        if one == other:
            n = DECK[one]
            pairs += comb(n, 2) * comb(n - 2, 2)
        else:
            n, m = DECK[one], DECK[other]
            pairs += n * m * (n - 1) * (m - 1)
    expected = Fraction(pairs, comb(150, 2) * comb(148, 2))

    drawn = all_ways = 0
    codes, weights = [0] * MAX_MOVES, [0] * MAX_MOVES

    def walk(state: State, turned: int, ways: int) -> None:
        nonlocal drawn, all_ways
        if turned == 4:
            state.unseen[2 + 5] += 1  # the first discard does not matter
            rules.apply(state, Code.CARD + 2 + 5)
            drawn += ways if state.phase == Phase.WHO_BEGINS else 0
            all_ways += ways
            return
        rules.apply(state, Code.FLIP + 3 * (turned % 2))
        for i in range(rules.chance(state, codes, weights)):
            code, weight = codes[i], weights[i]
            following = state.copy()
            rules.apply(following, code)
            walk(following, turned + 1, ways * weight)
            rules.chance(state, codes, weights)  # the buffers are reused below

    walk(state_of(GAME.start(seats=2)), 0, 1)
    assert all_ways == 150 * 149 * 148 * 147
    assert Fraction(drawn, all_ways) == expected


def test_the_mean_of_three_hidden_cards_matches_enumeration() -> None:
    """All triples of unseen cards are equally likely; equal ones count nothing [W32]."""
    pos = position("""
        4  9  6  ?  |  1  2  3  4
        4  7  5  ?  |  5  6  8  8
        7  9  8  ?  |  8  9  7 -1
        discard: 12
        ended by: 2
    """, target=1000)  # fmt: skip
    pos = play(pos, "take,swap a1")
    unseen = dict(enumerate(state_of(pos).unseen, -2))
    cards = [value for value, count in unseen.items() for _ in range(min(count, 3))]
    expected = Fraction(0)
    total = sum(unseen.values())
    for one, two, three in set(permutations(cards, 3)):
        left = dict(unseen)
        ways = 1
        for card in (one, two, three):
            ways *= left[card]
            left[card] -= 1
        points = 0 if one == two == three else one + two + three
        expected += Fraction(ways * points, total * (total - 1) * (total - 2))

    fixed = 12 + 4 + 7 + 9 + 7 + 9 + 6 + 5 + 8

    def mean(at: tablee.Position) -> Fraction:
        if state_of(at).phase != Phase.REVEAL:
            return Fraction(state_of(at).last_points[0] - fixed)
        chances = at.chances()
        every = sum(chances.values())
        return sum(
            (Fraction(weight, every) * mean(at.after(card)) for card, weight in chances.items()),
            Fraction(0),
        )

    assert mean(pos) == expected


def test_the_lowest_and_highest_points_of_a_grid() -> None:
    cards = sorted(value for value, count in DECK.items() for _ in range(count))
    assert sum(cards[:12]) == LEAST_POINTS == -17
    assert sum(cards[-12:]) == MOST_POINTS == 142


def rotated(state: State, by: int) -> State:
    """Return the same table with all seats renumbered."""
    twin, seats = state.copy(), state.seats
    for seat in range(seats):
        to = (seat + by) % seats
        twin.totals[to] = state.totals[seat]
        twin.last_points[to] = state.last_points[seat]
        for place in range(PLACES):
            twin.grid[to * PLACES + place] = state.grid[seat * PLACES + place]
    twin.turn = (state.turn + by) % seats
    twin.first = (state.first + by) % seats
    twin.ended_by = (state.ended_by - 1 + by) % seats + 1 if state.ended_by else 0
    twin.last_ended_by = (state.last_ended_by - 1 + by) % seats + 1 if state.last_ended_by else 0
    twin.place = (state.place + by * PLACES) % (seats * PLACES) if state.place else 0
    return twin


@pytest.mark.parametrize(("seats", "by"), [(2, 1), (3, 1), (5, 3), (8, 7)])
def test_no_seat_is_special(seats: int, by: int) -> None:
    """Renumbering the seats renumbers the effects of a turn, until the end of the round."""
    checked = 0
    for before, code in random_game(GAME, seats, {}, seed=by):
        state = state_of(before)
        twin = rotated(state, by)
        if state.phase != Phase.CHOOSE:
            continue
        for move in before.codes():
            here, there = state.copy(), twin.copy()
            for each in (move, Code.SWAP + 4):
                if rules.why_not(here, each) == 0:
                    rules.apply(here, each)
                    rules.apply(there, each)
            if here.phase != Phase.REVEAL and here.round_number == state.round_number:
                assert rotated(here, by) == there
                checked += 1
        assert code >= 0
    assert checked > 20


def test_a_random_round_reveals_every_card_once() -> None:
    """The points of a round are those of the cards in the grids at its end."""
    for seed in range(5):
        for before, code in random_game(GAME, 4, {"rounds": 1}, seed=seed):
            if code < 0:
                state = state_of(before)
                for seat in range(4):
                    cards = state.grid[seat * PLACES : (seat + 1) * PLACES]
                    assert state.last_points[seat] == sum(card for card in cards if card <= 12)


def test_opened_rounds_have_the_right_draw_pile() -> None:
    assert [state_of(opened(*[(1, 2)] * n)).stock for n in range(2, 6)] == [126, 114, 102, 90]
