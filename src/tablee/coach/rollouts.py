"""Simulated games from one position, all with the same chances: what becomes of every seat.

A *trial* is one position with one move tried first, or none. Simulations are numbered; number n has
dice of its own, the same in every trial of a seed. So two moves are compared in the same worlds,
with the same luck, pair by pair. Afterwards everybody plays by rule of thumb.

That is enough where the rule of thumb knows the game. Where it does not see an ambush coming
(`Coaching.trees`), a tree grows after the move as in `tablee.bots.search`, in which everybody plays
better and better for themselves. Games from one tree are not independent of each other, so several
trees are grown, and the error is taken from how much they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablee.bots import contract
from tablee.bots.contract import advise, at_rest
from tablee.bots.heuristics import heuristic_of
from tablee.bots.search import (
    COPY,
    MAX_PATH,
    MILLE,
    Node,
    add_child,
    copy_compiled,
    copy_plain,
    find_child,
    select,
)
from tablee.bots.searcher import Effort
from tablee.coach import horizon
from tablee.coach.horizon import CONTINUATIONS, STOCK, another_round, has_rounds
from tablee.coach.odds import odds_of
from tablee.gamebox import Game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.contract import GameState, apply, chance, legal, resample, score, sees, to_act
from tablee.kernel.contract import setup as set_up
from tablee.kernel.dice import WORD, Dice, pick, roll, take_up
from tablee.kernel.engine import verbs_of
from tablee.kernel.playout import MAX_SEATS, SHARE
from tablee.kernel.record import Ints, Record, int32, int64
from tablee.kernel.rule import driver, specialise

UNIT = SHARE * CONTINUATIONS  # a victory
TURN_PLIES = 256  # more random numbers than a turn takes
AFTERWARDS = 1 << 40  # keeps the dice of what comes after a rest apart
STOCK_SEED = 2026


class Probe(Record):
    """What is tried, and how far it has come."""

    seat: int = int32()  # who looks; -1: somebody who sees all
    code: int = int32()  # the move to be tried; -1: none
    informed: int = int32()  # moves by the rule of thumb, in a thousand
    exploration: int = int32()  # in thousandths
    ranks: int = int32()  # how much of a reward is the rank, in thousandths
    seed_low: int = int64()
    seed_high: int = int64()
    grows: int = int32()  # 1: a tree grows
    nodes: int = int64()  # in use; the root is node 0
    plies: int = int64()  # moves and outcomes played in all simulations


@driver
def keep_time(s: Any, dice: Dice, turn: int, begun: int) -> int:
    """At a change of turn the dice go on from a place of its own; returns how many have begun.

    So whoever needs a die more in one trial than in another does not shift those of later turns.
    """
    if s.turn != turn:
        begun += 1
        dice.ply = begun * TURN_PLIES
    return begun


@driver
def step(s: Any, dice: Dice, moves: Ints, weights: Ints, informed: int) -> None:
    """One ply: an outcome by its weight, or a move as the rule of thumb likes it."""
    if to_act(s) == CHANCE:
        i = pick(dice, weights, chance(s, moves, weights))
    else:
        count = legal(s, moves)
        if count == 1:
            i = 0
        elif informed >= MILLE or roll(dice, MILLE) < informed:
            advise(s, moves, count, weights)
            i = pick(dice, weights, count)
        else:
            i = roll(dice, count)
    apply(s, moves[i])


@driver
def count_end(
    s: Any, points: Ints, ranks: Ints, wins: Ints, places: Ints, scores: Ints, times: int
) -> None:
    """Adds a finished match to the sums of a simulation, so many times."""
    score(s, points, ranks)
    winners = 0
    for seat in range(s.seats):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        scores[seat] += times * points[seat]
        places[seat] += times * SHARE * (s.seats - min(ranks[seat], s.seats)) // (s.seats - 1)
        if ranks[seat] == 1:
            wins[seat] += times * SHARE // winners


@driver
def probe(
    roots: Any,
    worlds: Any,
    rests: Any,
    dices: Any,
    probes: Any,
    nodes: Any,
    stock: Ints,
    moves: Ints,
    weights: Ints,
    marks: Ints,
    points: Ints,
    ranks: Ints,
    wins: Ints,
    places: Ints,
    scores: Ints,
    path: Ints,
    choosers: Ints,
    won: Ints,
    scored: Ints,
    first: int,
    count: int,
) -> None:
    """Runs the simulations first, first + 1, …; writes what each seat won and scored in each."""
    p = probes[0]
    dice = dices[0]
    for number in range(first, first + count):
        take_up(dice, p.seed_low, p.seed_high, number)
        COPY(worlds, roots)
        s = worlds[0]
        if p.seat >= 0:
            resample(s, p.seat, dice)
        if p.code >= 0:
            apply(s, p.code)
        node = 0
        depth = 0
        growing = p.grows != 0
        turn = s.turn
        begun = 0
        actor = to_act(s)
        while growing and actor != OVER and depth < MAX_PATH and at_rest(s) == 0:
            split = True
            if actor == CHANCE:
                split = p.seat < 0 or sees(s, p.seat) != 0
                code = moves[pick(dice, weights, chance(s, moves, weights))]
            else:
                code = moves[select(s, nodes, p, node, moves, weights, legal(s, moves), marks)]
            apply(s, code)
            begun = keep_time(s, dice, turn, begun)
            turn = s.turn
            p.plies += 1
            if split:
                child = find_child(nodes, node, code)
                if child == 0:
                    growing = False
                    child = add_child(nodes, p, node, code)
                if child != 0:
                    path[depth] = child
                    choosers[depth] = actor
                    depth += 1
                    node = child
            actor = to_act(s)
        while to_act(s) != OVER and at_rest(s) == 0:
            step(s, dice, moves, weights, p.informed)
            begun = keep_time(s, dice, turn, begun)
            turn = s.turn
            p.plies += 1
        for seat in range(s.seats):
            wins[seat] = 0
            places[seat] = 0
            scores[seat] = 0
        if to_act(s) == OVER:
            count_end(s, points, ranks, wins, places, scores, CONTINUATIONS)
        else:
            take_up(dice, p.seed_low, p.seed_high, AFTERWARDS + number)
            COPY(rests, worlds)
            for _ in range(CONTINUATIONS):
                COPY(worlds, rests)
                s = worlds[0]
                while to_act(s) != OVER:
                    another_round(s, stock, roll(dice, STOCK))
                count_end(s, points, ranks, wins, places, scores, 1)
        for seat in range(s.seats):
            won[number * MAX_SEATS + seat] = wins[seat]
            scored[number * MAX_SEATS + seat] = scores[seat]
        for i in range(depth):
            child = path[i]
            nodes[child].visits += 1
            chooser = choosers[i]
            if chooser >= 0:
                value = (MILLE - p.ranks) * wins[chooser] + p.ranks * places[chooser]
                nodes[child].value += value // CONTINUATIONS


@driver
def play_rounds(
    states: Any,
    dices: Any,
    moves: Ints,
    weights: Ints,
    seats: int,
    options: Ints,
    stock: Ints,
    seed: int,
) -> None:
    """Plays the first round of many matches, and writes down everybody's points."""
    dice = dices[0]
    s = states[0]
    for row in range(STOCK):
        take_up(dice, seed, 0, row)
        set_up(s, seats, options)
        step(s, dice, moves, weights, MILLE)
        while to_act(s) != OVER and at_rest(s) == 0:
            step(s, dice, moves, weights, MILLE)
        for seat in range(seats):
            stock[row * MAX_SEATS + seat] = s.totals[seat]


@cache
def made_for(game: Game, function: Callable[..., Any], compiled: bool = True) -> Any:
    """A driver with the verbs of a game, its rule of thumb and its horizon filled in."""
    name, thumb = game.name, heuristic_of(game)
    fillings = verbs_of(game) | horizon.verbs(game)
    fillings |= {
        contract.advise: thumb.advise,
        contract.at_rest: thumb.at_rest,
        COPY: copy_compiled if compiled else copy_plain,
    }
    if compiled:
        from tablee.kernel.compiled import compile_rules

        return compile_rules(function, fillings, name)
    return specialise(function, fillings, name, lambda f: f, lambda t: t)


def one(record: Record) -> Any:
    """A record as compiled code takes it."""
    row = np.zeros(1, type(record).dtype())
    record.write(row[0])
    return row


@cache
def stock_of(game: Game, seats: int, options: tuple[int, ...]) -> Any:
    """The stock of rounds for a table; nothing for games without rounds."""
    if not has_rounds(game):
        return np.zeros(1, np.int64)
    size = game.state.MAX_MOVES
    stock = np.zeros(STOCK * MAX_SEATS, np.int64)
    made_for(game, play_rounds)(
        one(game.state.State()), one(Dice()), np.zeros(size, np.int16), np.zeros(size, np.int64),
        seats, np.array(options, np.int64), stock, STOCK_SEED,
    )  # fmt: skip
    return stock


@dataclass(frozen=True)
class Sample:
    """What each seat won and scored in each simulation, and of how many groups they are."""

    seats: int
    won_row: Any
    scored_row: Any
    groups: int  # as large as each other; 0: every simulation is independent of the others

    @property
    def size(self) -> int:
        """How many simulations there are."""
        return len(self.won_row) // MAX_SEATS

    def won(self, seat: int) -> Any:
        """What a seat, numbered from 0, won in each simulation: 0 to UNIT."""
        return self.won_row[seat::MAX_SEATS].astype(np.int64)

    def scored(self, seat: int) -> Any:
        """What a seat, numbered from 0, scored in each simulation, times CONTINUATIONS."""
        return self.scored_row[seat::MAX_SEATS].astype(np.int64)


def simulate(
    game: Game,
    state: GameState,
    *,
    simulations: int,
    seed: int,
    seat: int = -1,
    code: int = -1,
    first: int = 0,
    trees: int = 8,
    effort: Effort = Effort(),  # noqa: B008  # frozen
    compiled: bool = True,
) -> Sample:
    """Simulates a trial: for a seat, numbered from 0, or for somebody who sees all.

    Simulations are numbered from `first`. Where trees are grown the number is rounded up to an
    equal one for each tree.
    """
    p = Probe()
    p.seat, p.code = seat, code
    p.informed, p.exploration, p.ranks = effort.informed, effort.exploration, effort.ranks
    p.seed_low, p.seed_high = seed & WORD, (seed >> 32) & WORD
    p.grows = int(odds_of(game).COACHING.trees)
    groups = trees if p.grows else 1
    each = -(-simulations // groups)
    total = (first + each * groups) * MAX_SEATS
    won, scored = np.zeros(total, np.int32), np.zeros(total, np.int32)
    run = made_for(game, probe, compiled)
    for group in range(groups):
        p.nodes = 1
        arguments = _arguments(game, state, p, each if p.grows else 0, compiled)
        run(*arguments, won, scored, first + group * each, each)
    start = first * MAX_SEATS
    return Sample(state.seats, won[start:], scored[start:], groups if p.grows else 0)


def _arguments(
    game: Game, state: GameState, p: Probe, nodes: int, compiled: bool
) -> tuple[Any, ...]:
    """The rows that `probe` works on, as compiled code or as plain Python takes them."""
    stock = stock_of(game, state.seats, tuple(getattr(state, field) for field in game.state.FIXED))
    size, codes = game.state.MAX_MOVES, max(game.notation.NOTATION) + 1
    rows = (MAX_SEATS, MAX_SEATS, MAX_SEATS, MAX_SEATS, MAX_SEATS, MAX_PATH, MAX_PATH)
    if compiled:
        return (
            one(state), one(state), one(state), one(Dice()), one(p),
            np.zeros(nodes + 1, Node.dtype()), stock,
            np.zeros(size, np.int16), np.zeros(size, np.int64), np.zeros(codes, np.int16),
            *(np.zeros(length, np.int64) for length in rows),
        )  # fmt: skip
    return (
        [state.copy()], [state.copy()], [state.copy()], [Dice()], [p.copy()],
        [Node() for _ in range(nodes + 1)], stock.tolist(),
        [0] * size, [0] * size, [0] * codes, *([0] * length for length in rows),
    )  # fmt: skip
