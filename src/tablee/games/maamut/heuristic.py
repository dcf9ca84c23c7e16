"""Mâamut by rule of thumb: see where the mammoth would run, and have traps there before it does.

A move that meets the mammoth is judged by where that ends: in a trap of one's own, in another's,
with no way out [H24], or nearer to one's traps than before. Otherwise a hunter keeps close to it
and sets traps on grass that it can reach.
"""

from __future__ import annotations

from tablee.bots.evaluation import weights_from_values
from tablee.bots.players import Player, Searcher, Thumb
from tablee.bots.search import Effort
from tablee.kernel.engines.playout import SHARE
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule, table

from .ground import trap_owner, walk, way_open
from .state import (
    BACK,
    CARD_VALUES,
    DIRECTIONS,
    HEXAGON,
    NEIGHBOUR,
    NOWHERE,
    PATH,
    TILES,
    WAYS,
    Code,
    State,
)

WON, LOST = 2000, -1500
FALLEN = -1200  # out of the game
NEAR = 30  # a trap that the mammoth can run into from where it is, for each way there
GOOD_GROUND = 12  # to stand on grass in its reach
AWAY = 6  # for each tile away from it
AHEAD = -50  # to flee where it will run next
WASTE = -40
HALF_AT = 40

DISTANCE = table(
    max(abs(q - x), abs(r - y), abs(q + r - x - y)) for q, r in HEXAGON for x, y in HEXAGON
)  # in steps, over rocks

# Weaker players are those who do not look (lapses) or take a move they like less (slips), so often
# in a thousand.
LADDER: dict[str, Player] = {
    "gentle": Thumb(slips=300, lapses=450),
    "casual": Thumb(slips=250, lapses=200),
    "club": Thumb(slips=100, lapses=50),
    "expert": Searcher(60, Effort(exploration=1000)),
    "master": Searcher(1500, Effort(exploration=1000)),
}


@rule
def reach(s: State, tile: int) -> int:
    """Count the ways, by card and direction, in which the mammoth could run through a tile."""
    ways = 0
    if DISTANCE[TILES * tile + s.mammoth] <= CARD_VALUES:
        for way in range(WAYS):
            path = PATH[WAYS * s.mammoth + way]
            if path & s.rock == 0 and (path >> tile) & 1 != 0:
                ways += 1
    return ways


@rule
def hope(s: State, mammoth: int) -> int:
    """Rate the mammoth's place for the hunter at turn: near their traps, far from others'."""
    mine = s.trap[s.turn]
    others = 0
    for seat in range(s.seats):
        if seat != s.turn:
            others |= s.trap[seat]
    value = 0
    if mine | others == 0:
        return value
    for way in range(WAYS):
        path = PATH[WAYS * mammoth + way]
        if path & s.rock == 0:
            if path & mine != 0:
                value += 2
            if path & others != 0:
                value -= 1
    return value


@rule
def meeting(s: State, way: int) -> int:
    """Return what comes of a move that meets the mammoth."""
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
def step(s: State, way: int, hope_now: int) -> int:
    """Return what a move is worth."""
    here = s.hunter[s.turn]
    if (PATH[WAYS * here + way] >> s.mammoth) & 1 != 0:
        return meeting(s, way)
    there = walk(here, way % DIRECTIONS, way // DIRECTIONS + 1)
    value = NEAR * hope_now - AWAY * DISTANCE[TILES * there + s.mammoth]
    owner = trap_owner(s, there)
    if owner == NOWHERE and (s.grass >> there) & 1 != 0 and s.stock[s.turn] > 0:
        value += GOOD_GROUND * min(3, reach(s, there))  # a trap can be set next
    if owner != NOWHERE and owner != s.turn:
        value += GOOD_GROUND * min(3, reach(s, there))  # it can be lifted next
    return value


@rule
def advise(s: State, moves: Ints, count: int, weights: Ints) -> None:
    """Write how much each move is liked."""
    hope_now = hope(s, s.mammoth)
    for i in range(count):
        code = moves[i]
        value = 0
        if code >= Code.FLEE:
            there = NEIGHBOUR[DIRECTIONS * s.mammoth + code - Code.FLEE]
            value = AHEAD if s.run > 0 and there == walk(s.mammoth, s.flight, 1) else 0
        elif code >= Code.DISCARD:
            value = NEAR * hope_now + WASTE - (code - Code.DISCARD)
        elif code == Code.LIFT:
            here = s.hunter[s.turn]
            near = 2 + reach(s, here)
            value = NEAR * hope_now
            value += NEAR * near // 2 if trap_owner(s, here) != s.turn else -NEAR * near
        elif code == Code.TRAP:
            value = NEAR * (hope_now + 2 * reach(s, s.hunter[s.turn]))
        elif code >= Code.MOVE:
            value = step(s, code - Code.MOVE, hope_now)
        elif (s.grass >> (code - Code.PLACE)) & 1 != 0:
            value = GOOD_GROUND
        weights[i] = value
    weights_from_values(weights, count, HALF_AT)


@rule
def at_rest(s: State) -> int:
    """Return 0: a hunt is short, so simulations go on to its end."""
    return 0


@rule
def outlook(s: State, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Write the chance of each seat to win, in 840ths: before the end, all alike."""
    for seat in range(s.seats):
        shares[seat] = SHARE // s.seats
