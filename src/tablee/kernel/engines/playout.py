"""Games played by chance alone, and what is counted of them: once for all games and engines."""

from __future__ import annotations

from ..actors import CHANCE, OVER
from ..contract import State, apply, chance, legal, score, setup, sound, to_act
from ..dice import WORD, Dice, pick, roll, take_up
from ..record import Int16s, Ints, Record, int64
from ..rule import rule

MAX_SEATS = 8
SHARE = 840  # a shared victory is split evenly; 840 can be divided by 1 to 8
TRAIL_START = 2166136261  # FNV-1a over the codes of a match: two matches alike have trails alike
TRAIL_FACTOR = 16777619
NEVER = 1 << 62
ENDLESS = 1_000_000  # no match is that long; a rulebook that never ends is a bug and is counted


class Tally(Record):
    """Sums over many matches. Integers alone, so that no order of adding changes them."""

    games: int = int64()
    plies: int = int64()  # moves and outcomes of chance
    decisions: int = int64()  # moves of seats
    plies_squared: int = int64()
    shortest: int = int64()
    longest: int = int64()
    nobody: int = int64()  # matches without a winner
    shared: int = int64()  # matches with several winners
    wins: list[int] = int64(MAX_SEATS)  # by seat, in 840ths
    wins_squared: list[int] = int64(MAX_SEATS)
    order_wins: list[int] = int64(MAX_SEATS)  # by place in turn order after the seat that began
    order_wins_squared: list[int] = int64(MAX_SEATS)
    points: list[int] = int64(MAX_SEATS)
    points_squared: list[int] = int64(MAX_SEATS)
    trails: int = int64()  # sum of the trails: equal on two engines only if all matches are
    broken: int = int64()  # plies after which a conservation law did not hold (audits only)
    endless: int = int64()
    strays: list[int] = int64(MAX_SEATS)  # matches that ended as a policy chose no move there was


@rule
def begin_tally(t: Tally) -> None:
    """Prepare a new tally; its other fields are zero already."""
    t.shortest = NEVER


@rule
def advance(s: State, dice: Dice, moves: Ints, weights: Ints) -> int:
    """Play one ply, an outcome by its weight or any legal move alike, and return its code."""
    if to_act(s) == CHANCE:
        code = moves[pick(dice, weights, chance(s, moves, weights))]
    else:
        code = moves[roll(dice, legal(s, moves))]
    apply(s, code)
    return code


@rule
def count_length(t: Tally, plies: int, decisions: int, trail: int) -> None:
    """Add the length and the trail of a match to the tally."""
    t.games += 1
    t.plies += plies
    t.decisions += decisions
    t.plies_squared += plies * plies
    t.shortest = min(t.shortest, plies)
    t.longest = max(t.longest, plies)
    t.trails += trail


@rule
def count_result(s: State, t: Tally, points: Ints, ranks: Ints) -> None:
    """Add a finished match to the tally."""
    score(s, points, ranks)
    winners = 0
    for seat in range(s.seats):
        if ranks[seat] == 1:
            winners += 1
    if winners == 0:
        t.nobody += 1
    if winners > 1:
        t.shared += 1
    for seat in range(s.seats):
        t.points[seat] += points[seat]
        t.points_squared[seat] += points[seat] * points[seat]
        if ranks[seat] == 1:
            share = SHARE // winners
            place = (seat - s.first + s.seats) % s.seats
            t.wins[seat] += share
            t.wins_squared[seat] += share * share
            t.order_wins[place] += share
            t.order_wins_squared[place] += share * share


@rule
def play_matches(
    states: list[State],
    dices: list[Dice],
    tallies: list[Tally],
    moves: Int16s,
    weights: Int16s,
    points: Ints,
    ranks: Ints,
    seats: int,
    options: Ints,
    seed_low: int,
    seed_high: int,
    first: int,
    count: int,
    stride: int,
    audit: int,
) -> None:
    """Play the matches first, first + stride, … (count of them) into tallies[0]."""
    s = states[0]
    dice = dices[0]
    t = tallies[0]
    for number in range(count):
        match = first + number * stride
        take_up(dice, seed_low, seed_high, match)
        setup(s, seats, options)
        trail = TRAIL_START
        decisions = 0
        actor = to_act(s)
        while actor != OVER and dice.ply < ENDLESS:
            if actor == CHANCE:
                code = moves[pick(dice, weights, chance(s, moves, weights))]
            else:
                code = moves[roll(dice, legal(s, moves))]
                decisions += 1
            apply(s, code)
            trail = ((trail ^ code) * TRAIL_FACTOR) & WORD
            if audit != 0 and sound(s) != 0:
                t.broken += 1
            actor = to_act(s)
        count_length(t, dice.ply, decisions, trail)
        if actor == OVER:
            count_result(s, t, points, ranks)
        else:
            t.endless += 1


def merge(total: Tally, part: Tally) -> None:
    """Add one tally to another."""
    for name, field in Tally.fields.items():
        mine, other = getattr(total, name), getattr(part, name)
        if name == "shortest":
            total.shortest = min(mine, other)
        elif name == "longest":
            total.longest = max(mine, other)
        elif field.length is None:
            setattr(total, name, mine + other)
        else:
            setattr(total, name, [a + b for a, b in zip(mine, other, strict=True)])
