"""Simulated games from one position, all with the same dice: what becomes of every seat.

A *trial* is a position with one move tried first, or none. Simulations are numbered; number n has
dice of its own, the same in every trial of a seed. So two moves are compared in the same worlds,
with the same luck, pair by pair. After the move every seat plays by the heuristic.

That is enough where the heuristic knows the game. Where it doesn't see an ambush coming
(`Coaching.trees`), a tree grows after the move as in `tablee.bots.search`, in which all seats play
better and better. Games of one tree are not independent of each other, so several trees are grown,
and the error is taken from how much they differ.

A match may go over several rounds between which only the totals matter. A simulation comes to rest
there, and the rest of the match is drawn many times from a sample of rounds. That costs less than
playing on, and takes most of the noise away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from tablee.bots.contract import another_round, at_rest
from tablee.bots.heuristics import has_rounds, instance_of
from tablee.bots.search import Effort
from tablee.bots.tree import (
    REST,
    ROOT,
    STATES,
    WORLD,
    Node,
    Plan,
    Workspace,
    add_outcome,
    back_up,
    clear_outcome,
    clear_tree,
    descend,
    play_out,
    step,
    workspace_of,
)
from tablee.coach.odds import odds_of
from tablee.gamebox import Game
from tablee.kernel.actors import OVER
from tablee.kernel.contract import GameState, State, apply, resample, to_act
from tablee.kernel.dice import WORD, Dice, roll, take_up
from tablee.kernel.engines.copying import COPY
from tablee.kernel.engines.instance import Instance, Rows, row_of, usual_engine
from tablee.kernel.engines.playout import MAX_SEATS, SHARE
from tablee.kernel.record import Record, int32, int64
from tablee.kernel.rule import driver, entry

ROUNDS = 1024  # in the sample that the rest of a match is drawn from
ROUNDS_SEED = 2026
CONTINUATIONS = 32  # drawn for each simulation that has come to rest
UNIT = SHARE * CONTINUATIONS  # a victory
AFTERWARDS = 1 << 40  # keeps the dice of what comes after a rest apart


class Round(Record):
    """The points of every seat in one round."""

    points: list[int] = int32(MAX_SEATS)


class Outcome(Record):
    """What every seat won, 0 to UNIT, and scored, times CONTINUATIONS, in one simulation."""

    won: list[int] = int32(MAX_SEATS)
    scored: list[int] = int32(MAX_SEATS)


class Sums(Record):
    """The sums of some outcomes, and of their squares."""

    won: list[int] = int64(MAX_SEATS)
    won_squared: list[int] = int64(MAX_SEATS)
    scored: list[int] = int64(MAX_SEATS)
    scored_squared: list[int] = int64(MAX_SEATS)


@driver
def play_rest(states: list[State], dice: Dice, rounds: list[Round], w: Workspace) -> None:
    """Add the result of the match in states[WORLD]; from a rest, of many ways it may go on."""
    s = states[WORLD]
    if to_act(s) == OVER:
        add_outcome(s, w, CONTINUATIONS)
    else:
        COPY(states, REST, WORLD)
        for _ in range(CONTINUATIONS):
            COPY(states, WORLD, REST)
            s = states[WORLD]
            while to_act(s) != OVER:
                another_round(s, rounds[roll(dice, ROUNDS)].points)
            add_outcome(s, w, 1)


@entry
def sample(
    states: list[State],
    dices: list[Dice],
    plans: list[Plan],
    nodes: list[Node],
    rounds: list[Round],
    outcomes: list[Outcome],
    works: list[Workspace],
) -> None:
    """Run the simulations of a trial, and write what each seat won and scored in each of them."""
    plan, dice, w = plans[0], dices[0], works[0]
    seed_low, seed_high = dice.seed_low, dice.seed_high
    for _ in range(max(1, plan.trees)):
        clear_tree(nodes, plan)
        for _ in range(plan.each):
            number = plan.first + plan.simulations
            take_up(dice, seed_low, seed_high, number)
            COPY(states, WORLD, ROOT)
            s = states[WORLD]
            if plan.seat >= 0:
                resample(s, plan.seat, dice)
            if plan.code >= 0:
                apply(s, plan.code)
            plan.turns = 0
            w.depth = 0
            if plan.trees > 0 and to_act(s) != OVER and at_rest(s) == 0:
                descend(s, dice, plan, nodes, w)
            play_out(s, dice, plan, w)
            clear_outcome(w)
            take_up(dice, seed_low, seed_high, AFTERWARDS + number)
            play_rest(states, dice, rounds, w)
            outcome = outcomes[plan.simulations]
            for seat in range(s.seats):
                outcome.won[seat] = w.wins[seat]
                outcome.scored[seat] = w.scores[seat]
            back_up(plan, nodes, w, CONTINUATIONS)


@entry
def play_rounds(
    states: list[State], dices: list[Dice], rounds: list[Round], works: list[Workspace]
) -> None:
    """Play the first round of many matches, and record the points of all seats."""
    dice, w = dices[0], works[0]
    seed = dice.seed_low
    for number in range(ROUNDS):
        take_up(dice, seed, 0, number)
        COPY(states, WORLD, ROOT)
        s = states[WORLD]
        step(s, dice, w)
        while to_act(s) != OVER and at_rest(s) == 0:
            step(s, dice, w)
        for seat in range(s.seats):
            rounds[number].points[seat] = s.totals[seat]


@entry
def sum_up(outcomes: list[Outcome], sums: list[Sums], first: int, count: int) -> None:
    """Add outcomes to the sums."""
    t = sums[0]
    for number in range(first, first + count):
        outcome = outcomes[number]
        for seat in range(MAX_SEATS):
            won, scored = outcome.won[seat], outcome.scored[seat]
            t.won[seat] += won
            t.won_squared[seat] += won * won
            t.scored[seat] += scored
            t.scored_squared[seat] += scored * scored


@entry
def subtract(one: list[Outcome], other: list[Outcome], gaps: list[Outcome], count: int) -> None:
    """Write by how much each outcome is better than its pair."""
    for number in range(count):
        a, b, gap = one[number], other[number], gaps[number]
        for seat in range(MAX_SEATS):
            gap.won[seat] = a.won[seat] - b.won[seat]
            gap.scored[seat] = a.scored[seat] - b.scored[seat]


@dataclass(frozen=True)
class Sample:
    """What each seat won and scored in each simulation."""

    instance: Instance
    outcomes: Rows[Outcome]
    seats: int
    groups: int  # equally large, one of each tree; 0: every simulation is independent

    @property
    def size(self) -> int:
        """The number of simulations."""
        return len(self.outcomes)

    @cached_property
    def sums(self) -> tuple[Sums, ...]:
        """The sums of each group, or of all simulations where there are none."""
        each = self.size // max(1, self.groups)
        return tuple(self._sum(first, each) for first in range(0, self.size, each))

    def _sum(self, first: int, count: int) -> Sums:
        sums = self.instance.rows(Sums, 1)
        self.instance.run(sum_up, self.outcomes, sums, first, count)
        return sums[0]

    def minus(self, other: Sample) -> Sample:
        """Return the differences to another sample of the same size, pair by pair."""
        gaps = self.instance.rows(Outcome, self.size)
        self.instance.run(subtract, self.outcomes, other.outcomes, gaps, self.size)
        return Sample(self.instance, gaps, self.seats, self.groups)


class Sampler:
    """Simulate trials of one position with the same dice."""

    def __init__(self, game: Game, state: GameState, seed: int, engine: str = "auto") -> None:
        self.game = game
        self.state = state
        engine = usual_engine(game) if engine == "auto" else engine
        self.instance = instance_of(game, engine)
        self._dice = Dice()
        take_up(self._dice, seed & WORD, (seed >> 32) & WORD, 0)
        options = tuple(getattr(state, field) for field in game.state.FIXED)
        rounds = rounds_of(game, state.seats, options, engine)
        self._rounds = self.instance.share(rounds)

    def sample(
        self, simulations: int, *, seat: int = -1, code: int = -1, first: int = 0, trees: int = 8
    ) -> Sample:
        """Simulate a trial: for a seat, numbered from 0, or with nothing hidden.

        Simulations are numbered from `first`. Where trees are grown the number is rounded up to an
        equal one for each tree.
        """
        groups = trees if odds_of(self.game).COACHING.trees else 0
        each = -(-simulations // max(1, groups))
        plan = Effort().plan(seat, each + 1 if groups else 1)
        plan.paced, plan.code, plan.first, plan.trees, plan.each = 1, code, first, groups, each
        instance = self.instance
        outcomes = instance.rows(Outcome, each * max(1, groups))
        instance.run(
            sample,
            row_of(instance, *[self.state] * STATES),
            row_of(instance, self._dice),
            row_of(instance, plan),
            instance.rows(Node, plan.capacity),
            self._rounds,
            outcomes,
            instance.rows(workspace_of(self.game), 1),
        )
        return Sample(instance, outcomes, self.state.seats, groups)


@cache
def rounds_of(game: Game, seats: int, options: Sequence[int], engine: str) -> Rows[Round]:
    """Return a sample of rounds for a table; one without points for games without rounds."""
    instance = instance_of(game, engine)
    if not has_rounds(game):
        return instance.rows(Round, 1)
    state, dice = game.state.State(), Dice()
    game.rules.setup(state, seats, list(options))
    take_up(dice, ROUNDS_SEED, 0, 0)
    rounds = instance.rows(Round, ROUNDS)
    instance.run(
        play_rounds,
        row_of(instance, *[state] * STATES),
        row_of(instance, dice),
        rounds,
        instance.rows(workspace_of(game), 1),
    )
    return rounds
