"""Mâamut: hunters move, and the mammoth flees from them [H20] to [H31]."""

from __future__ import annotations

from tablee.kernel.contract import report, report_each
from tablee.kernel.rule import rule

from .ground import flee_seat, hunters_on, refuges, trap_owner, walk, way_open
from .state import (
    BACK,
    CARD_VALUES,
    DIRECTIONS,
    NEIGHBOUR,
    NOWHERE,
    PATH,
    REMOVED,
    TRAPS,
    WAYS,
    Phase,
    Report,
    State,
)


@rule
def spend(s: State, i: int) -> None:
    """Take a card from the hand of the hunter at turn."""
    s.hand[CARD_VALUES * s.turn + i] -= 1
    s.held[s.turn] -= 1
    s.discards[i] += 1


@rule
def move(s: State, way: int) -> None:
    """[H10] Move the hunter at turn, who may meet the mammoth on the way."""
    direction = way % DIRECTIONS
    steps = way // DIRECTIONS + 1
    start = s.hunter[s.turn]
    report(s, Report.MOVES, s.turn, way)
    spend(s, way // DIRECTIONS)
    s.landing = walk(start, direction, steps)
    if (PATH[WAYS * start + way] >> s.mammoth) & 1 == 0:
        return
    s.hunter[s.turn] = s.mammoth  # [H20] and waits there till the flight is over [H29]
    report(s, Report.MEETS, s.turn, s.mammoth)
    for clockwise in range(DIRECTIONS):  # [H21] straight on first, then clockwise [H22]
        s.flight = (direction + clockwise) % DIRECTIONS
        if clockwise != BACK and way_open(s, s.mammoth, way - direction + s.flight):
            s.run = steps  # [H20] as many as the card shows
            report(s, Report.FLEES, s.flight, steps)
            return
    report(s, Report.STANDS, 0, 0)
    fall(s, s.turn)  # [H24]
    s.landing = NOWHERE


@rule
def make_room(s: State, direction: int) -> None:
    """[H27] Move a frightened hunter to the chosen tile."""
    seat = flee_seat(s)
    s.hunter[seat] = NEIGHBOUR[DIRECTIONS * s.mammoth + direction]
    s.frightened ^= 1 << seat
    report(s, Report.MAKES_ROOM, seat, s.hunter[seat])


@rule
def run_on(s: State) -> bool:
    """[H25] Let a fleeing mammoth run tile by tile, until a hunter has to choose a refuge.

    True when it stands, or did not run at all, so that the action is over.
    """
    while s.frightened != 0 or s.run > 0:
        if s.frightened == 0:
            s.mammoth = NEIGHBOUR[DIRECTIONS * s.mammoth + s.flight]
            s.run -= 1
            report(s, Report.RUNS_TO, s.mammoth, 0)
            s.winner = trap_owner(s, s.mammoth) + 1  # [H40]
            if s.winner != 0:
                report(s, Report.TRAPPED, s.winner - 1, s.mammoth)
                end_flight(s)
                s.phase = Phase.ENDED  # [H25] before any hunter is frightened
                return False
            # [H26] Never the active hunter: it runs straight away from that one.
            s.frightened = hunters_on(s, s.mammoth)
            report_each(s, Report.FRIGHTENS, 0, s.frightened)
        elif refuges(s) != 0:
            s.phase = Phase.FRIGHT  # [H27]
            report(s, Report.MUST_MAKE_ROOM, flee_seat(s), 0)
            return False
        else:
            seat = flee_seat(s)
            s.frightened ^= 1 << seat
            fall(s, seat)  # [H26]
    if s.landing != NOWHERE:
        # [H29] The mammoth is not on the rest of the hunter's way: straight on it is further away,
        # as it ran the whole card from where they met, and other lines don't meet again.
        s.hunter[s.turn] = s.landing
    end_flight(s)
    return True


@rule
def end_flight(s: State) -> None:
    """End the flight: the mammoth stands, and no hunter is on the way."""
    s.flight = 0
    s.run = 0
    s.landing = NOWHERE


@rule
def fall(s: State, seat: int) -> None:
    """[H30] Remove a hunter; discard its cards; its traps leave the board or stay [H31]."""
    s.hunter[seat] = NOWHERE
    report(s, Report.OUT, seat, 0)
    for i in range(CARD_VALUES):
        s.discards[i] += s.hand[CARD_VALUES * seat + i]
        s.hand[CARD_VALUES * seat + i] = 0
    s.held[seat] = 0
    if s.fallen_traps == REMOVED:
        s.trap[seat] = 0
        s.stock[seat] = TRAPS
