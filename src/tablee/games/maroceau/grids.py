"""Maroc'eau: questions about grids and points that several rules ask; none changes anything."""

from __future__ import annotations

from tablee.kernel.rule import rule

from .state import FACE_DOWN, HIGHEST, KINDS, LOWEST, PLACES, State


@rule
def face_down(s: State, seat: int) -> int:
    """Return how many cards of a seat lie face down."""
    number = 0
    for place in range(seat * PLACES, seat * PLACES + PLACES):
        if s.grid[place] == FACE_DOWN:
            number += 1
    return number


@rule
def visible_points(s: State, seat: int) -> int:
    """Return the points of a seat's cards that lie face up; those removed count nothing [W31]."""
    points = 0
    for place in range(seat * PLACES, seat * PLACES + PLACES):
        if s.grid[place] <= HIGHEST:
            points += s.grid[place]
    return points


@rule
def opening(s: State, seat: int) -> int:
    """[W13] Return the sum of a seat's two visible cards, with the higher one [W14]."""
    highest = LOWEST
    for place in range(seat * PLACES, seat * PLACES + PLACES):
        if s.grid[place] <= HIGHEST:
            highest = max(highest, s.grid[place])
    return visible_points(s, seat) * KINDS + highest - LOWEST


@rule
def round_points(s: State, seat: int) -> int:
    """Return the points of a seat in the last round, doubled where haste is punished [W34]."""
    points = s.last_points[seat]
    if seat == s.last_ended_by - 1 and points > 0:
        for other in range(s.seats):
            if other != seat and s.last_points[other] <= points:
                return 2 * points
    return points


@rule
def is_over(s: State) -> bool:
    """Return whether the round just scored was the last one."""
    if s.rounds != 0:
        return s.round_number >= s.rounds  # [W42]
    highest = s.totals[0]
    for seat in range(1, s.seats):
        highest = max(highest, s.totals[seat])
    return highest >= s.target  # [W40]
