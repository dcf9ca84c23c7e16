"""H42 by bit masks against H42 word for word, over thousands of boards."""

from __future__ import annotations

import random

import pytest

from campaigns import sizes
from tablee.games.maamut.ground import cornered, escaped, region_of_cross
from tablee.games.maamut.state import CROSS, NOWHERE, OF_KIND, TILE_NAMES, TILES, State

from .naive import BOARD, has_survived

OTHERS = [tile for tile in range(TILES) if tile != CROSS]


def board(
    choose: random.Random, rocks: int, grass: int
) -> tuple[State, dict[tuple[int, int], str]]:
    """Return a board of so many rocks and grass tiles, for rules and model."""
    state = State()
    state.seats = 4
    state.hunter = [NOWHERE] * 4
    mixed = choose.sample(OTHERS, len(OTHERS))
    state.rock = sum(1 << tile for tile in mixed[:rocks])
    state.grass = sum(1 << tile for tile in mixed[rocks : rocks + grass])
    state.region = region_of_cross(state)
    kinds = dict.fromkeys(mixed[:rocks], "rock")
    kinds |= dict.fromkeys(mixed[rocks : rocks + grass], "grass")
    ground = {BOARD[TILE_NAMES[tile]]: kinds.get(tile, "snow") for tile in range(TILES)}
    return state, ground


@pytest.mark.slow
@pytest.mark.parametrize("boards", sizes(1_000, 4_000))
def test_H42_masks_and_words_agree(boards: int) -> None:
    choose = random.Random(42)
    answers = {True: 0, False: 0}
    why = {"cornered": 0, "apart": 0, "no grass": 0}
    for number in range(boards):
        # The tiles of the box, and others with much rock or little grass, for rarer cases.
        rocks, grass = [(OF_KIND[0], OF_KIND[1]), (16, 18), (13, 1), (20, 4)][number % 4]
        state, ground = board(choose, rocks, grass)
        reachable = [tile for tile in range(TILES) if state.region >> tile & 1]
        land = [tile for tile in range(TILES) if not state.rock >> tile & 1]
        state.mammoth = choose.choice(reachable)
        for seat in range(choose.randrange(5)):
            state.hunter[seat] = choose.choice(land)
        hunters = [BOARD[TILE_NAMES[tile]] for tile in state.hunter if tile != NOWHERE]
        expected = has_survived(ground, BOARD[TILE_NAMES[state.mammoth]], hunters)
        assert escaped(state) == expected
        answers[expected] += 1
        why["cornered"] += cornered(state)
        why["no grass"] += state.region & state.grass == 0
        why["apart"] += bool(hunters) and not any(
            state.region >> t & 1 for t in state.hunter if t >= 0
        )
    assert min(answers.values()) > boards // 8
    assert min(why.values()) > boards // 200
