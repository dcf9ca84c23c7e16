"""Maroc'eau by rule of thumb: count the cards, and swap where it saves most water.

All is counted in hundredths of a point. A face-down card is worth the mean of the unseen cards;
a pair in a column is worth a part of what its third card would save; and a seat that could
end the round considers first whether another seat may have fewer points [W34].
"""

from __future__ import annotations

from tablee.bots.evaluation import chances_from_lead, weights_from_values
from tablee.bots.players import Player, Searcher, Thumb
from tablee.bots.search import Effort
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

from .baselines import KeepsFour
from .grids import face_down, is_over, visible_points
from .state import FACE_DOWN, HIGHEST, KINDS, LOWEST, NO_CARD, PLACES, ROWS, Code, Phase, State

POINT = 100
LOOK = 40  # what it is worth to turn a card of one's own, beside the points
PAIR_PERCENT = 4  # of what a column would save, for each card left that would complete it
MOST_PAIR_PERCENT = 45
HALF_AT = 150  # a point and a half worse: half as much liked
SURE_LEAD = 60  # a lead of 60 points is as good as the victory

# Weaker players are those who do not look (lapses) or take a move they like less (slips), so often
# in a thousand.
LADDER: dict[str, Player] = {
    "gentle": Thumb(slips=300, lapses=450),
    "casual": Thumb(slips=250, lapses=200),
    "club": Thumb(slips=100, lapses=50),
    "expert": Thumb(),
    "master": Searcher(700, Effort(exploration=3000)),
    "keeps-four": KeepsFour(),
}


@rule
def mean_unseen(s: State) -> int:
    """Return the mean of the unseen cards, in hundredths."""
    number = 0
    points = 0
    for i in range(KINDS):
        number += s.unseen[i]
        points += s.unseen[i] * (i + LOWEST)
    return POINT * points // number if number > 0 else 5 * POINT


@rule
def worth(card: int, mean: int) -> int:
    """Return what a card in a grid costs, in hundredths."""
    if card == FACE_DOWN:
        return mean
    return 0 if card == NO_CARD else POINT * card


@rule
def cost(s: State, a: int, b: int, c: int, mean: int) -> int:
    """Return what a column of three cards will cost, in hundredths."""
    total = worth(a, mean) + worth(b, mean) + worth(c, mean)
    pair = NO_CARD
    if a == b or a == c:
        pair = a
    elif b == c:
        pair = b
    if pair > HIGHEST or pair <= 0:
        return total  # no pair, or one that is better kept
    if a == b and b == c:
        return 0  # [W23]
    left = s.unseen[pair - LOWEST] + s.pile[pair - LOWEST]
    return total - total * min(MOST_PAIR_PERCENT, PAIR_PERCENT * left) // 100


@rule
def saving(s: State, place: int, card: int, mean: int) -> int:
    """Return what it saves to have a card in a place, in hundredths."""
    first = place - place % ROWS
    a = s.grid[first]
    b = s.grid[first + 1]
    c = s.grid[first + 2]
    before = cost(s, a, b, c, mean)
    if place == first:
        a = card
    elif place == first + 1:
        b = card
    else:
        c = card
    return before - cost(s, a, b, c, mean)


@rule
def haste(s: State, points: int, mean: int) -> int:
    """Return what ending the round now with so many points brings, in hundredths; often a loss."""
    if s.ended_by != 0:
        return 0  # another seat has ended it: only points matter
    rival = 100 * POINT
    others = 0
    for seat in range(s.seats):
        if seat != s.turn:
            guess = POINT * visible_points(s, seat) + mean * face_down(s, seat)
            rival = min(rival, guess)
            others += guess
    lead = rival - points
    if lead < 3 * POINT and points > 0:
        return -points - (3 * POINT - lead)  # likely doubled
    return min(lead, others // (s.seats - 1) - points) // 2


@rule
def best_saving(s: State, card: int, mean: int) -> int:
    """Return the most a card can save in a grid."""
    best = -100 * POINT
    for place in range(s.turn * PLACES, s.turn * PLACES + PLACES):
        if s.grid[place] != NO_CARD:
            best = max(best, saving(s, place, card, mean))
    return best


@rule
def draw_saving(s: State, mean: int) -> int:
    """Return the mean saving of a card from the pile: it replaces the worst card, or is refused."""
    worst = LOWEST * POINT
    for place in range(s.turn * PLACES, s.turn * PLACES + PLACES):
        if s.grid[place] != NO_CARD:
            worst = max(worst, worth(s.grid[place], mean))
    number = 0
    total = 0
    for i in range(KINDS):
        cards = s.pile[i] if s.reshuffled != 0 else s.unseen[i]
        number += cards
        total += cards * max(LOOK, worst - POINT * (i + LOWEST))
    return total // number if number > 0 else 0


@rule
def end_value(s: State, place: int, card: int, mean: int) -> int:
    """Return what it means that this place is the last to be turned, if it is; else nothing."""
    if s.grid[place] != FACE_DOWN or face_down(s, s.turn) != 1:
        return 0
    points = POINT * visible_points(s, s.turn) + mean - saving(s, place, card, mean)
    return haste(s, points, mean)


@rule
def advise(s: State, moves: Ints, count: int, weights: Ints) -> None:
    """Write how much each move is liked."""
    mean = mean_unseen(s)
    grid = s.turn * PLACES
    for i in range(count):
        code = moves[i]
        value = 0
        if s.phase == Phase.CHOOSE:
            value = best_saving(s, s.top, mean) if code == Code.TAKE else draw_saving(s, mean)
        elif s.phase == Phase.PLACE_TAKEN or s.phase == Phase.PLACE_DRAWN:
            if code == Code.DROP:
                value = LOOK
                if face_down(s, s.turn) == 1:
                    points = POINT * visible_points(s, s.turn) + mean
                    value += haste(s, points, mean)
            else:
                place = grid + code - Code.SWAP
                value = saving(s, place, s.hand, mean) + end_value(s, place, s.hand, mean)
                if s.grid[place] == FACE_DOWN:
                    value += LOOK
        elif s.phase == Phase.TURN_ONE:
            first = grid + code - Code.FLIP
            first -= first % ROWS
            # A column with a pair may be completed; else turn where two are known.
            value = cost(s, FACE_DOWN, FACE_DOWN, FACE_DOWN, mean) - cost(
                s, s.grid[first], s.grid[first + 1], s.grid[first + 2], mean
            )
        weights[i] = value
    weights_from_values(weights, count, HALF_AT)


@rule
def at_rest(s: State) -> int:
    """[W35] Return whether a round is counted and no card of the next one is turned."""
    return 1 if s.phase == Phase.TURN_TWO and s.turn == 0 and face_down(s, 0) == PLACES else 0


@rule
def outlook(s: State, points: Ints, ranks: Ints, shares: Ints) -> None:
    """Write the chance of each seat to win, in 840ths, by the lead it has."""
    chances_from_lead(s.seats, points, ranks, shares, SURE_LEAD)


@rule
def another_round(s: State, points: Ints) -> None:
    """[W35] Add the points of a round to the totals; then start another round, or end."""
    for seat in range(s.seats):
        s.totals[seat] += points[seat]
    if is_over(s):
        s.phase = Phase.ENDED
    else:
        s.round_number += 1
