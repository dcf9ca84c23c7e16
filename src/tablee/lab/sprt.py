"""Sequential testing of two bots, as Fishtest does: stop as soon as it is decided.

The hypotheses are that the first bot is `low` or `high` Elo stronger than the second. What is
counted is the score of a block: the same deals played in every seating, so that luck and seats
cancel out. The log-likelihood ratio is that of Van den Bergh's GSPRT for such scores.

>>> hypotheses = Hypotheses(0, 50)
>>> test([0.5, 0.75] * 100, hypotheses).verdict
'stronger'
>>> test([0.5, 0.25] * 100, hypotheses).verdict
'not stronger'
>>> test([0.5, 0.75], hypotheses).verdict is None
True
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tablee.lab.estimate import Estimate, mean_of
from tablee.refusals import Refusal

ERROR = 0.05  # of each kind: to call equals stronger, and to miss that one is stronger
BOUND = math.log((1 - ERROR) / ERROR)
MOST_ELO = 1000.0
PRIOR = (0.0, 1.0)  # two scores that count for the variance, which is never 0 then

Verdict = Literal["stronger", "not stronger"]


@dataclass(frozen=True)
class Hypotheses:
    """How much stronger the first bot is, in Elo: `low` if H0 is true, `high` if H1 is."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.low < self.high <= MOST_ELO:
            raise Refusal("bots.sprt_bounds", low=self.low, high=self.high)

    @staticmethod
    def read(text: str) -> Hypotheses:
        """Return the hypotheses written as `0,5`."""
        low, _, high = text.partition(",")
        try:
            return Hypotheses(float(low), float(high))
        except ValueError as problem:
            if isinstance(problem, Refusal):
                raise
            raise Refusal("bots.sprt_form", text=repr(text)) from None


@dataclass(frozen=True)
class Sequential:
    """The state of a sequential test."""

    low: float  # Elo, if H0 is true
    high: float  # Elo, if H1 is true
    ratio: float  # the log-likelihood ratio; the test ends at ± bound
    bound: float
    elo: Estimate  # of what was played; a test that stops early overstates it a little
    verdict: Verdict | None  # None: not decided yet


def test(scores: Iterable[float], hypotheses: Hypotheses) -> Sequential:
    """Return the state after blocks with these scores of the first bot."""
    running = Running(hypotheses)
    for score in scores:
        running.add(score)
        if running.decided:
            break
    return running.result()


class Running:
    """A test that is given the score of one block after the other."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.scores: list[float] = []
        self._sum = 0.0
        self._squares = sum((score - 0.5) ** 2 for score in PRIOR)

    def add(self, score: float) -> None:
        """Count the score of a block, from 0 to 1."""
        self.scores.append(score)
        self._sum += score - 0.5
        self._squares += (score - 0.5) ** 2

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of the hypotheses."""
        count = len(self.scores)
        low, high = share_of(self.hypotheses.low), share_of(self.hypotheses.high)
        weight = count + len(PRIOR)
        variance = self._squares / weight - (self._sum / weight) ** 2
        mean = 0.5 + self._sum / count if count else 0.5
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    @property
    def decided(self) -> bool:
        """Whether the test has come to a verdict."""
        return abs(self.ratio) >= BOUND

    def result(self) -> Sequential:
        """Return the state of the test."""
        ratio = self.ratio
        verdict: Verdict | None = None
        if self.decided:
            verdict = "stronger" if ratio > 0 else "not stronger"
        return Sequential(
            low=self.hypotheses.low,
            high=self.hypotheses.high,
            ratio=ratio,
            bound=BOUND,
            elo=elo_between(mean_of(self.scores)),
            verdict=verdict,
        )


def share_of(elo: float) -> float:
    """Return the share of victories of a lead in Elo.

    >>> share_of(0), round(share_of(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the lead in Elo of a share of victories."""
    share = min(max(share, share_of(-MOST_ELO)), share_of(MOST_ELO))
    return -400 * math.log10(1 / share - 1)


def elo_between(share: Estimate) -> Estimate:
    """Return a share of victories in Elo, with half of the interval's width as its margin."""
    if not math.isfinite(share.margin):
        return Estimate(elo_of(share.mean), math.inf)
    return Estimate(elo_of(share.mean), (elo_of(share.high) - elo_of(share.low)) / 2)
