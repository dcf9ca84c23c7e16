"""Papua: exact values, by arithmetic independent of the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import tablee
from tablee.games.papua.state import FACES, MAX_MOVES, Code
from tablee.kernel.engines.engine import tally_matches

from .draw import PAPUA, draw, pot, where


def perft(pos: tablee.Position, plies: int) -> int:
    """Count the ways the next plies can go."""
    if plies == 0:
        return 1
    return sum(perft(pos.after_code(code), plies - 1) for code in pos.codes() or pos.chance_codes())


@pytest.mark.parametrize("board", ["standard", "short", "long"])
def test_the_first_round_has_one_move_a_turn(board: str) -> None:
    start = PAPUA.start(seats=3, board=board)
    assert [perft(start, plies) for plies in range(8)] == [1, 3, 18, 18, 108, 108, 648, 648]


def test_the_second_turn_of_the_first_seat_has_a_choice_unless_it_was_sent_back() -> None:
    # Of 6 × 6 rolls of the other two seats, 5 × 5 leave its first islander in place.
    ways = 3 * 6 * (36 + 25) * 6
    assert perft(PAPUA.start(seats=3).after("first 2"), 8) * 3 == ways
    assert ways == 6588


def test_the_chance_to_be_sent_back_in_the_first_round() -> None:
    sent_back = 0
    for throws in product(range(1, 7), repeat=3):
        pos = PAPUA.start(seats=3).after("first 1")
        for number in throws:
            pos = pos.after(f"die {number}").after("alone 0")
        sent_back += pot(pos, "A") == 4
    assert Fraction(sent_back, 6**3) == 1 - Fraction(5, 6) ** 2


@pytest.mark.parametrize("size", range(2, 7))
def test_the_number_of_parts_of_a_group_of_all_colours(size: int) -> None:
    # On 11 … 16 with a 1 no god can be passed. The islander in place p is in p (size + 1 - p)
    # stretches, less the one of itself alone.
    letters = "ABCDEF"[:size]
    row = " ".join([*letters, *"." * (6 - size)])
    for place, turn in enumerate(letters, 1):
        pos = draw(f"11 12 13 14 15 16\no o o G o o\n{row}", turn=turn, die=1, seats=6)
        groups = [move for move in pos.moves() if move.startswith("group")]
        assert len(groups) == place * (size + 1 - place) - 1


def test_the_number_of_parts_that_a_god_forbids() -> None:
    # A group on 11, 12, 13, with C on 11 and a 6: each stretch would pass the god space 14. One
    # more on 14 makes all stretches that reach up to it legal.
    before = draw("11 12 13 14\no o o G\nC A B .", turn="A", die=6)
    assert [move for move in before.moves() if "group" in move] == []
    with_god = draw("11 12 13 14\no o o G\nC A B D", turn="A", die=6)
    assert [move for move in with_god.moves() if "group" in move] == ["group 11-14", "group 12-14"]


def test_the_chance_to_reach_the_canoe_from_each_of_the_last_squares() -> None:
    # Over two turns of one islander whose owner can move no other (the others wait on round
    # spaces): from d spaces away, 1/6 at once, or by two numbers that sum up to d, or after a
    # number too high for the distance (then it waits).
    for distance in range(1, 7):
        wins = 0
        for first, second in product(range(1, 7), repeat=2):
            pos = draw(
                f"7 9 11 {37 - distance}\no o o s\nA A A A",
                turn="A",
                die=first,
                seats=3,
            )
            pos = pos.after(pos.moves()[0])
            if pos.to_act != tablee.OVER:
                for _ in range(2):  # the others come out of the pot, far away
                    pos = pos.after("die 1").after("alone 0")
                pos = pos.after(f"die {second}")
                pos = pos.after(pos.moves()[0])
            wins += pos.to_act == tablee.OVER
        sums = distance - 1  # numbers first < distance, with second = distance - first
        waits = 6 - distance  # numbers first > distance, with second = distance
        assert Fraction(wins, 36) == Fraction(6 + sums + waits, 36) == Fraction(11, 36)


def test_codes_fill_their_range_and_fit_sixteen_bits() -> None:
    notation = PAPUA.notation.NOTATION
    assert sorted(notation) == list(range(Code.DIE + FACES))
    assert max(notation) <= 32767
    assert (Code.LEAP, Code.PASS, Code.GROUP) == (61, 121, 122)
    assert Code.FIRST == Code.GROUP + 60 * 60
    assert Code.DIE == Code.FIRST + 6


def test_the_most_moves_fit_the_buffer() -> None:
    board = {"name": "x", "squares": ["1-6", "35-40"], "gods": [], "cannibals": [], "canoe": 41}
    letters = "BCDE A FBCD A EFBC A DEFB A CDEF".replace(" ", "")
    assert len(letters) == 24
    rows = [" ".join(map(str, range(7, 31))), " ".join("o" * 24), " ".join(letters)]
    pos = draw("\n".join(rows), turn="A", die=1, seats=6, board=board)
    # All pairs except the five stretches of four without an A, and the four leaps.
    assert len(pos.moves()) == 24 * 23 // 2 - 5 * (4 * 3 // 2) + 4 == 250
    assert len(pos.moves()) <= MAX_MOVES
    assert max(len(where(pos.after(move))) for move in pos.moves()) == 24


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_same_random_games_on_both_engines(seats: int) -> None:
    for options in ({}, {"family": True}, {"board": "short"}, {"board": "long", "turn_limit": 60}):
        numbers = PAPUA.integers(PAPUA.read_options(options))
        plain = tally_matches(PAPUA, seats, numbers, 6, engine="python", audit=True)
        assert (plain.games, plain.broken, plain.endless, plain.nobody) == (6, 0, 0, 0)
        assert plain.shared == 0
        assert tally_matches(PAPUA, seats, numbers, 6, engine="cpu", audit=True) == plain


def test_a_limit_of_one_turn_a_seat_makes_matches_of_known_length() -> None:
    numbers = PAPUA.integers(PAPUA.read_options({"turn_limit": 1}))
    tally = tally_matches(PAPUA, 5, numbers, 40, engine="python")
    assert tally.shortest == tally.longest == 1 + 2 * 5
    assert tally.decisions == 40 * 5
    assert max(tally.points) <= 40 * 6
