"""Papua by rule of thumb: get one islander far, keep the others in company, send rivals back.

All is counted in tenths of a space, on the board as it would be after the move. What counts is how
far each islander is, the foremost most of all; squares are freedom, a group is company, and one
left alone on a round space waits for another to fetch it [P14].

How likely a seat is to win is guessed from its best islander above all: on the last squares, or in
company the further the better. The numbers were fitted to 40,000 positions of 5,000 games.
"""

from __future__ import annotations

from tablee.bots.evaluation import weights_from_values
from tablee.bots.players import Player, Searcher, Thumb
from tablee.bots.search import Effort
from tablee.kernel.engines.playout import SHARE
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule, table

from .groups import everyone, in_group, lowest
from .state import MAX_SPACES, POT, Code, State

SPACE = 10
FOREMOST = 14  # a space of the foremost islander counts so much more
COMPANY = 15
LONELY = -40
LAST_SQUARES = 60  # it needs no company any more
ARRIVED = 5000
RIVAL_PART = 3  # what rivals gain or lose counts a third
HALF_AT = 30  # three spaces worse: half as much liked

# Strength is counted in hundredths: one more, and the odds to win are a hundredth better.
STRONG_LAST = 305
STRONG_TEMPO = 19  # on the last squares, for each seat that will throw later
STRONG_COMPANY = 215  # half way to the canoe three quarters of it, near the canoe almost twice
STRONG_LONELY = 45
OTHERS_PART = 6  # the islanders behind the best one count a sixth
ODDS = table(round(100 * 1.01**strength) for strength in range(640))

# Weaker players are those who do not look (lapses) or take a move they like less (slips), so often
# in a thousand.
LADDER: dict[str, Player] = {
    "gentle": Thumb(slips=300, lapses=650),
    "casual": Thumb(slips=250, lapses=450),
    "club": Thumb(slips=200, lapses=220),
    "expert": Thumb(),
    "master": Searcher(6000, Effort(exploration=200, horizon=12, ranks=0)),
}


@rule
def standing(s: State, mine: int, others: int) -> int:
    """Return how good it is to have islanders on these spaces, with the others on those."""
    value = 0
    foremost = POT
    round_mine = mine & ~s.squares
    round_others = others & ~s.squares
    spaces = mine
    while spaces != 0:
        space = lowest(spaces)
        spaces &= spaces - 1
        foremost = space
        value += SPACE * space
        if space >= s.canoe:
            value += ARRIVED  # [P41]
        elif s.squares & (1 << space) != 0:
            if space > s.canoe // 2:
                value += LAST_SQUARES
        elif in_group(round_mine, round_others, space):
            value += COMPANY
        else:
            value += LONELY
    return value + FOREMOST * foremost


@rule
def after_move(s: State, seat: int, movers: int) -> int:
    """Return the spaces of a seat's islanders once those on `movers` have moved by the die."""
    spaces = s.islanders[seat]
    if seat == s.turn and movers == 1 << POT:
        spaces |= 1 << POT
    moved = (spaces & movers) << s.die
    return (spaces & ~movers & ~(movers << s.die)) | (moved & ~s.cannibals)


@rule
def worth(s: State, movers: int) -> int:
    """Return what the seat at turn makes of the board by a move, rivals included."""
    before = everyone(s)
    all_after = 0
    for seat in range(s.seats):
        all_after |= after_move(s, seat, movers)
    value = 0
    for seat in range(s.seats):
        mine = after_move(s, seat, movers)
        if seat == s.turn:
            value += standing(s, mine, all_after & ~mine)
        elif mine != s.islanders[seat]:
            # Only those whom the move concerned: the rest is the same for every move.
            change = standing(s, mine, all_after & ~mine)
            change -= standing(s, s.islanders[seat], before & ~s.islanders[seat])
            value -= change // RIVAL_PART
    return value


@rule
def advise(s: State, moves: Ints, count: int, weights: Ints) -> None:
    """Write how much each move is liked."""
    for i in range(count):
        code = moves[i]
        if code >= Code.GROUP:
            first = (code - Code.GROUP) // MAX_SPACES + 1
            last = (code - Code.GROUP) % MAX_SPACES + 1
            weights[i] = worth(s, (2 << last) - (1 << first))
        elif code == Code.PASS:
            weights[i] = 0
        else:
            weights[i] = worth(
                s, 1 << (code - Code.LEAP + 1 if code >= Code.LEAP else code - Code.ALONE)
            )
    weights_from_values(weights, count, HALF_AT)


@rule
def strength(s: State, seat: int, others: int) -> int:
    """Return how near a seat is to winning, with the others on those spaces."""
    mine = s.islanders[seat]
    last = STRONG_LAST + STRONG_TEMPO * ((s.turn - seat - 1) % s.seats)
    best = 0
    total = 0
    spaces = mine
    while spaces != 0:
        space = lowest(spaces)
        spaces &= spaces - 1
        value = 0
        if s.squares & (1 << space) == 0:
            company = in_group(mine & ~s.squares, others & ~s.squares, space)
            value = STRONG_COMPANY if company else STRONG_LONELY
            value = value * space * (s.canoe + space) // (s.canoe * s.canoe)
        elif space > s.canoe // 2:
            value = last
        best = max(best, value)
        total += value
    return best + (total - best) // OTHERS_PART


@rule
def outlook(s: State, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Write the chance of each seat to win, in 840ths: as their strengths are to each other."""
    anybody = everyone(s)
    total = 0
    for seat in range(s.seats):
        shares[seat] = ODDS[strength(s, seat, anybody & ~s.islanders[seat])]
        total += shares[seat]
    for seat in range(s.seats):
        shares[seat] = SHARE * shares[seat] // total


@rule
def at_rest(s: State) -> int:
    """Return 0: nothing is decided before the canoe, so simulations go on to the end."""
    return 0
