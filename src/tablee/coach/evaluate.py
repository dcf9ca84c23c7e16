"""Compare the moves of a position, or evaluate a position by itself.

If there are more than two moves, all of them get the same number of simulations first, and the best
few are chosen. These, and the moves that are asked about, are simulated again with other dice:
otherwise the best of many moves would look better than it is because it was lucky when it was
chosen. The other moves keep their first estimate, with its larger error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tablee.coach.sampling import CONTINUATIONS, UNIT, Sample, Sampler
from tablee.position import Position
from tablee.view import View

FINALISTS = 3  # moves that are simulated again, beside those asked about
FIRST_PART = 0.4  # of the budget, for the choice
FEWEST = 16  # simulations of one move
CHOICE_TREES, TREES, POSITION_TREES = 3, 6, 3  # few and large: a small tree knows too little


@dataclass(frozen=True)
class Evaluation:
    """The estimates for one move, or for a position; rows are by seat."""

    simulations: int
    wins: tuple[float, ...]
    wins_errors: tuple[float, ...]
    scores: tuple[float, ...]
    scores_errors: tuple[float, ...]


@dataclass(frozen=True)
class Gap:
    """By how much one move is better than another, for each seat, with standard errors."""

    wins: tuple[float, ...]
    errors: tuple[float, ...]


class Comparison:
    """The moves of one view, simulated and compared."""

    def __init__(self, view: View, simulations: int, seed: int, keep: Sequence[int] = ()) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat - 1
        self.sampler = Sampler(view.game, view.state, seed)
        self.codes = view.codes()
        self.samples: dict[int, Sample] = {}
        self.order = self.codes  # from the best to the worst, as far as the choice knows
        first = 0
        if len(self.codes) > 2:
            first = share(FIRST_PART * simulations, len(self.codes))
            for code in self.codes:
                self.samples[code] = self._simulate(code, 0, first, CHOICE_TREES)
            self.order = sorted(self.codes, key=self._rank, reverse=True)
        asked = [code for code in keep if code in self.codes]
        self.finalists = list(dict.fromkeys([*self.order[:FINALISTS], *asked]))
        left = simulations - first * len(self.codes)
        start = max((sample.size for sample in self.samples.values()), default=0)
        again = share(left, len(self.finalists))
        for code in self.finalists:
            self.samples[code] = self._simulate(code, start, again, TREES)
        # A move that now looks better than all finalists becomes one: no move shown beats the best.
        while (contender := max(self.codes, key=self._rank)) not in self.finalists:
            self.finalists.append(contender)
            self.samples[contender] = self._simulate(contender, start, again, TREES)
        self.best = contender

    def _simulate(self, code: int, first: int, simulations: int, trees: int) -> Sample:
        return self.sampler.sample(simulations, seat=self.seat, code=code, first=first, trees=trees)

    def _rank(self, code: int) -> tuple[float, float]:
        """Return the sort key of a move: chance to win, then score."""
        sample = self.samples[code]
        sign = -1 if self.view.game.low_score_wins else 1
        won = sum(one.won[self.seat] for one in sample.sums)
        scored = sum(one.scored[self.seat] for one in sample.sums)
        return won / sample.size, sign * scored / sample.size

    def challenger(self, code: int) -> int:
        """Return the best other move of the first round, or the move itself if it is alone."""
        return next((other for other in self.order if other != code), code)

    def evaluation(self, code: int) -> Evaluation:
        """Return the estimates for a move."""
        return summary(self.samples[code])

    def gap(self, better: int, worse: int) -> Gap:
        """Return the difference of two moves, pair by pair if both were simulated again."""
        one, other = self.samples[better], self.samples[worse]
        if one.size == other.size:
            return paired(one, other)
        a, b = summary(one), summary(other)
        seats = range(one.seats)
        return Gap(
            tuple(a.wins[i] - b.wins[i] for i in seats),
            tuple(math.hypot(a.wins_errors[i], b.wins_errors[i]) for i in seats),
        )


def share(simulations: float, moves: int) -> int:
    """Return an even share of some simulations."""
    return max(FEWEST, int(simulations / moves))


def evaluate_position(position: Position, simulations: int, seed: int) -> Evaluation:
    """Return the estimates for a position, with nothing hidden."""
    return summary(open_sample(Sampler(position.game, position.state, seed), -1, simulations))


def gap_of(position: Position, better: int, worse: int, simulations: int, seed: int) -> Gap:
    """Return the difference of two moves in a position, with nothing hidden."""
    sampler = Sampler(position.game, position.state, seed)
    return paired(*(open_sample(sampler, code, simulations) for code in (better, worse)))


def open_sample(sampler: Sampler, code: int, simulations: int) -> Sample:
    """Simulate games from a position, after a move if any, with nothing hidden."""
    return sampler.sample(max(FEWEST, simulations), code=code, trees=POSITION_TREES)


def paired(one: Sample, other: Sample) -> Gap:
    """Return the difference of two samples of the same size, pair by pair."""
    gaps = one.minus(other)
    pairs = [won(gaps, seat) for seat in range(gaps.seats)]
    return Gap(tuple(mean for mean, _ in pairs), tuple(error for _, error in pairs))


def summary(sample: Sample) -> Evaluation:
    """Return the means and standard errors of a sample."""
    wins = [won(sample, seat) for seat in range(sample.seats)]
    scores = [scored(sample, seat) for seat in range(sample.seats)]
    return Evaluation(
        sample.size,
        tuple(mean for mean, _ in wins),
        tuple(error for _, error in wins),
        tuple(mean for mean, _ in scores),
        tuple(error for _, error in scores),
    )


def won(sample: Sample, seat: int) -> tuple[float, float]:
    """Return what a seat wins on average, and the standard error."""
    sums = [(one.won[seat], one.won_squared[seat]) for one in sample.sums]
    return mean_of(sums, sample.size, UNIT)


def scored(sample: Sample, seat: int) -> tuple[float, float]:
    """Return what a seat scores on average, and the standard error."""
    sums = [(one.scored[seat], one.scored_squared[seat]) for one in sample.sums]
    return mean_of(sums, sample.size, CONTINUATIONS)


def mean_of(sums: Sequence[tuple[int, int]], count: int, unit: int) -> tuple[float, float]:
    """Return mean and standard error of integers, from exact sums and sums of squares.

    For several equal groups the error is that of the group means where it is larger.
    """
    total, squares = (sum(column) for column in zip(*sums, strict=True))
    variance = (count * squares - total * total) / (count * (count - 1))
    mean, error = total / count / unit, math.sqrt(variance / count) / unit
    if len(sums) < 2:
        return mean, error
    groups = sum(total for total, _ in sums), sum(total * total for total, _ in sums)
    _, by_groups = mean_of([groups], len(sums), unit * (count // len(sums)))
    return mean, max(error, by_groups)
