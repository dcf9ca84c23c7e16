"""Mâamut as numbers, for learners."""

from __future__ import annotations

from tablee.kernel.compile.bits import lowest_bit
from tablee.kernel.encoding import Feature, counted_from, places, seat_after
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .ground import next_tile, pile_size
from .rules import to_act
from .state import (
    BOX,
    CARD_VALUES,
    CARDS,
    CROSS,
    DIRECTIONS,
    HAND,
    KINDS,
    MAX_HUNT_LIMIT,
    MAX_SEATS,
    NOWHERE,
    OF_KIND,
    STAY,
    TILES,
    TRAPS,
    Code,
    Phase,
    State,
)

FEATURES = (
    Feature("seats", 2, MAX_SEATS, "hunters at the table"),
    Feature("fallen_traps", 0, STAY, "option [H31]: 1 if traps of a fallen hunter stay"),
    Feature(
        "phase",
        0,
        Phase.ENDED,
        "what is awaited: who begins, a tile, hands, hunters, a turn, a flight, a card, nothing",
    ),
    Feature("to_act", -2, MAX_SEATS - 1, "the seat to act; -1: chance, -2: the game is over"),
    Feature("turn", 0, MAX_SEATS - 1, "the seat that is dealt to, places its hunter, or hunts"),
    Feature("turns_left", 0, MAX_SEATS * MAX_HUNT_LIMIT, "turns until the hunt is over [H43]"),
    Feature("winner", 0, MAX_SEATS, "the seat whose trap the mammoth fell into, from 1; 0: none"),
    Feature("tiles", 0, max(OF_KIND), "not laid yet: rock, grass, snow", KINDS),
    Feature(
        "ground",
        0,
        KINDS,
        "of each tile: 0 not laid yet, 1 rock, 2 grass, 3 snow or the cross",
        TILES,
    ),
    Feature("trap", 0, MAX_SEATS, "the seat that has a trap on each tile, from 1; 0: none", TILES),
    Feature("mammoth", 0, TILES - 1, "the tile of the mammoth"),
    Feature("hunter", NOWHERE, TILES - 1, "the tile of each hunter; -1: on none", MAX_SEATS),
    Feature("stock", 0, TRAPS, "traps that each hunter has in hand", MAX_SEATS),
    Feature("held", 0, HAND, "cards in each hand", MAX_SEATS),
    Feature("hand", 0, HAND, "own cards of one step, two, three", CARD_VALUES),
    Feature(
        "unseen",
        0,
        max(CARDS),
        "cards not seen by this seat, by value: pile and other hands",
        CARD_VALUES,
    ),
    Feature("pile", 0, BOX, "cards in the draw pile"),
    Feature("discards", 0, max(CARDS), "cards used, by value", CARD_VALUES),
    Feature("flight", 0, DIRECTIONS - 1, "the direction the mammoth runs in"),
    Feature("run", 0, CARD_VALUES, "tiles it still has to run; 0: it stands"),
    Feature("frightened", 0, 1, "whether each hunter must flee from its tile", MAX_SEATS),
    Feature("landing", NOWHERE, TILES - 1, "where the active hunter will end [H29]; -1: nowhere"),
)
ACTIONS = Code.TILE  # the codes of moves

AT = places(FEATURES)
SEATS, FALLEN_TRAPS, PHASE, TO_ACT, TURN, TURNS_LEFT, WINNER = (
    AT[name]
    for name in ("seats", "fallen_traps", "phase", "to_act", "turn", "turns_left", "winner")
)
KINDS_LEFT, GROUND, TRAP_AT, MAMMOTH, HUNTER, STOCK = (
    AT[name] for name in ("tiles", "ground", "trap", "mammoth", "hunter", "stock")
)
HELD, OWN_HAND, UNSEEN, PILE, DISCARDS = (
    AT[name] for name in ("held", "hand", "unseen", "pile", "discards")
)
FLIGHT, RUN, FRIGHTENED, LANDING = (AT[name] for name in ("flight", "run", "frightened", "landing"))


@rule
def encode(s: State, seat: int, out: Ints) -> None:
    """Write the observation of a seat: of hands only its own [H50]."""
    actor = to_act(s)
    seats = s.seats
    out[SEATS] = seats
    out[FALLEN_TRAPS] = s.fallen_traps
    out[PHASE] = s.phase
    out[TO_ACT] = counted_from(seat, actor, seats) if actor >= 0 else actor
    out[TURN] = counted_from(seat, s.turn, seats)
    out[TURNS_LEFT] = s.hunt_limit * seats - s.turns
    out[WINNER] = counted_from(seat, s.winner - 1, seats) + 1 if s.winner != 0 else 0
    for i in range(KINDS):
        out[KINDS_LEFT + i] = s.tiles[i]
    laid = next_tile(s) if s.phase <= Phase.LAY_TILE else TILES
    rock = s.rock
    grass = s.grass
    for tile in range(TILES):
        kind = 3 - 2 * ((rock >> tile) & 1) - ((grass >> tile) & 1)
        out[GROUND + tile] = kind if tile < laid else 0
        out[TRAP_AT + tile] = 0
    out[GROUND + CROSS] = 3
    out[MAMMOTH] = s.mammoth
    for near in range(seats):
        other = seat_after(seat, near, seats)
        out[HUNTER + near] = s.hunter[other]
        out[STOCK + near] = s.stock[other]
        out[HELD + near] = s.held[other]
        out[FRIGHTENED + near] = (s.frightened >> other) & 1
        traps = s.trap[other]
        while traps != 0:
            out[TRAP_AT + lowest_bit(traps)] = near + 1
            traps &= traps - 1
    for near in range(seats, MAX_SEATS):
        out[HUNTER + near] = NOWHERE
        out[STOCK + near] = 0
        out[HELD + near] = 0
        out[FRIGHTENED + near] = 0
    for i in range(CARD_VALUES):
        out[OWN_HAND + i] = s.hand[CARD_VALUES * seat + i]
        out[UNSEEN + i] = s.pile[i]
        out[DISCARDS + i] = s.discards[i]
    out[PILE] = pile_size(s)
    out[FLIGHT] = s.flight
    out[RUN] = s.run
    out[LANDING] = s.landing


@rule
def action_of(s: State, code: int) -> int:
    """Return the code of a move: it is its action."""
    return code


@rule
def code_of(s: State, action: int) -> int:
    """Return the code of an action."""
    return action if action >= 0 and action < ACTIONS else -1
