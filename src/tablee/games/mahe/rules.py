"""Mahé, paragraph by paragraph. Ids in brackets are those of docs/rules/mahe."""

from __future__ import annotations

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import report
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .state import (
    BEACH,
    BEACH_EGGS,
    BUST_OVER,
    CARD_VALUES,
    CARDS,
    DICE,
    FACES,
    LAP,
    MAX_SEATS,
    MAX_TURTLES,
    PILE,
    RAFT,
    TWO_TURTLES_UP_TO,
    Code,
    Phase,
    Report,
    State,
    Why,
)

# --- the table -----------------------------------------------------------------------------------


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """Put all turtles on the raft; nothing is won, and the first seat is yet to be drawn."""
    s.seats = seats
    s.first = 0
    s.third_die_at_seven = options[0]
    s.cards_as_dice = options[1]
    s.phase = Phase.WHO_BEGINS
    s.turn = 0
    s.mover = 0
    s.second = 0
    for turtle in range(MAX_TURTLES + 1):
        s.space[turtle] = RAFT  # [M2]
        s.rider[turtle] = 0
    clear_dice(s)
    s.face_up = 0
    s.turned = 0
    for i in range(CARD_VALUES):
        s.unseen[i] = CARDS[i]  # [M3] [M4] the four in the box are as unknown as the pile
        s.spent[i] = 0
    for i in range(MAX_SEATS * CARD_VALUES):
        s.won[i] = 0
    for seat in range(MAX_SEATS):
        s.played[seat] = 0
    s.beach = 0


@rule
def turtles_each(s: State) -> int:
    """[M1] Return two turtles a player at two or three seats, else one."""
    return 2 if s.seats <= TWO_TURTLES_UP_TO else 1


@rule
def owner(s: State, turtle: int) -> int:
    """Return the seat a turtle belongs to."""
    return (turtle - 1) >> 1 if turtles_each(s) == 2 else turtle - 1


@rule
def topmost(s: State, turtle: int) -> int:
    """Return the turtle on top of all that ride on this one; itself if none does."""
    while s.rider[turtle] != 0:
        turtle = s.rider[turtle]
    return turtle


@rule
def decider(s: State) -> int:
    """[M20] Return the seat that decides about the next die: the owner of the topmost turtle."""
    return owner(s, topmost(s, s.mover))


@rule
def total(s: State) -> int:
    """Return the sum of the dice so far, cards played as dice included."""
    return s.faces[0] + s.faces[1] + s.faces[2]


# --- the seat to act, and its moves --------------------------------------------------------------


@rule
def to_act(s: State) -> int:
    """Return the seat to move, or CHANCE, or OVER."""
    if s.phase == Phase.DECIDE:
        return decider(s)
    if s.phase == Phase.WHICH_TURTLE:
        return s.turn
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE


@rule
def why_not(s: State, code: int) -> int:
    """Return 0 if the seat to act may play this code now, else why not."""
    if s.phase == Phase.WHICH_TURTLE:
        return 0 if Code.TURTLE <= code < Code.TURTLE + 2 else Why.NOT_NOW
    if s.phase != Phase.DECIDE or code < Code.ROLL or code >= Code.TURTLE:
        return Why.NOT_NOW
    if code == Code.STOP:
        return 0
    if code == Code.ROLL:
        # [M13] The third die on exactly seven could only bust.
        if s.thrown == 2 and total(s) == BUST_OVER and s.third_die_at_seven == 0:
            return Why.SEVEN_FORBIDS
        return 0
    value = code - Code.CARD + 1
    if s.cards_as_dice == 0:
        return Why.NO_CARDS_HERE  # [M60]
    seat = decider(s)
    if s.won[seat * CARD_VALUES + value - 1] == 0:
        return Why.NOT_YOUR_CARD  # [M64]
    if s.played[seat] != 0:
        return Why.CARD_ALREADY_PLAYED  # [M62]
    if total(s) + value > BUST_OVER:
        return Why.CARD_BUSTS  # [M61]
    return 0


@rule
def legal(s: State, moves: Ints) -> int:
    """Write all legal moves of the seat to act, and return how many."""
    if s.phase == Phase.WHICH_TURTLE:  # [M40]
        moves[0] = Code.TURTLE
        moves[1] = Code.TURTLE + 1
        return 2
    count = 0
    if s.phase == Phase.DECIDE:  # [M10]
        last = Code.TURTLE if s.cards_as_dice != 0 else Code.CARD
        for code in range(Code.ROLL, last):
            if why_not(s, code) == 0:
                moves[count] = code
                count += 1
    return count


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """Write all possible outcomes and their weights, and return how many."""
    count = 0
    if s.phase == Phase.THROW:
        for face in range(FACES):
            outcomes[face] = Code.DIE + face
            weights[face] = 1
        count = FACES
    elif s.phase == Phase.TURN_CARD:
        for i in range(CARD_VALUES):
            if s.unseen[i] > 0:  # [M70]
                outcomes[count] = Code.FLIP + i
                weights[count] = s.unseen[i]
                count += 1
    elif s.phase == Phase.WHO_BEGINS:
        for seat in range(s.seats):  # [M6]
            outcomes[seat] = Code.FIRST + seat
            weights[seat] = 1
        count = s.seats
    return count


# --- what happens --------------------------------------------------------------------------------


@rule
def apply(s: State, code: int) -> None:
    """Play a legal move or a possible outcome."""
    if code >= Code.DIE:
        report(s, Report.DIE, code - Code.DIE + 1, 0)
        take_number(s, code - Code.DIE + 1)
    elif code >= Code.FLIP:
        turn_card(s, code - Code.FLIP)
    elif code >= Code.FIRST:
        s.first = code - Code.FIRST  # [M6]
        s.turn = s.first
        report(s, Report.BEGINS, s.first, 0)
        begin_turn(s)
        s.phase = Phase.TURN_CARD  # [M3] the top card is face up before the first move
    elif code >= Code.TURTLE:
        s.mover = 2 * s.turn + 1 + code - Code.TURTLE
        report(s, Report.TURTLE_CHOSEN, s.mover, 0)
        s.phase = Phase.THROW  # [M10] the first die is not asked for
    elif code >= Code.CARD:
        play_card(s, code - Code.CARD)
    elif code == Code.ROLL:
        s.phase = Phase.THROW
    else:
        report(s, Report.STOPS, 0, 0)
        walk(s)


@rule
def begin_turn(s: State) -> None:
    """Begin the turn of a seat."""
    for seat in range(s.seats):
        s.played[seat] = 0  # [M62] everyone may play a card again
    s.second = 0
    if turtles_each(s) == 2:
        s.mover = 0
        s.phase = Phase.WHICH_TURTLE  # [M40]
    else:
        s.mover = s.turn + 1
        s.phase = Phase.THROW


@rule
def end_move(s: State) -> None:
    """Go on to the seat's other turtle [M40], also after a bust [M41], or to the next seat [M6]."""
    clear_dice(s)
    if turtles_each(s) == 2 and s.second == 0:
        s.second = 1
        s.mover = 4 * s.turn + 3 - s.mover  # the other of 2·turn + 1 and 2·turn + 2
        s.phase = Phase.THROW
    else:
        s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
        begin_turn(s)


@rule
def clear_dice(s: State) -> None:
    """Take up all three dice."""
    s.thrown = 0
    for i in range(DICE):
        s.faces[i] = 0


@rule
def turn_card(s: State, i: int) -> None:
    """Turn the top card; the move that was due follows."""
    s.unseen[i] -= 1
    s.face_up = i + 1
    s.turned += 1
    report(s, Report.CARD_TURNED, s.face_up, 0)
    s.phase = Phase.WHICH_TURTLE if s.mover == 0 else Phase.THROW


@rule
def take_number(s: State, number: int) -> None:
    """Take one more die, or a card in its place."""
    s.faces[s.thrown] = number
    s.thrown += 1
    if total(s) > BUST_OVER:
        bust(s)
    elif s.thrown == DICE:
        walk(s)  # [M10] three dice at most
    else:
        s.phase = Phase.DECIDE


@rule
def play_card(s: State, i: int) -> None:
    """[M60] Play a card of the decider as a die; it leaves the game [M63]."""
    seat = decider(s)
    s.won[seat * CARD_VALUES + i] -= 1
    s.spent[i] += 1
    s.played[seat] = 1
    report(s, Report.CARD_PLAYED, i + 1, seat)
    take_number(s, i + 1)


@rule
def step_off(s: State) -> None:
    """[M16] Take the mover off its stack; the turtles underneath stay."""
    for turtle in range(1, MAX_TURTLES + 1):
        if s.rider[turtle] == s.mover:
            s.rider[turtle] = 0


@rule
def bust(s: State) -> None:
    """[M12] [M18] Send the mover and its riders to the raft, where turtles stand side by side."""
    step_off(s)
    turtle = s.mover
    while turtle != 0:
        above = s.rider[turtle]
        report(s, Report.FALLS, turtle, 0)
        s.space[turtle] = RAFT
        s.rider[turtle] = 0  # [M15]
        turtle = above
    end_move(s)


@rule
def walk(s: State) -> None:
    """[M11] Move by the sum times the number of dice, with all riders [M16]."""
    steps = total(s) * s.thrown
    report(s, Report.WALKS, s.mover, steps)
    start = s.space[s.mover]
    if start == BEACH:
        start = RAFT  # both are just before space 1 [M2]
    arrival = start + steps
    lays = arrival >= BEACH  # [M30] and leaving the beach wins nothing [M32]
    if arrival > BEACH:
        arrival -= LAP
    step_off(s)
    carried = topmost(s, s.mover)
    for turtle in range(1, MAX_TURTLES + 1):
        # [M14] [M17] The top of what stands there, those left behind included, gets riders.
        # Those carried still have the space they left, but never count as standing there.
        if s.space[turtle] == arrival and s.rider[turtle] == 0 and turtle != carried:
            s.rider[turtle] = s.mover
            report(s, Report.CLIMBS, s.mover, turtle)
            break
    turtle = s.mover
    while turtle != 0:
        s.space[turtle] = arrival
        turtle = s.rider[turtle]
    if lays:
        lay_eggs(s, owner(s, carried))  # [M31]
    else:
        end_move(s)


@rule
def lay_eggs(s: State, seat: int) -> None:
    """[M30] Win and replace the face-up card; after the last one the beach itself [M33]."""
    if s.face_up == 0:
        s.beach = seat + 1
        report(s, Report.LAYS_LAST, seat, BEACH_EGGS)
        s.phase = Phase.ENDED
        return
    s.won[seat * CARD_VALUES + s.face_up - 1] += 1
    report(s, Report.LAYS, seat, s.face_up)
    s.face_up = 0
    end_move(s)
    if s.turned < PILE:
        s.phase = Phase.TURN_CARD


# --- the end -------------------------------------------------------------------------------------


@rule
def eggs(s: State, seat: int) -> int:
    """[M50] Return the eggs of a seat, those of both its turtles [M42]."""
    number = BEACH_EGGS if s.beach == seat + 1 else 0
    for i in range(CARD_VALUES):
        number += (i + 1) * s.won[seat * CARD_VALUES + i]
    return number


@rule
def cards(s: State, seat: int) -> int:
    """[M51] Return the cards of a seat, the beach counting as one."""
    number = 1 if s.beach == seat + 1 else 0
    for i in range(CARD_VALUES):
        number += s.won[seat * CARD_VALUES + i]
    return number


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """Score eggs, and rank by eggs, then by cards [M51]; full equals share a rank [M52]."""
    for seat in range(s.seats):
        points[seat] = eggs(s, seat)
        ranks[seat] = 1
    for seat in range(s.seats):
        for other in range(s.seats):
            if points[other] > points[seat] or (
                points[other] == points[seat] and cards(s, other) > cards(s, seat)
            ):
                ranks[seat] += 1
