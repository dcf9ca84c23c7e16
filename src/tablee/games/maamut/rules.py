"""Mâamut, paragraph by paragraph. Ids in brackets are those of docs/rules/maamut."""

from __future__ import annotations

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import report, report_to
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .chase import end_flight, make_room, move, run_on, spend
from .ground import (
    escaped,
    flee_seat,
    next_tile,
    pile_size,
    region_of_cross,
    rocks_at_cross,
    trap_owner,
    way_open,
    why_not_flee,
    why_not_lift,
    why_not_move,
    why_not_place,
    why_not_trap,
)
from .state import (
    CARD_VALUES,
    CARDS,
    CROSS,
    DIRECTIONS,
    GRASS,
    HAND,
    KINDS,
    MAX_SEATS,
    MOST_ROCKS_AT_CROSS,
    NOWHERE,
    OF_KIND,
    ROCK,
    TILES,
    TRAPS,
    Code,
    Phase,
    Report,
    State,
    Why,
)

# --- the table -----------------------------------------------------------------------------------


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """Clear the table but for the cross; the first seat is yet to be drawn."""
    s.seats = seats
    s.first = 0
    s.fallen_traps = options[0]
    s.hunt_limit = options[1]
    s.phase = Phase.WHO_BEGINS
    s.turn = 0
    s.turns = 0
    take_up_tiles(s)
    s.region = 0
    s.mammoth = CROSS  # [H5]
    for seat in range(MAX_SEATS):
        s.hunter[seat] = NOWHERE
        s.trap[seat] = 0
        s.stock[seat] = TRAPS if seat < seats else 0  # [H8]
        s.held[seat] = 0
    for i in range(CARD_VALUES):
        s.pile[i] = CARDS[i]  # [H4]
        s.discards[i] = 0
    for i in range(MAX_SEATS * CARD_VALUES):
        s.hand[i] = 0
    s.frightened = 0
    end_flight(s)
    s.winner = 0


@rule
def take_up_tiles(s: State) -> None:
    """[H2] Put all tiles but the cross into the bag."""
    for kind in range(KINDS):
        s.tiles[kind] = OF_KIND[kind]
    s.rock = 0
    s.grass = 0


# --- the seat to act, and its moves --------------------------------------------------------------


@rule
def to_act(s: State) -> int:
    """Return the seat to move, or CHANCE, or OVER."""
    if s.phase == Phase.HUNT or s.phase == Phase.PLACE_HUNTER:
        return s.turn
    if s.phase == Phase.FRIGHT:
        return flee_seat(s)
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE


@rule
def why_not(s: State, code: int) -> int:
    """Return 0 if the seat to act may play this code now, else why not."""
    if s.phase == Phase.PLACE_HUNTER and Code.PLACE <= code < Code.MOVE:
        return why_not_place(s, code - Code.PLACE)
    if s.phase == Phase.FRIGHT and Code.FLEE <= code < Code.TILE:
        return why_not_flee(s, code - Code.FLEE)
    if s.phase != Phase.HUNT or code < Code.MOVE or code >= Code.FLEE:
        return Why.NOT_NOW
    if code < Code.TRAP:
        return why_not_move(s, code - Code.MOVE)
    if code == Code.TRAP:
        return why_not_trap(s)
    if code == Code.LIFT:
        return why_not_lift(s)
    # [H14] Always possible: the seat to act holds three cards.
    return 0 if s.hand[CARD_VALUES * s.turn + code - Code.DISCARD] > 0 else Why.NO_CARD_TO_DISCARD


@rule
def legal(s: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act, and return how many."""
    count = 0
    if s.phase == Phase.HUNT:
        here = s.hunter[s.turn]
        for i in range(CARD_VALUES):
            if s.hand[CARD_VALUES * s.turn + i] > 0:
                for way in range(DIRECTIONS * i, DIRECTIONS * i + DIRECTIONS):
                    moves[count] = Code.MOVE + way  # kept if open; a branch here would cost a fifth
                    count += 1 if way_open(s, here, way) else 0
        if why_not_trap(s) == 0:
            moves[count] = Code.TRAP
            count += 1
        if why_not_lift(s) == 0:
            moves[count] = Code.LIFT
            count += 1
        for i in range(CARD_VALUES):
            if s.hand[CARD_VALUES * s.turn + i] > 0:
                moves[count] = Code.DISCARD + i
                count += 1
    elif s.phase == Phase.FRIGHT:
        for direction in range(DIRECTIONS):
            if why_not_flee(s, direction) == 0:
                moves[count] = Code.FLEE + direction
                count += 1
    elif s.phase == Phase.PLACE_HUNTER:
        for tile in range(TILES):
            if why_not_place(s, tile) == 0:
                moves[count] = Code.PLACE + tile
                count += 1
    return count


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """Write all possible outcomes and their weights, and return how many."""
    count = 0
    if s.phase == Phase.DRAW or s.phase == Phase.DEAL_HANDS:
        for i in range(CARD_VALUES):
            if s.pile[i] > 0:
                outcomes[count] = Code.DEAL + i
                weights[count] = s.pile[i]
                count += 1
    elif s.phase == Phase.LAY_TILE:
        for kind in range(KINDS):
            if s.tiles[kind] > 0:
                outcomes[count] = Code.TILE + kind
                weights[count] = s.tiles[kind]
                count += 1
    elif s.phase == Phase.WHO_BEGINS:
        for seat in range(s.seats):  # [H7]
            outcomes[seat] = Code.FIRST + seat
            weights[seat] = 1
        count = s.seats
    return count


# --- what happens --------------------------------------------------------------------------------


@rule
def apply(s: State, code: int) -> None:
    """Play a legal move or a possible outcome."""
    if code >= Code.FIRST:
        s.first = code - Code.FIRST  # [H7]
        report(s, Report.BEGINS, s.first, 0)
        s.phase = Phase.LAY_TILE
    elif code >= Code.DEAL:
        deal(s, code - Code.DEAL)
    elif code >= Code.TILE:
        lay(s, code - Code.TILE)
    elif code < Code.MOVE:
        place(s, code - Code.PLACE)
    else:
        act(s, code)
        if run_on(s):
            end_action(s)


@rule
def act(s: State, code: int) -> None:
    """Play one of the four actions, or a hunter's flight from the mammoth."""
    if code >= Code.FLEE:
        make_room(s, code - Code.FLEE)
    elif code >= Code.DISCARD:
        report(s, Report.DISCARDS, s.turn, code - Code.DISCARD + 1)
        spend(s, code - Code.DISCARD)  # [H14]
    elif code < Code.TRAP:
        move(s, code - Code.MOVE)
    else:
        here = s.hunter[s.turn]
        if code == Code.TRAP:
            s.trap[s.turn] |= 1 << here  # [H12]
            s.stock[s.turn] -= 1
            report(s, Report.SETS_TRAP, s.turn, here)
        else:
            owner = trap_owner(s, here)
            s.trap[owner] ^= 1 << here  # [H13] back to its owner, even one who is out
            s.stock[owner] += 1
            report(s, Report.LIFTS_TRAP, owner, here)


@rule
def lay(s: State, kind: int) -> None:
    """[H2] Lay the next tile; once all are laid, check them, and deal hands [H7]."""
    tile = next_tile(s)
    s.tiles[kind] -= 1
    report(s, Report.TILE_LAID, tile, kind)
    if kind == ROCK:
        s.rock |= 1 << tile
    elif kind == GRASS:
        s.grass |= 1 << tile
    if tile < TILES - 1:
        return
    if rocks_at_cross(s) > MOST_ROCKS_AT_CROSS:
        take_up_tiles(s)  # [H3]
        report(s, Report.TILES_TAKEN_UP, 0, 0)
    else:
        s.region = region_of_cross(s)
        report(s, Report.TILES_LIE, 0, 0)
        s.phase = Phase.DEAL_HANDS
        s.turn = 0


@rule
def deal(s: State, i: int) -> None:
    """Deal a card to the seat at turn: of the first three [H4], or for a spent one [H15]."""
    s.pile[i] -= 1
    s.hand[CARD_VALUES * s.turn + i] += 1
    s.held[s.turn] += 1
    report_to(s, s.turn, Report.CARD_DEALT, s.turn, i + 1)
    if s.phase == Phase.DRAW:
        # [H16] Hands hold at most 12 cards of 36, so that a new pile has 24 or more, and a drawn
        # one is never empty: there is always a card to draw.
        if pile_size(s) == 0:
            for value in range(CARD_VALUES):
                s.pile[value] += s.discards[value]
                s.discards[value] = 0
            report(s, Report.RESHUFFLED, 0, 0)
        next_turn(s)
    elif s.held[s.turn] == HAND:
        s.turn += 1
        if s.turn == s.seats:
            report(s, Report.HANDS_DEALT, 0, 0)
            s.turn = s.first  # [H7]
            s.phase = Phase.PLACE_HUNTER


@rule
def place(s: State, tile: int) -> None:
    """[H6] Place the hunters one after the other; placing is no turn [H7]."""
    s.hunter[s.turn] = tile
    report(s, Report.PLACED, s.turn, tile)
    s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first:
        s.phase = Phase.HUNT
        if escaped(s):
            survive(s)  # [H42]


@rule
def end_action(s: State) -> None:
    """[H42] [H43] End the hunt if the mammoth has survived; else draw for a card spent [H15]."""
    s.turns += 1
    if escaped(s) or s.turns >= s.hunt_limit * s.seats:
        survive(s)
    elif s.hunter[s.turn] != NOWHERE and s.held[s.turn] < HAND:
        s.phase = Phase.DRAW
    else:
        next_turn(s)


@rule
def survive(s: State) -> None:
    """[H41] End the game: the mammoth can't be caught any more, and no hunter has won."""
    s.phase = Phase.ENDED
    report(s, Report.SURVIVES, 0, 0)


@rule
def next_turn(s: State) -> None:
    """Go on to the next hunter who is not out [H30]; the last one goes on alone [H32]."""
    s.turn = (s.turn + 1) % s.seats
    while s.hunter[s.turn] == NOWHERE:
        s.turn = (s.turn + 1) % s.seats
    s.phase = Phase.HUNT


# --- the end -------------------------------------------------------------------------------------


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """[H40] Give the winner a point and the first rank; or the rank is the mammoth's [H41]."""
    for seat in range(s.seats):
        points[seat] = 1 if s.winner == seat + 1 else 0
        ranks[seat] = 2 - points[seat]
