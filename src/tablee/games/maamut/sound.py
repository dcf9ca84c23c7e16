"""Mâamut: are all tiles, pawns, traps and cards there, and where they may be?"""

from __future__ import annotations

from tablee.kernel.rule import rule

from .ground import (
    came_from,
    escaped,
    hunters_on,
    next_tile,
    refuges,
    region_of_cross,
    rocks_at_cross,
    trap_owner,
    walk,
    way_open,
)
from .state import (
    BACK,
    CARD_VALUES,
    CARDS,
    CROSS,
    DIRECTIONS,
    GRASS,
    HAND,
    KINDS,
    MAX_HUNT_LIMIT,
    MAX_SEATS,
    MIN_SEATS,
    MOST_ROCKS_AT_CROSS,
    NOWHERE,
    OF_KIND,
    OUTER,
    REMOVED,
    ROCK,
    STAY,
    TILES,
    TRAPS,
    Phase,
    State,
)


@rule
def sound(s: State) -> int:
    """Return 0 if all pieces are where they may be, else the number of the broken paragraph."""
    if s.seats < MIN_SEATS or s.seats > MAX_SEATS:
        return 1
    if s.fallen_traps != REMOVED and s.fallen_traps != STAY:
        return 31
    if s.hunt_limit < 1 or s.hunt_limit > MAX_HUNT_LIMIT:
        return 43
    if s.phase < Phase.WHO_BEGINS or s.phase > Phase.ENDED:
        return 7
    if s.first < 0 or s.first >= s.seats or s.turn < 0 or s.turn >= s.seats:
        return 7
    if s.phase < Phase.DEAL_HANDS and s.turn != 0:
        return 7
    # Each check relies on those before it, so that none looks outside the tables.
    broken = sound_tiles(s)
    if broken == 0:
        broken = sound_pawns(s)
    if broken == 0:
        broken = sound_cards(s)
    if broken == 0:
        broken = sound_traps(s)
    if broken == 0:
        broken = sound_flight(s)
    if broken == 0:
        broken = sound_end(s)
    return broken


@rule
def count_bits(tiles: int) -> int:
    """Return how many tiles are in a set."""
    number = 0
    while tiles != 0:
        tiles &= tiles - 1
        number += 1
    return number


@rule
def sound_tiles(s: State) -> int:
    """[H2] 7 rocks, 18 grass, 11 snow, laid in reading order around the cross."""
    for kind in range(KINDS):
        if s.tiles[kind] < 0 or s.tiles[kind] > OF_KIND[kind]:
            return 2
    after = next_tile(s)
    laid = ((1 << after) - 1) & ~(1 << CROSS)
    if (s.rock | s.grass) & ~laid != 0 or s.rock & s.grass != 0:
        return 2
    if count_bits(s.rock) != OF_KIND[ROCK] - s.tiles[ROCK]:
        return 2
    if count_bits(s.grass) != OF_KIND[GRASS] - s.tiles[GRASS]:
        return 2
    if s.phase == Phase.WHO_BEGINS and after != 0:
        return 7
    if (s.phase <= Phase.LAY_TILE) != (after < TILES):
        return 2
    if s.phase <= Phase.LAY_TILE:
        return 0 if s.region == 0 else 42
    if rocks_at_cross(s) > MOST_ROCKS_AT_CROSS:
        return 3
    return 0 if s.region == region_of_cross(s) else 42


@rule
def sound_pawns(s: State) -> int:
    """Check that the mammoth is in its region, hunters placed in turn, and neither on rock [H9]."""
    if s.mammoth < 0 or s.mammoth >= TILES or (s.phase < Phase.HUNT and s.mammoth != CROSS):
        return 5
    if s.phase >= Phase.HUNT and (s.region >> s.mammoth) & 1 == 0:
        return 9
    for seat in range(MAX_SEATS):
        tile = s.hunter[seat]
        if tile < NOWHERE or tile >= TILES or (seat >= s.seats and tile != NOWHERE):
            return 6
        if tile != NOWHERE and (s.rock >> tile) & 1 != 0:
            return 9
    if s.phase <= Phase.PLACE_HUNTER:
        placed = (s.turn - s.first + s.seats) % s.seats if s.phase == Phase.PLACE_HUNTER else 0
        for place in range(s.seats):
            tile = s.hunter[(s.first + place) % s.seats]
            if (tile == NOWHERE) != (place >= placed):
                return 6
            if place < placed and ((OUTER >> tile) & 1 == 0 or count_bits(hunters_on(s, tile)) > 1):
                return 6
    elif s.phase != Phase.ENDED and s.hunter[s.turn] == NOWHERE:
        return 30
    # Hunters stand on its tile only before they make room, or when it fell into a trap.
    if hunters_on(s, s.mammoth) != s.frightened and (s.phase != Phase.ENDED or s.winner == 0):
        return 26
    return 0


@rule
def sound_cards(s: State) -> int:
    """[H4] All 36 cards are somewhere, and each hunter holds as many as it should."""
    left = 0
    for i in range(CARD_VALUES):
        if s.pile[i] < 0 or s.discards[i] < 0 or (s.phase < Phase.HUNT and s.discards[i] != 0):
            return 4
        of_value = s.pile[i] + s.discards[i]
        for seat in range(MAX_SEATS):
            if s.hand[CARD_VALUES * seat + i] < 0:
                return 4
            of_value += s.hand[CARD_VALUES * seat + i]
        if of_value != CARDS[i]:
            return 4
        left += s.pile[i]
    for seat in range(MAX_SEATS):
        held = 0
        for i in range(CARD_VALUES):
            held += s.hand[CARD_VALUES * seat + i]
        if held != s.held[seat] or not may_hold(s, seat, held):
            return 4
    return 0 if left > 0 else 16


@rule
def may_hold(s: State, seat: int, held: int) -> bool:
    """Return how many cards a hunter has now: three, but fewer while dealt, spent or fallen."""
    if seat >= s.seats or s.phase < Phase.DEAL_HANDS:
        return held == 0
    if s.phase == Phase.DEAL_HANDS:
        if seat == s.turn:
            return held < HAND
        return held == (HAND if seat < s.turn else 0)
    if s.phase >= Phase.HUNT and s.hunter[seat] == NOWHERE:
        return held == 0  # [H31]
    if seat == s.turn and s.phase > Phase.HUNT:
        return held == HAND - 1 or (held == HAND and s.phase == Phase.ENDED)
    return held == HAND


@rule
def sound_traps(s: State) -> int:
    """[H8] Four of each hunter, on grass, one a tile [H12]; the mammoth in none but at the end."""
    taken = 0
    for seat in range(MAX_SEATS):
        traps = s.trap[seat]
        if traps & ~s.grass != 0 or traps & taken != 0 or (traps != 0 and s.phase < Phase.HUNT):
            return 12
        if count_bits(traps) + s.stock[seat] != (TRAPS if seat < s.seats else 0):
            return 8
        if traps != 0 and s.hunter[seat] == NOWHERE and s.fallen_traps == REMOVED:
            return 31
        taken |= traps
    if s.winner < 0 or s.winner > s.seats or (s.winner != 0 and s.phase != Phase.ENDED):
        return 40
    return 0 if trap_owner(s, s.mammoth) == s.winner - 1 else 25


@rule
def sound_flight(s: State) -> int:
    """[H26] A hunter can make room; [H20] the flight began where the active hunter stands."""
    if s.phase != Phase.FRIGHT:
        stands = s.flight == 0 and s.run == 0 and s.frightened == 0 and s.landing == NOWHERE
        return 0 if stands else 20
    if s.flight < 0 or s.flight >= DIRECTIONS or s.run < 0 or s.run >= CARD_VALUES:
        return 20
    if s.frightened == 0 or came_from(s) == NOWHERE or refuges(s) == 0:
        return 26
    if s.run > 0 and not way_open(s, s.mammoth, DIRECTIONS * (s.run - 1) + s.flight):
        return 22
    back = (s.flight + BACK) % DIRECTIONS
    for ran in range(1, CARD_VALUES + 1 - s.run):
        if way_open(s, s.mammoth, DIRECTIONS * (ran - 1) + back):
            start = walk(s.mammoth, back, ran)
            if start == s.hunter[s.turn] and may_land(s, start, ran + s.run - 1):
                return 0
    return 29


@rule
def may_land(s: State, start: int, steps: int) -> bool:
    """[H29] Return whether the active hunter's landing is straight on, at most so far."""
    for way in range(DIRECTIONS * steps):
        if way_open(s, start, way) and s.landing == walk(
            start, way % DIRECTIONS, way // DIRECTIONS + 1
        ):
            return True
    return s.landing == start


@rule
def sound_end(s: State) -> int:
    """[H43] The hunt is within its limit, and over only if it is decided [H41] [H42]."""
    limit = s.hunt_limit * s.seats
    if s.turns < 0 or s.turns > limit or (s.phase < Phase.HUNT and s.turns != 0):
        return 43
    if s.phase == Phase.ENDED and s.winner == 0:
        return 0 if s.turns == limit or escaped(s) else 41
    if s.phase >= Phase.HUNT and s.turns == limit:
        return 43
    if (s.phase == Phase.HUNT or s.phase == Phase.DRAW) and escaped(s):
        return 42
    return 0
