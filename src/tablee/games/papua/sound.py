"""Papua: are all islanders there, and where they may be?"""

from __future__ import annotations

from tablee.kernel.rule import rule

from .groups import everyone, in_pot
from .rules import stuck
from .state import FACES, MAX_SEATS, Phase, State


@rule
def sound(s: State) -> int:
    """Return 0 if the rules can lead to this record, else the number of a broken paragraph."""
    broken = sound_islanders(s)
    if broken == 0:
        broken = sound_turn(s)
    if broken == 0:
        broken = sound_end(s)
    return broken


@rule
def sound_islanders(s: State) -> int:
    """[P1] [P5] At most four of each seat are on the path, and at most one on a space."""
    taken = 0
    for seat in range(MAX_SEATS):
        spaces = s.islanders[seat]
        if spaces & ~((2 << s.canoe) - 2) != 0:
            return 2
        if spaces & taken != 0:
            return 5
        if in_pot(s, seat) < 0 or (seat >= s.seats and spaces != 0):
            return 1
        taken |= spaces
    return 32 if taken & s.cannibals != 0 else 0


@rule
def sound_turn(s: State) -> int:
    """[P4] [P10] The first seat, the seat at turn, the turns done and the die fit together."""
    if s.phase < Phase.WHO_BEGINS or s.phase > Phase.ENDED:
        return 10
    if s.die < 0 or s.die > FACES or (s.die != 0) != (s.phase == Phase.MOVE):
        return 10
    if s.phase == Phase.WHO_BEGINS and (s.first != 0 or s.turns != 0 or everyone(s) != 0):
        return 4
    done = s.turns - 1 if s.phase == Phase.ENDED else s.turns  # before the turn of the seat at turn
    if s.first < 0 or s.first >= s.seats or done < 0 or s.turn != (s.first + done) % s.seats:
        return 4
    return 0


@rule
def sound_end(s: State) -> int:
    """[P41] [P42] The game is over exactly if there is a reason for it."""
    arrived = everyone(s) & (1 << s.canoe) != 0
    limit = s.turn_limit * s.seats
    if s.phase == Phase.ENDED:
        if s.turns > limit:
            return 42
        return 0 if arrived or s.turns == limit or stuck(s) else 41
    if s.turns >= limit:
        return 42
    return 41 if arrived else 0
