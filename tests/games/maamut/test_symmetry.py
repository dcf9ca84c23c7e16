"""A board turned by 60° gives the turned game; a mirrored board does not, quite."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import tablee
from tablee.games.maamut import rules
from tablee.games.maamut.ground import region_of_cross, way_open
from tablee.games.maamut.state import HEXAGON, NOWHERE, PATH, TILES, WAYS, Code, Phase, State
from tables import play as play_out

from .draw import MAAMUT, record

TURNED = [HEXAGON.index((-r, q + r)) for q, r in HEXAGON]  # by 60° clockwise
MIRRORED = [HEXAGON.index((-q - r, r)) for q, r in HEXAGON]  # left and right changed


def turned_direction(direction: int) -> int:
    return (direction + 1) % 6


def mirrored_direction(direction: int) -> int:
    return 5 - direction


def moved(state: State, to: list[int]) -> State:
    """Move all pieces with their tiles."""
    twin = state.copy()

    def tiles(mask: int) -> int:
        return sum(1 << to[tile] for tile in range(TILES) if mask >> tile & 1)

    twin.rock, twin.grass, twin.region = tiles(state.rock), tiles(state.grass), tiles(state.region)
    twin.trap = [tiles(mask) for mask in state.trap]
    twin.mammoth = to[state.mammoth]
    twin.hunter = [tile if tile == NOWHERE else to[tile] for tile in state.hunter]
    if twin.landing != NOWHERE:
        twin.landing = to[state.landing]
    return twin


def moved_code(code: int, to: list[int], direction: Callable[[int], int]) -> int:
    """Return the same move on the moved board."""
    if code < Code.MOVE:
        return to[code]
    if code < Code.TRAP:
        return Code.MOVE + (code - Code.MOVE) // 6 * 6 + direction((code - Code.MOVE) % 6)
    return Code.FLEE + direction(code - Code.FLEE) if Code.FLEE <= code < Code.TILE else code


def legal(state: State) -> set[int]:
    moves = [0] * 22
    return set(moves[: rules.legal(state, moves)])


@pytest.mark.parametrize("seed", range(8))
def test_a_turned_board_gives_the_turned_game(seed: int) -> None:
    twin = State()
    for pos, code in play_out(MAAMUT, 2 + seed % 3, {"fallen_traps": "stay"}, seed=seed):
        state = record(pos)
        if state.phase < Phase.PLACE_HUNTER:
            continue
        if state.phase == Phase.PLACE_HUNTER and state.turn == state.first:
            twin = moved(state, TURNED)
            assert twin.region == region_of_cross(twin)
        expected = moved(state, TURNED)
        expected.flight = twin.flight  # a direction, not a tile
        assert twin == expected
        assert twin.flight == (
            turned_direction(state.flight) if state.run or state.frightened else 0
        )
        assert rules.to_act(twin) == rules.to_act(state)
        assert legal(twin) == {moved_code(c, TURNED, turned_direction) for c in legal(state)}
        if code < 0:
            assert tablee.Position(MAAMUT, pos.options, twin).result() == pos.result()
        else:
            rules.apply(twin, moved_code(code, TURNED, turned_direction))


def open_flights(state: State, way: int) -> list[int]:
    """Return which of the five turns clockwise are open to the mammoth."""
    direction = way % 6
    return [
        turn
        for turn in (0, 1, 2, 4, 5)
        if way_open(state, state.mammoth, way - direction + (direction + turn) % 6)
    ]


@pytest.mark.slow
def test_a_mirrored_board_keeps_turns_clockwise() -> None:
    """Hunters' moves are mirrored, and so are forced flights; other flights may not be."""
    choose = random.Random(3)
    kinds = {"straight on": 0, "one way": 0, "turned alike": 0, "turned otherwise": 0}
    for seed in range(30):
        for pos, code in play_out(MAAMUT, 3, {}, seed=100 + seed):
            state = record(pos)
            if state.phase != Phase.HUNT or code < 0:
                continue
            # The mammoth may be anywhere in its region, so that hunters meet it more often.
            free = [t for t in range(TILES) if state.region >> t & 1 and t not in state.hunter]
            state.mammoth = choose.choice(free)
            twin = moved(state, MIRRORED)
            moves = legal(state)
            assert legal(twin) == {moved_code(c, MIRRORED, mirrored_direction) for c in moves}
            for move in sorted(moves):
                if not Code.MOVE <= move < Code.TRAP:
                    continue
                way = move - Code.MOVE
                meets = PATH[WAYS * state.hunter[state.turn] + way] >> state.mammoth & 1
                after, twin_after = state.copy(), twin.copy()
                rules.apply(after, move)
                rules.apply(twin_after, moved_code(move, MIRRORED, mirrored_direction))
                mirrored = MIRRORED[after.mammoth] == twin_after.mammoth
                if not meets:
                    assert mirrored
                    assert moved(after, MIRRORED).hunter == twin_after.hunter
                    continue
                turns = open_flights(state, way)
                if len(turns) < 2 or turns[0] == 0:
                    kinds["straight on" if 0 in turns else "one way"] += 1
                    assert mirrored
                else:
                    kinds["turned alike" if mirrored else "turned otherwise"] += 1
    assert kinds["straight on"] > 100
    assert kinds["one way"] > 20
    assert kinds["turned otherwise"] > 20, "clockwise is clockwise"
