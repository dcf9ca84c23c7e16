"""Mâamut: questions about the table that several rules ask; none changes anything."""

from __future__ import annotations

from tablee.kernel.rule import rule

from .state import (
    AROUND,
    BACK,
    BOX,
    CARD_VALUES,
    CROSS,
    DIRECTIONS,
    GRASS,
    MIXED,
    NEIGHBOUR,
    NOWHERE,
    OUTER,
    PATH,
    ROCK,
    SNOW,
    TILES,
    WAYS,
    State,
    Why,
)


@rule
def next_tile(s: State) -> int:
    """Return the place of the tile laid next: reading order, the cross lies already."""
    laid = MIXED - s.tiles[ROCK] - s.tiles[GRASS] - s.tiles[SNOW]
    return laid if laid < CROSS else laid + 1


@rule
def pile_size(s: State) -> int:
    """Count the cards in the draw pile from what everyone sees, so that views know it too."""
    number = BOX
    for i in range(CARD_VALUES):
        number -= s.discards[i]
    for seat in range(s.seats):
        number -= s.held[seat]
    return number


@rule
def trap_owner(s: State, tile: int) -> int:
    """Return the seat that has a trap on this tile, or NOWHERE."""
    for seat in range(s.seats):
        if (s.trap[seat] >> tile) & 1 != 0:
            return seat
    return NOWHERE


@rule
def hunters_on(s: State, tile: int) -> int:
    """Return the seats with a hunter on this tile, as bits."""
    seats = 0
    for seat in range(s.seats):
        if s.hunter[seat] == tile:
            seats |= 1 << seat
    return seats


@rule
def hunters_tiles(s: State) -> int:
    """Return all tiles where hunters stand."""
    tiles = 0
    for seat in range(s.seats):
        if s.hunter[seat] != NOWHERE:
            tiles |= 1 << s.hunter[seat]
    return tiles


@rule
def way_open(s: State, tile: int, way: int) -> bool:
    """[H9] [H10] [H22] Return all of it is on the board and not rock; nothing else counts [H23]."""
    return PATH[WAYS * tile + way] & s.rock == 0


@rule
def walk(tile: int, direction: int, steps: int) -> int:
    """Return the tile at the end of a way that is on the board."""
    for _ in range(steps):
        tile = NEIGHBOUR[DIRECTIONS * tile + direction]
    return tile


@rule
def flee_seat(s: State) -> int:
    """[H28] Return the next frightened hunter in turn order after the active player."""
    seat = (s.turn + 1) % s.seats
    while (s.frightened >> seat) & 1 == 0:
        seat = (seat + 1) % s.seats
    return seat


@rule
def came_from(s: State) -> int:
    """Return the tile the mammoth has just left in its flight."""
    return NEIGHBOUR[DIRECTIONS * s.mammoth + (s.flight + BACK) % DIRECTIONS]


@rule
def refuges(s: State) -> int:
    """[H26] [H27] Return where a hunter on the mammoth's tile may flee to, also ahead of it."""
    return AROUND[s.mammoth] & ~(s.rock | hunters_tiles(s) | 1 << came_from(s))


@rule
def rocks_at_cross(s: State) -> int:
    """[H3] Return how many of the six tiles around the cross are rock."""
    rocks = 0
    for direction in range(DIRECTIONS):
        rocks += (s.rock >> NEIGHBOUR[DIRECTIONS * CROSS + direction]) & 1
    return rocks


@rule
def region_of_cross(s: State) -> int:
    """[H42] Return all tiles connected to the cross without rock."""
    region = 0
    grown = 1 << CROSS
    while grown != region:
        region = grown
        for tile in range(TILES):
            if (region >> tile) & 1 != 0:
                grown |= AROUND[tile] & ~s.rock
    return region


@rule
def cornered(s: State) -> bool:
    """[H42] Return the mammoth has fewer than two ways out: a hunter on the only one closes it."""
    ways = AROUND[s.mammoth] & ~s.rock
    return ways & (ways - 1) == 0


@rule
def escaped(s: State) -> bool:
    """[H41] [H42] Return the mammoth can no longer be driven into any trap.

    Rock never moves and the mammoth never enters it, so its region is for ever that of the cross.
    Flights of one tile lead from each tile of it to its neighbours and back, so that all the grass
    of the region can be entered, or there is none. (With the tiles of the box there always is: over
    all 8,345,040 ways to lay the rocks that H3 allows the smallest region has 16 tiles, and only
    12 tiles are snow or the cross.)
    """
    within = s.region & hunters_tiles(s)
    return cornered(s) or within == 0 or s.region & s.grass == 0


# --- why a move is refused -----------------------------------------------------------------------


@rule
def why_not_place(s: State, tile: int) -> int:
    """[H6] On an outer tile that is neither rock nor occupied."""
    if (OUTER >> tile) & 1 == 0:
        return Why.NOT_OUTER
    if (s.rock >> tile) & 1 != 0:
        return Why.PLACED_ON_ROCK
    return Why.PLACE_TAKEN if hunters_on(s, tile) != 0 else 0


@rule
def why_not_move(s: State, way: int) -> int:
    """[H10] With a card of that many steps, in a straight line, all of it open.

    [H11] Hunters, traps and the mammoth are no hindrance.
    """
    if s.hand[CARD_VALUES * s.turn + way // DIRECTIONS] == 0:
        return Why.NO_SUCH_CARD
    here = s.hunter[s.turn]
    if way_open(s, here, way):
        return 0
    return Why.OFF_BOARD if PATH[WAYS * here + way] < 0 else Why.ROCK_ON_WAY


@rule
def why_not_trap(s: State) -> int:
    """[H12] On a grass tile without a trap, where the hunter is alone and has one in hand."""
    here = s.hunter[s.turn]
    if (s.grass >> here) & 1 == 0:
        return Why.NOT_GRASS  # [H9]
    if trap_owner(s, here) != NOWHERE:
        return Why.TRAP_HERE
    if hunters_on(s, here) != 1 << s.turn:
        return Why.NOT_ALONE
    return Why.NO_TRAP_LEFT if s.stock[s.turn] == 0 else 0


@rule
def why_not_lift(s: State) -> int:
    """[H13] Return a trap of any seat, on a tile where the hunter is alone."""
    here = s.hunter[s.turn]
    if trap_owner(s, here) == NOWHERE:
        return Why.NO_TRAP_HERE
    return Why.NOT_ALONE_TO_LIFT if hunters_on(s, here) != 1 << s.turn else 0


@rule
def why_not_flee(s: State, direction: int) -> int:
    """[H26] To a refuge next to the mammoth's tile; if it is none, why not."""
    tile = NEIGHBOUR[DIRECTIONS * s.mammoth + direction]
    if tile == NOWHERE:
        return Why.FLEE_OFF_BOARD
    if (refuges(s) >> tile) & 1 != 0:
        return 0
    if (s.rock >> tile) & 1 != 0:
        return Why.FLEE_TO_ROCK
    return Why.FLEE_BACK if tile == came_from(s) else Why.FLEE_TAKEN
