"""The rules of Pig."""

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .state import DECIDE, DIE, ENDED, FACES, GOAL, HOLD, MAX_SEATS, ROLL, THROW, State


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """[G1] Seat 1 begins, and nobody has any points."""
    s.seats = seats
    s.first = 0
    s.phase = DECIDE
    s.turn = 0
    s.pot = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is; chance while the die rolls."""
    if s.phase == ENDED:
        return OVER
    return CHANCE if s.phase == THROW else s.turn


@rule
def legal(s: State, moves: Ints) -> int:
    """[G2] Roll, or [G3] hold what has been rolled."""
    moves[0] = ROLL
    moves[1] = HOLD
    return 2 if s.pot > 0 else 1


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """One die."""
    for face in range(FACES):
        outcomes[face] = DIE + face
        weights[face] = 1
    return FACES


@rule
def why_not(s: State, code: int) -> int:
    """[G3] Nothing can be held before the first roll."""
    return 1 if code == HOLD and s.pot == 0 else 0


@rule
def pass_on(s: State) -> None:
    """The next seat begins its turn."""
    s.pot = 0
    s.turn = (s.turn + 1) % s.seats


@rule
def apply(s: State, code: int) -> None:
    """Play a move, or what the die shows."""
    if code == ROLL:
        s.phase = THROW
    elif code == HOLD:
        s.points[s.turn] += s.pot
        if s.points[s.turn] >= GOAL:  # [G4]
            s.phase = ENDED
        else:
            pass_on(s)
    else:
        s.phase = DECIDE
        if code == DIE:  # a 1 [G2]
            pass_on(s)
        else:
            s.pot += code - DIE + 1


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """[G4] Whoever has more points ranks higher."""
    for seat in range(s.seats):
        points[seat] = s.points[seat]
        ranks[seat] = 1
        for other in range(s.seats):
            if s.points[other] > s.points[seat]:
                ranks[seat] += 1
