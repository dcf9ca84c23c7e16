"""The rules of Pig."""

from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .state import FACES, GOAL, MAX_SEATS, Code, Phase, State


@rule
def setup(s: State, seats: int, options: Ints) -> None:
    """[G1] Seat 1 begins, and nobody has any points."""
    s.seats = seats
    s.first = 0
    s.phase = Phase.DECIDE
    s.turn = 0
    s.pot = 0
    for seat in range(MAX_SEATS):
        s.points[seat] = 0


@rule
def to_act(s: State) -> int:
    """The seat whose turn it is; chance while the die rolls."""
    if s.phase == Phase.ENDED:
        return OVER
    return CHANCE if s.phase == Phase.THROW else s.turn


@rule
def legal(s: State, moves: Ints) -> int:
    """[G2] Roll, or [G3] hold what has been rolled."""
    moves[0] = Code.ROLL
    moves[1] = Code.HOLD
    return 2 if s.pot > 0 else 1


@rule
def chance(s: State, outcomes: Ints, weights: Ints) -> int:
    """One die."""
    for face in range(FACES):
        outcomes[face] = Code.DIE + face
        weights[face] = 1
    return FACES


@rule
def why_not(s: State, code: int) -> int:
    """[G3] Nothing can be held before the first roll."""
    return 1 if code == Code.HOLD and s.pot == 0 else 0


@rule
def pass_on(s: State) -> None:
    """The next seat begins its turn."""
    s.pot = 0
    s.turn = (s.turn + 1) % s.seats


@rule
def apply(s: State, code: int) -> None:
    """Play a move, or what the die shows."""
    if code == Code.ROLL:
        s.phase = Phase.THROW
    elif code == Code.HOLD:
        s.points[s.turn] += s.pot
        s.phase = Phase.ENDED if s.points[s.turn] >= GOAL else Phase.DECIDE  # [G4]
        pass_on(s)
    else:
        s.phase = Phase.DECIDE
        if code == Code.DIE:  # a 1 [G2]
            pass_on(s)
        else:
            s.pot += code - Code.DIE + 1


@rule
def score(s: State, points: Ints, ranks: Ints) -> None:
    """[G4] Whoever has more points ranks higher."""
    for seat in range(s.seats):
        points[seat] = s.points[seat]
        ranks[seat] = 1
        for other in range(s.seats):
            if s.points[other] > s.points[seat]:
                ranks[seat] += 1
