"""Mâamut: the numbers of the box, the geometry, the codes of moves, and all of a match."""

from __future__ import annotations

from tablee.kernel.contract import GameState
from tablee.kernel.inline import Namespace
from tablee.kernel.record import int8, int16, int64
from tablee.kernel.rule import table

MIN_SEATS, MAX_SEATS = 2, 4  # [H1]
TILES = 37  # [H2]
KINDS = 3
ROCK, GRASS, SNOW = range(KINDS)  # [H9] the cross is none of them, and acts as snow
OF_KIND = table([7, 18, 11])  # [H2]
MIXED = 36  # tiles laid at random, all but the cross
MOST_ROCKS_AT_CROSS = 4  # [H3]
CARD_VALUES = 3
CARDS = table([12, 16, 8])  # of one step, two, three [H4]
BOX = 36  # cards in all
HAND = 3  # [H4]
TRAPS = 4  # of each hunter [H8]
REMOVED, STAY = 0, 1  # what becomes of the traps of a fallen hunter [H31]
MAX_HUNT_LIMIT = 500  # the longest hunt that can be chosen, in turns for each seat [H43]
NOWHERE = -1  # off the board, not yet placed, or out of the game

# --- geometry ------------------------------------------------------------------------------------
# Tiles are numbered in reading order, a1 = 0 to g4 = 36; a set of tiles is an integer with their
# bits. Inside this section a tile is (q, r): r rows below the cross, q columns along the slant.

RADIUS = 3
DIRECTION_NAMES = ("NE", "E", "SE", "SW", "W", "NW")  # clockwise
DIRECTIONS = 6
BACK = 3  # directions further on is the opposite one
STEP = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # by direction
HEXAGON = [
    (q, r)
    for r in range(-RADIUS, RADIUS + 1)
    for q in range(max(-RADIUS, -RADIUS - r), min(RADIUS, RADIUS - r) + 1)
]
CROSS = HEXAGON.index((0, 0))
TILE_NAMES = [
    f"{'abcdefg'[r + RADIUS]}{q - max(-RADIUS, -RADIUS - r) + 1}" for q, r in HEXAGON
]  # a1 … g4


def tile_after(tile: int, direction: int, steps: int) -> int:
    """Return the tile so many steps from another, or NOWHERE."""
    (q, r), (right, down) = HEXAGON[tile], STEP[direction]
    there = (q + steps * right, r + steps * down)
    return HEXAGON.index(there) if there in HEXAGON else NOWHERE


def way_mask(tile: int, direction: int, steps: int) -> int:
    """Return the tiles of a straight way without its start; all bits if it leaves the board."""
    way = [tile_after(tile, direction, step) for step in range(1, steps + 1)]
    return -1 if NOWHERE in way else sum(1 << passed for passed in way)


WAYS = CARD_VALUES * DIRECTIONS  # way = 6 · (steps - 1) + direction
NEIGHBOUR = table(tile_after(tile, d, 1) for tile in range(TILES) for d in range(DIRECTIONS))
PATH = table(
    way_mask(tile, direction, steps)
    for tile in range(TILES)
    for steps in range(1, CARD_VALUES + 1)
    for direction in range(DIRECTIONS)
)
AROUND = table(
    sum(1 << NEIGHBOUR[DIRECTIONS * tile + d] for d in range(DIRECTIONS)
        if NEIGHBOUR[DIRECTIONS * tile + d] != NOWHERE)
    for tile in range(TILES)
)  # fmt: skip
OUTER = sum(1 << i for i, (q, r) in enumerate(HEXAGON) if max(abs(q), abs(r), abs(q + r)) == RADIUS)

# --- moves and outcomes --------------------------------------------------------------------------
# A hunter holds three cards, at best of three values in six directions each: 18 moves, 3 discards,
# and on their tile they can set a trap or lift one. There are 18 outer tiles to be placed on.
MAX_MOVES = 22


class Phase(Namespace):
    """What is awaited now."""

    WHO_BEGINS, LAY_TILE, DEAL_HANDS, PLACE_HUNTER, HUNT, FRIGHT, DRAW, ENDED = range(8)


class Code(Namespace):
    """Moves of seats, then outcomes of chance."""

    PLACE = 0  # + tile
    MOVE = 37  # + way
    TRAP, LIFT = 55, 56
    DISCARD = 57  # + value - 1
    FLEE = 60  # + direction
    TILE = 66  # + kind
    DEAL = 69  # + value - 1
    FIRST = 72  # + seat


class Why(Namespace):
    """Why a move is refused."""

    NOT_NOW = 1
    NOT_OUTER, PLACED_ON_ROCK, PLACE_TAKEN, NO_SUCH_CARD, OFF_BOARD, ROCK_ON_WAY = range(2, 8)
    NOT_GRASS, TRAP_HERE, NOT_ALONE, NO_TRAP_LEFT, NO_TRAP_HERE, NOT_ALONE_TO_LIFT = range(8, 14)
    NO_CARD_TO_DISCARD, FLEE_OFF_BOARD, FLEE_TO_ROCK, FLEE_BACK, FLEE_TAKEN = range(14, 19)


class Report(Namespace):
    """What happens; seats, tiles, kinds and directions are numbered as in the record."""

    BEGINS = 1  # a seat begins [H7]
    TILE_LAID = 2  # on a tile, a kind of ground [H2]
    TILES_TAKEN_UP = 3  # as there is too much rock around the cross [H3]
    TILES_LIE = 4  # all of them, for good
    CARD_DEALT = 5  # a seat is dealt a card of this value; told to that seat alone [H50]
    HANDS_DEALT = 6  # everyone holds three cards [H4]
    RESHUFFLED = 7  # the discards are the new pile [H16]
    PLACED = 8  # a seat's hunter stands on a tile [H6]
    MOVES = 9  # a seat's hunter sets out on a way, by a card of as many steps [H10]
    DISCARDS = 10  # a seat discards a card of this value [H14]
    SETS_TRAP = 11  # a seat, on a tile [H12]
    LIFTS_TRAP = 12  # that belongs to a seat, from a tile [H13]
    MEETS = 13  # a seat's hunter comes to the mammoth's tile [H20]
    STANDS = 14  # the mammoth has no way out [H24]
    FLEES = 15  # the mammoth runs in a direction, for so many tiles [H21]
    RUNS_TO = 16  # the mammoth comes to the next tile [H25]
    FRIGHTENS = 17  # the mammoth (0), a seat's hunter on its tile [H26]
    MUST_MAKE_ROOM = 18  # a seat is asked where its hunter goes [H27]
    MAKES_ROOM = 19  # a seat's hunter goes to a tile [H27]
    OUT = 20  # a seat's hunter [H30]
    TRAPPED = 21  # the mammoth falls into the trap of a seat, on a tile [H40]
    SURVIVES = 22  # the mammoth [H41]


class State(GameState):
    """A match of Mâamut. Sets of tiles are bit masks, tiles are counted from a1 = 0."""

    fallen_traps: int = int8()  # option [H31]
    hunt_limit: int = int16()  # option [H43]
    phase: int = int8()
    turn: int = int8()  # the seat that is dealt to, places its hunter, or hunts
    turns: int = int16()  # turns of the hunt that are over [H43]
    tiles: list[int] = int8(KINDS)  # not laid yet, by kind
    rock: int = int64()  # the rest of what is laid is snow, or the cross
    grass: int = int64()
    region: int = int64()  # tiles connected to the cross without rock, once all lie [H42]
    mammoth: int = int8()
    hunter: list[int] = int8(MAX_SEATS)  # where each stands, or NOWHERE
    trap: list[int] = int64(MAX_SEATS)  # tiles with a trap of this seat
    stock: list[int] = int8(MAX_SEATS)  # traps in hand
    hand: list[int] = int8(MAX_SEATS * CARD_VALUES)  # by seat and value
    held: list[int] = int8(MAX_SEATS)  # how many cards in the hand: known to all [H50]
    pile: list[int] = int8(CARD_VALUES)  # in a view: all cards that this seat has not seen
    discards: list[int] = int8(CARD_VALUES)
    # While the mammoth flees and hunters have to make room:
    flight: int = int8()  # the direction it runs in, else 0
    run: int = int8()  # tiles it still has to run, else 0
    frightened: int = int8()  # the bits of the seats that must flee from its tile, else 0
    landing: int = int8()  # where the active hunter's move will end [H29], else NOWHERE
    winner: int = int8()  # seat + 1 that owns the trap; 0: none, or the mammoth [H41]


FIXED = ("fallen_traps", "hunt_limit")  # fields that the options set for good
