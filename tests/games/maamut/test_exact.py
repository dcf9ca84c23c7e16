"""Exact values of Mâamut, worked out on paper or by independent counting."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import tablee
from tablee.games.maamut import rules
from tablee.games.maamut.ground import rocks_at_cross
from tablee.games.maamut.state import AROUND, CROSS, MAX_MOVES, NEIGHBOUR, NOWHERE, PATH, Phase
from tables import finished
from tables import play as play_out

from .draw import MAAMUT, play, record, steppe
from .naive import BOARD, CLOCKWISE, PLACES, way

ROCKS = {"a3", "b2", "c6", "e4", "f1", "f2", "g4"}  # of the steppe


@pytest.mark.parametrize(("steps", "ways"), [(1, 180), (2, 138), (3, 96)])
def test_straight_ways_on_the_empty_board(steps: int, ways: int) -> None:
    """In each direction the lines have 4, 5, 6, 7, 6, 5, 4 tiles: 37 - 7 n ways of n steps."""
    assert ways == 6 * (37 - 7 * steps)
    of_steps = [PATH[18 * tile + 6 * (steps - 1) + d] for tile in range(37) for d in range(6)]
    assert sum(mask != -1 for mask in of_steps) == ways
    assert all(mask.bit_count() == steps for mask in of_steps if mask != -1)


def test_neighbours_are_neighbours_of_each_other() -> None:
    assert sum(tile != NOWHERE for tile in NEIGHBOUR) == 180
    for tile in range(37):
        for direction in range(6):
            other = NEIGHBOUR[6 * tile + direction]
            if other != NOWHERE:
                assert NEIGHBOUR[6 * other + (direction + 3) % 6] == tile
                assert AROUND[tile] >> other & AROUND[other] >> tile & 1
    assert AROUND[CROSS].bit_count() == 6


def test_the_moves_from_every_tile_of_the_steppe() -> None:
    free = {tile for name, tile in BOARD.items() if name not in ROCKS}
    assert len(free) == len(PLACES) - 7
    total = 0
    for name, tile in BOARD.items():
        if tile in free:
            pos = steppe(f"{name}:12 {'c4' if name == 'd4' else 'd4'}:M")
            moves = {move for move in pos.moves() if move.startswith("move")}
            assert moves == {
                f"move {card} {direction}"
                for card in (1, 2, 3)
                for direction in CLOCKWISE
                if set(way(tile, direction, card)) <= free
            }
            total += len(moves)
    assert total == 222


def test_a_card_shows_17_9ths_steps_on_average() -> None:
    pos = next(pos for pos, _ in play_out(MAAMUT, 2, {}, 0) if "deal 1" in pos.chances())
    chances = pos.chances()
    steps = sum(int(card.split()[1]) * weight for card, weight in chances.items())
    assert Fraction(steps, sum(chances.values())) == Fraction(17, 9)


def test_a_hand_without_a_three() -> None:
    """28 of the 36 cards are not threes: C(28, 3) / C(36, 3)."""
    pos = next(pos for pos, _ in play_out(MAAMUT, 2, {}, 0) if "deal 1" in pos.chances())

    def without(pos: tablee.Position, cards: int) -> Fraction:
        if cards == 0:
            return Fraction(1)
        chances = pos.chances()
        return sum(
            (
                Fraction(weight, sum(chances.values())) * without(pos.after(card), cards - 1)
                for card, weight in chances.items()
                if card != "deal 3"
            ),
            Fraction(0),
        )

    assert without(pos, 3) == Fraction(comb(28, 3), comb(36, 3))


def test_how_often_the_tiles_are_laid_again() -> None:
    """Five or six of the seven rocks on the six tiles around the cross: 2640 boards of 8347680."""
    expected = Fraction(comb(6, 5) * comb(30, 2) + comb(6, 6) * comb(30, 1), comb(36, 7))
    assert expected == Fraction(2640, 8347680)
    # All boards at once: those with the same tiles left and as many rocks at the cross are merged.
    start = MAAMUT.start(seats=2).after("first 1")
    worlds: dict[object, tuple[tablee.Position, Fraction]] = {0: (start, Fraction(1))}
    for _ in range(36):
        following: dict[object, tuple[tablee.Position, Fraction]] = {}
        for pos, chance in worlds.values():
            outcomes = pos.chances()
            for outcome, weight in outcomes.items():
                after = pos.after(outcome)
                state = record(after)
                # Which rocks lie elsewhere does not matter.
                key = (tuple(state.tiles), rocks_at_cross(state), state.phase)
                share = chance * Fraction(weight, sum(outcomes.values()))
                following[key] = (after, following.get(key, (after, Fraction(0)))[1] + share)
        worlds = following
    again = [chance for pos, chance in worlds.values() if record(pos).phase == Phase.LAY_TILE]
    assert sum(chance for _, chance in worlds.values()) == 1
    assert again == [expected]


@pytest.mark.parametrize(("seats", "limit"), [(2, 1), (2, 5), (3, 4), (4, 20)])
def test_the_length_of_a_hunt_of_discards(seats: int, limit: int) -> None:
    """1 draw of who begins, 36 tiles, 3 cards and a place each; then two plies a turn but one."""
    plies = 0
    pos = MAAMUT.start(seats=seats, hunt_limit=limit)
    for pos, _ in play_out(MAAMUT, seats, {"hunt_limit": limit}, seed=4):
        if record(pos).phase > Phase.LAY_TILE:
            break
        plies += 1
    while pos.to_act != tablee.OVER:
        possible = pos.moves() or list(pos.chances())
        pos = pos.after(possible[-1])  # place on the last tile, discard, deal
        plies += 1
    assert plies == 1 + 36 + 3 * seats + seats + 2 * limit * seats - 1
    assert pos.result().winners == ()


def test_no_seat_wins_more_than_one_point() -> None:
    for seed in range(12):
        result = finished(MAAMUT, 4, {}, seed).result()
        assert sum(result.scores) == len(result.winners) <= 1
        assert sorted(set(result.ranks)) in ([2], [1, 2])


def test_the_most_moves_fit_the_buffer() -> None:
    """In the open with a 1, a 2 and a 3, alone, with the cross as grass: 18 + 1 + 3."""
    state = record(steppe("d3:1 a1:M g1:2"))
    state.rock, state.hunter[0] = 1 << 1, CROSS
    state.grass |= 1 << CROSS
    assert rules.legal(state, [0] * MAX_MOVES) == MAX_MOVES == 22


def test_the_pile_is_never_empty_when_a_card_is_drawn() -> None:
    """Hands can hold at most 12 of 36 cards: with four hunters a new pile has 24."""
    pos = steppe("d3:1 d4:M g1:2 d7:3 a1:4")
    while True:
        before = sum(record(pos).pile)
        pos = play(pos, pos.moves()[-1])
        assert pos.chances()
        pos = pos.after(next(iter(pos.chances())))
        after = sum(record(pos).pile)
        if before == 1:
            assert after == 24
            return
        assert after == before - 1
