"""Mâamut, paragraph by paragraph. Ids in brackets are those of docs/rules/maamut."""

from __future__ import annotations

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .ground import (
    came_from,
    escaped,
    flee_seat,
    hunters_on,
    next_tile,
    pile_size,
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
    MAX_SEATS,
    MOST_ROCKS_AT_CROSS,
    NEIGHBOUR,
    NOWHERE,
    OF_KIND,
    OUTER,
    PATH,
    REMOVED,
    ROCK,
    TILES,
    TRAPS,
    WAYS,
    Code,
    Phase,
    State,
    Why,
)

# --- the table -----------------------------------------------------------------------------------


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """An empty table but for the cross; nobody knows who begins."""
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
    """[H2] All tiles but the cross are in the bag."""
    for kind in range(KINDS):
        s.tiles[kind] = OF_KIND[kind]
    s.rock = 0
    s.grass = 0


# --- who acts, and what is possible --------------------------------------------------------------


@rule
def to_act(s: State) -> int:
    """The seat asked to move, or CHANCE, or OVER."""
    if s.phase == Phase.HUNT or s.phase == Phase.PLACE_HUNTER:
        return s.turn
    if s.phase == Phase.FRIGHT:
        return flee_seat(s)
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE


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
    """[H10] With a card of that many steps, in a straight line, all of it open to him.

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
    """[H12] One's own trap, alone on a grass tile without one."""
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
    """[H13] Anybody's trap, alone on its tile."""
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


@rule
def why_not(s: State, code: int) -> int:
    """0 if the seat to act may play this code now, else the number of the reason."""
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
    # [H14] Always possible: who is to act holds three cards.
    return 0 if s.hand[CARD_VALUES * s.turn + code - Code.DISCARD] > 0 else Why.NO_CARD_TO_DISCARD


@rule
def legal(s: State, moves: Ints) -> int:
    """Writes all legal moves of the seat to act; returns how many."""
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
    """Writes all possible outcomes and their weights; returns how many."""
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
    """Plays a legal move or a possible outcome."""
    if code >= Code.FIRST:
        s.first = code - Code.FIRST  # [H7]
        s.phase = Phase.LAY_TILE
    elif code >= Code.DEAL:
        deal(s, code - Code.DEAL)
    elif code >= Code.TILE:
        lay(s, code - Code.TILE)
    elif code < Code.MOVE:
        place(s, code - Code.PLACE)
    else:
        act(s, code)
        run_on(s)


@rule
def act(s: State, code: int) -> None:
    """One of the four actions, or a hunter's flight from the mammoth."""
    if code >= Code.FLEE:
        flee(s, code - Code.FLEE)
    elif code >= Code.DISCARD:
        spend(s, code - Code.DISCARD)  # [H14]
    elif code < Code.TRAP:
        move(s, code - Code.MOVE)
    else:
        here = s.hunter[s.turn]
        if code == Code.TRAP:
            s.trap[s.turn] |= 1 << here  # [H12]
            s.stock[s.turn] -= 1
        else:
            owner = trap_owner(s, here)
            s.trap[owner] ^= 1 << here  # [H13] back to its owner, even if he is out
            s.stock[owner] += 1


@rule
def lay(s: State, kind: int) -> None:
    """[H2] The next tile; when all lie they are looked at, and hands are dealt [H7]."""
    tile = next_tile(s)
    s.tiles[kind] -= 1
    if kind == ROCK:
        s.rock |= 1 << tile
    elif kind == GRASS:
        s.grass |= 1 << tile
    if tile < TILES - 1:
        return
    if rocks_at_cross(s) > MOST_ROCKS_AT_CROSS:
        take_up_tiles(s)  # [H3]
    else:
        s.region = region_of_cross(s)
        s.phase = Phase.DEAL_HANDS
        s.turn = 0


@rule
def deal(s: State, i: int) -> None:
    """A card for the seat at turn: of the first three [H4], or in place of the one spent [H15]."""
    s.pile[i] -= 1
    s.hand[CARD_VALUES * s.turn + i] += 1
    s.held[s.turn] += 1
    if s.phase == Phase.DRAW:
        # [H16] Hands hold at most 12 cards of 36, so that a new pile has 24 or more, and a drawn
        # one is never empty: there is always a card to draw.
        if pile_size(s) == 0:
            for value in range(CARD_VALUES):
                s.pile[value] += s.discards[value]
                s.discards[value] = 0
        next_turn(s)
    elif s.held[s.turn] == HAND:
        s.turn += 1
        if s.turn == s.seats:
            s.turn = s.first  # [H7]
            s.phase = Phase.PLACE_HUNTER


@rule
def place(s: State, tile: int) -> None:
    """[H6] One hunter after the other; placing is no turn [H7]."""
    s.hunter[s.turn] = tile
    s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first:
        s.phase = Phase.ENDED if escaped(s) else Phase.HUNT  # [H42]


@rule
def spend(s: State, i: int) -> None:
    """The hunter at turn plays or discards a card."""
    s.hand[CARD_VALUES * s.turn + i] -= 1
    s.held[s.turn] -= 1
    s.discards[i] += 1


@rule
def move(s: State, way: int) -> None:
    """[H10] The hunter at turn goes his way, and may meet the mammoth on it."""
    direction = way % DIRECTIONS
    steps = way // DIRECTIONS + 1
    start = s.hunter[s.turn]
    spend(s, way // DIRECTIONS)
    s.landing = walk(start, direction, steps)
    if (PATH[WAYS * start + way] >> s.mammoth) & 1 == 0:
        return
    s.hunter[s.turn] = s.mammoth  # [H20] he is there, and waits till the flight is over [H29]
    for clockwise in range(DIRECTIONS):  # [H21] straight on first, then clockwise [H22]
        s.flight = (direction + clockwise) % DIRECTIONS
        if clockwise != BACK and way_open(s, s.mammoth, way - direction + s.flight):
            s.run = steps  # [H20] as many as the card shows
            return
    fall(s, s.turn)  # [H24]
    s.landing = NOWHERE


@rule
def flee(s: State, direction: int) -> None:
    """[H27] A frightened hunter goes where his player says."""
    seat = flee_seat(s)
    s.hunter[seat] = NEIGHBOUR[DIRECTIONS * s.mammoth + direction]
    s.frightened ^= 1 << seat


@rule
def run_on(s: State) -> None:
    """[H25] If the mammoth flees it runs tile by tile, until a hunter has to choose a refuge.

    When it stands, or did not run at all, the action comes to its end.
    """
    while s.frightened != 0 or s.run > 0:
        if s.frightened == 0:
            s.mammoth = NEIGHBOUR[DIRECTIONS * s.mammoth + s.flight]
            s.run -= 1
            s.winner = trap_owner(s, s.mammoth) + 1  # [H40]
            if s.winner != 0:
                end_flight(s)
                s.phase = Phase.ENDED  # [H25] before anybody is frightened
                return
            # [H26] Never the active hunter: it runs straight away from him.
            s.frightened = hunters_on(s, s.mammoth)
        elif refuges(s) != 0:
            s.phase = Phase.FRIGHT  # [H27]
            return
        else:
            seat = flee_seat(s)
            s.frightened ^= 1 << seat
            fall(s, seat)  # [H26]
    if s.landing != NOWHERE:
        # [H29] The mammoth is not on the rest of his way: straight on it is further away than he
        # goes, as it ran the whole card from where they met, and other lines do not meet again.
        s.hunter[s.turn] = s.landing
    end_flight(s)
    end_action(s)


@rule
def end_flight(s: State) -> None:
    """The mammoth stands, and nobody is on his way."""
    s.flight = 0
    s.run = 0
    s.landing = NOWHERE


@rule
def fall(s: State, seat: int) -> None:
    """[H30] A hunter is out; his cards are discarded, his traps leave the board or stay [H31]."""
    s.hunter[seat] = NOWHERE
    for i in range(CARD_VALUES):
        s.discards[i] += s.hand[CARD_VALUES * seat + i]
        s.hand[CARD_VALUES * seat + i] = 0
    s.held[seat] = 0
    if s.fallen_traps == REMOVED:
        s.trap[seat] = 0
        s.stock[seat] = TRAPS


@rule
def end_action(s: State) -> None:
    """[H42] [H43] Has the mammoth survived? If not, who spent a card draws one [H15]."""
    s.turns += 1
    if escaped(s) or s.turns >= s.hunt_limit * s.seats:
        s.phase = Phase.ENDED
    elif s.hunter[s.turn] != NOWHERE and s.held[s.turn] < HAND:
        s.phase = Phase.DRAW
    else:
        next_turn(s)


@rule
def next_turn(s: State) -> None:
    """On to the next hunter who is not out [H30]; a single one goes on alone [H32]."""
    s.turn = (s.turn + 1) % s.seats
    while s.hunter[s.turn] == NOWHERE:
        s.turn = (s.turn + 1) % s.seats
    s.phase = Phase.HUNT


# --- the end -------------------------------------------------------------------------------------


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """[H40] One point and the first rank for the winner; or the rank is the mammoth's [H41]."""
    for seat in range(s.seats):
        points[seat] = 1 if s.winner == seat + 1 else 0
        ranks[seat] = 2 - points[seat]
