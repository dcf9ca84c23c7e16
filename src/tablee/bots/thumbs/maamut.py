"""Mâamut by rule of thumb: see where the mammoth would run, and have traps there before it does.

A move that meets the mammoth is judged by where that ends: in a trap of one's own, in another's,
with no way out [H24], or nearer to one's traps than before. Otherwise a hunter keeps close to it
and sets traps on grass that it can reach.
"""

from __future__ import annotations

from tablee.bots.thumbs.liking import like_by_value
from tablee.games.maamut.ground import came_from, trap_owner, walk, way_open
from tablee.games.maamut.state import (
    AROUND,
    BACK,
    CARD_VALUES,
    DIRECTIONS,
    DISCARD,
    FLEE,
    LIFT,
    MOVE,
    NEIGHBOUR,
    NOWHERE,
    PATH,
    PLACE,
    TRAP,
    WAYS,
    State,
)
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

WON, LOST = 2000, -1500
FALLEN = -1200  # out of the game
NEAR = 30  # a trap that the mammoth can run into from where it is, for each way there
GOOD_GROUND = 12  # to stand on grass in its reach
DISTANCE = 6  # for each tile away from it
WASTE = -40
HALF_AT = 40


@rule
def reach(s: State, mammoth: int, tile: int) -> int:
    """In how many ways, by card and direction, the mammoth could run through a tile."""
    ways = 0
    for way in range(WAYS):
        if way_open(s, mammoth, way) and (PATH[WAYS * mammoth + way] >> tile) & 1 != 0:
            ways += 1
    return ways


@rule
def hope(s: State, mammoth: int) -> int:
    """How well the mammoth stands for the hunter at turn: in reach of his traps, not of others'."""
    value = 0
    for way in range(WAYS):
        if way_open(s, mammoth, way):
            path = PATH[WAYS * mammoth + way]
            for seat in range(s.seats):
                if s.trap[seat] & path != 0:
                    value += 2 if seat == s.turn else -1
    return value


@rule
def far(s: State, tile: int, goal: int) -> int:
    """Steps from one tile to another round the rocks, at most 4."""
    near = 1 << tile
    for steps in range(4):
        if (near >> goal) & 1 != 0:
            return steps
        grown = near
        while near != 0:
            # The lowest tile of a set is found by going through its neighbours' masks.
            lowest = 0
            while (near >> lowest) & 1 == 0:
                lowest += 1
            grown |= AROUND[lowest] & ~s.rock
            near &= near - 1
        near = grown
    return 4


@rule
def meeting(s: State, way: int) -> int:
    """What comes of a move that meets the mammoth."""
    direction = way % DIRECTIONS
    steps = way // DIRECTIONS + 1
    for clockwise in range(DIRECTIONS):
        flight = (direction + clockwise) % DIRECTIONS
        if clockwise != BACK and way_open(s, s.mammoth, way - direction + flight):
            tile = s.mammoth
            for _ in range(steps):
                tile = NEIGHBOUR[DIRECTIONS * tile + flight]
                owner = trap_owner(s, tile)
                if owner != NOWHERE:
                    return WON if owner == s.turn else LOST
            return NEAR * hope(s, tile)
    return FALLEN


@rule
def step(s: State, way: int) -> int:
    """What a move is worth."""
    here = s.hunter[s.turn]
    if (PATH[WAYS * here + way] >> s.mammoth) & 1 != 0:
        return meeting(s, way)
    there = walk(here, way % DIRECTIONS, way // DIRECTIONS + 1)
    value = NEAR * hope(s, s.mammoth) - DISTANCE * far(s, there, s.mammoth)
    if (s.grass >> there) & 1 != 0 and trap_owner(s, there) == NOWHERE and s.stock[s.turn] > 0:
        value += GOOD_GROUND * min(3, reach(s, s.mammoth, there))
    owner = trap_owner(s, there)
    if owner != NOWHERE and owner != s.turn:
        value += GOOD_GROUND * min(3, reach(s, s.mammoth, there))  # he can lift it next
    return value


@rule
def advise(s: State, moves: Ints, count: int, weights: Ints) -> None:
    """Writes how much each move is liked."""
    for i in range(count):
        code = moves[i]
        value = 0
        if code >= FLEE:
            there = NEIGHBOUR[DIRECTIONS * s.mammoth + code - FLEE]
            ahead = walk_on(s)
            value = -50 if there == ahead else 0
        elif code >= DISCARD:
            value = NEAR * hope(s, s.mammoth) + WASTE - CARD_VALUES * (code - DISCARD)
        elif code == LIFT:
            here = s.hunter[s.turn]
            near = 2 + reach(s, s.mammoth, here)
            value = NEAR * hope(s, s.mammoth)
            value += NEAR * near // 2 if trap_owner(s, here) != s.turn else -NEAR * near
        elif code == TRAP:
            value = NEAR * (hope(s, s.mammoth) + 2 * reach(s, s.mammoth, s.hunter[s.turn]))
        elif code >= MOVE:
            value = step(s, code - MOVE)
        elif (s.grass >> (code - PLACE)) & 1 != 0:
            value = 20
        weights[i] = value
    like_by_value(weights, count, HALF_AT)


@rule
def walk_on(s: State) -> int:
    """The tile the mammoth will run to next in its flight; where it stands if it is done."""
    if s.run == 0:
        return came_from(s)
    return NEIGHBOUR[DIRECTIONS * s.mammoth + s.flight]
