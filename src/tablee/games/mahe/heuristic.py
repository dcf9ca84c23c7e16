"""Mahé by rule of thumb: count the steps a die is worth against what a bust would cost.

All is counted in steps. A lap of 21 brings a card, an average one of 3⅝ eggs, so an egg is worth
about six steps. Climbing on another turtle saves a throw. What a bust costs is the way from the
raft to where the stack stands, which from the raft is nothing at all.
"""

from __future__ import annotations

from tablee.bots.evaluation import chances_from_lead, weights_from_values
from tablee.bots.players import Player, Searcher, Thumb
from tablee.bots.search import Effort
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .rules import decider, owner, total
from .state import BEACH, BUST_OVER, DICE, FACES, LAP, MAX_TURTLES, RAFT, Code, Phase, State

EGG = 6  # steps
AVERAGE_CARD = 22  # steps: 3⅝ eggs
BEACH_EGGS_WORTH = 42
RIDE = 4  # steps: the worth of riding on another turtle
SCALE = 36  # values are in 36ths of a step: two dice to come
HALF_AT = 72  # two steps worse: half as much liked
SURE_LEAD = 14  # a lead of two cards is as good as the victory

# Weaker players are those who do not look (lapses) or take a move they like less (slips), so often
# in a thousand.
LADDER: dict[str, Player] = {
    "gentle": Thumb(slips=300, lapses=450),
    "casual": Thumb(slips=250, lapses=250),
    "club": Thumb(slips=150, lapses=110),
    "expert": Thumb(),
    "master": Searcher(1000, Effort(exploration=1000)),
}


@rule
def worth(s: State, steps: int) -> int:
    """Return the worth, in steps from the raft, of moving so many."""
    start = s.space[s.mover]
    if start == BEACH:
        start = RAFT
    value = start + steps
    arrival = value
    if arrival >= BEACH:
        prize = s.face_up * EGG if s.face_up != 0 else BEACH_EGGS_WORTH
        value += prize - AVERAGE_CARD
        if arrival > BEACH:
            arrival -= LAP
    for turtle in range(1, MAX_TURTLES + 1):
        if s.space[turtle] == arrival and s.rider[turtle] == 0 and owner(s, turtle) != decider(s):
            value += RIDE
    return value


@rule
def worth_of_throw(s: State, so_far: int, thrown: int) -> int:
    """Return six times the worth of throwing one more die and stopping then."""
    value = 0
    for face in range(1, FACES + 1):
        if so_far + face <= BUST_OVER:
            value += worth(s, (so_far + face) * (thrown + 1))
    return value


@rule
def worth_of_roll(s: State) -> int:
    """Return 36 times the worth of one more die, with a third after it where that is better."""
    so_far = total(s)
    if s.thrown == DICE - 1:
        return 6 * worth_of_throw(s, so_far, s.thrown)
    value = 0
    for face in range(1, FACES + 1):
        both = so_far + face
        if both <= BUST_OVER:
            stop = 6 * worth(s, both * 2)
            value += max(stop, worth_of_throw(s, both, 2)) if both < BUST_OVER else stop
    return value


@rule
def advise(s: State, moves: Ints, count: int, weights: Ints) -> None:
    """Write how much each move is liked."""
    for i in range(count):
        weights[i] = 0
    if s.phase == Phase.DECIDE:
        for i in range(count):
            code = moves[i]
            if code == Code.STOP:
                weights[i] = SCALE * worth(s, total(s) * s.thrown)
            elif code == Code.ROLL:
                weights[i] = worth_of_roll(s)
            else:
                value = code - Code.CARD + 1
                steps = (total(s) + value) * (s.thrown + 1)
                weights[i] = SCALE * (worth(s, steps) - value * EGG)
    weights_from_values(weights, count, HALF_AT)


@rule
def at_rest(s: State) -> int:
    """Return 0: a lap is short, so simulations go on to the end."""
    return 0


@rule
def outlook(s: State, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Write the chance of each seat to win, in 840ths, by the lead it has."""
    chances_from_lead(s.seats, points, ranks, shares, SURE_LEAD)
