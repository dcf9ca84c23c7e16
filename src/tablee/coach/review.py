"""The review of a match: the chances of all seats along it, and a verdict on every decision.

A decision is judged by what its seat could know, from its view, against all legal moves. The value
of a position is estimated from the true state, hidden cards included.
docs/explanation/review.md explains the numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from tablee.coach.advice import SURE, MoveAdvice, check_effort, check_number, explain, numbers
from tablee.coach.evaluate import Comparison, Evaluation, Gap, evaluate_position, gap_of
from tablee.coach.history import (
    CHANCES,
    DECISION,
    FORCED,
    History,
    Ply,
    history_of,
    shares_of,
)
from tablee.coach.ledger import Account, add_up
from tablee.coach.odds import odds_of
from tablee.kernel.actors import OVER
from tablee.position import Position
from tablee.show.saying import Saying
from tablee.table import Match

MOST_EACH = 40_000  # simulations for one decision, however short the match is
CHANCE_PART = 0.5  # what a chance event gets, if a decision gets 1
GOLDEN = 0x9E3779B97F4A7C15  # keeps the seeds of plies apart

FINE, INACCURACY, MISTAKE = 0.005, 0.03, 0.08
"""Upper limits of a loss beyond doubt: fine, inaccuracy, mistake; above is a blunder."""


class Verdict(StrEnum):
    """The verdict on a decision, best first."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


WRONG = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


@dataclass(frozen=True)
class Judgement:
    """A decision, judged by what its seat could know."""

    verdict: Verdict
    best: str  # the move played, unless another is better beyond noise
    loss: float  # chance to win lost against the best other move
    loss_error: float
    counted: float  # the loss if it is beyond noise, else 0; the ledger uses it
    moves: tuple[MoveAdvice, ...]  # the finalists, best first
    why: tuple[Saying, ...] = ()  # against the move played, if it is at least an inaccuracy


@dataclass(frozen=True)
class Reviewed:
    """One ply of the review."""

    number: int
    actor: int  # a seat, numbered from 1, or CHANCE
    move: str
    kind: str  # chance, decision, or forced
    judgement: Judgement | None = None


@dataclass(frozen=True)
class Review:
    """A whole match reviewed. Rows of values are by seat."""

    game: str
    names: tuple[str, ...]
    plies: tuple[Reviewed, ...]
    values: tuple[tuple[float, ...], ...]  # before each ply, at the end, and after a resignation
    errors: tuple[tuple[float, ...], ...]
    deal: int  # plies before the first decision; they count as one event
    finished: bool  # False: no result; the last row is an estimate
    accounts: tuple[Account, ...]
    simulations: int
    seed: int

    @property
    def seats(self) -> int:
        return len(self.values[0])

    def change(self, index: int) -> tuple[float, ...]:
        """Return by how much a ply changed the chance of each seat."""
        before, after = self.values[index], self.values[index + 1]
        return tuple(b - a for a, b in zip(before, after, strict=True))

    def turning_points(self, count: int = 6) -> list[int]:
        """Return the plies that changed the chances most, in order of play."""
        sizes = {i: max(map(abs, self.change(i))) for i in range(len(self.plies))}
        largest = sorted(sizes, key=lambda i: -sizes[i])[:count]
        return sorted(i for i in largest if sizes[i] > 0)

    def worst(self, seat: int, count: int = 3) -> list[int]:
        """Return the worst decisions of a seat, at least inaccuracies, worst first."""
        found = [
            (ply.judgement.counted, index)
            for index, ply in enumerate(self.plies)
            if ply.actor == seat and ply.judgement is not None and ply.judgement.why
        ]
        return [index for _, index in sorted(found, key=lambda pair: -pair[0])[:count]]

    def tally(self, seat: int) -> dict[Verdict, int]:
        """Return how often a seat got each verdict."""
        said = [p.judgement.verdict for p in self.plies if p.judgement and p.actor == seat]
        return {verdict: said.count(verdict) for verdict in Verdict}

    def to_dict(self) -> dict[str, Any]:
        """Return the review, ready for JSON."""
        return {
            "game": self.game,
            "names": list(self.names),
            "deal": self.deal,
            "finished": self.finished,
            "simulations": self.simulations,
            "seed": self.seed,
            "values": [list(row) for row in self.values],
            "errors": [list(row) for row in self.errors],
            "accounts": [asdict(account) for account in self.accounts],
            "plies": [_ply_dict(ply) for ply in self.plies],
        }


def _ply_dict(ply: Reviewed) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": ply.number, "actor": ply.actor, "move": ply.move, "kind": ply.kind,
    }  # fmt: skip
    if ply.judgement is not None:
        judged = asdict(ply.judgement)
        found["judgement"] = judged | {"why": [one.to_dict() for one in ply.judgement.why]}
    return found


# --- reviewing -----------------------------------------------------------------------------------


def review(
    played: Match | Iterable[tuple[Position, int]] | History,
    *,
    simulations: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Review a match; `progress` is called with the number of plies done."""
    workers = (os.cpu_count() or 1) if workers is None else workers
    check_number("workers", workers, 1, 1024)
    reviewer = Reviewer.of(played, simulations, seed)
    reviewer.go_on(reviewer.left, workers, progress)
    return reviewer.review()


def _doubt(ply: Reviewed, finding: Finding) -> tuple[float, ...] | None:
    """Return the standard errors of what a decision changed; for its own seat, of the loss."""
    if finding.gap is None or finding.judgement is None:
        return None
    errors = list(finding.gap.errors)
    errors[ply.actor - 1] = finding.judgement.loss_error
    return tuple(errors)


@dataclass(frozen=True)
class Finding:
    """The findings on one ply, or on the last position."""

    judgement: Judgement | None = None
    gap: Gap | None = None  # what the best move would have changed for each seat; None: nothing
    before: Evaluation | None = None  # of the position before the ply
    after: Evaluation | None = None  # of the position after it


class Reviewer:
    """Evaluates positions and decisions, a few plies at a time."""

    def __init__(self, history: History, budget: int, seed: int) -> None:
        self.history = history
        self.budget = budget
        self.seed = seed
        kinds = [ply.kind for ply in history.plies]
        self.deal = history.first_decision
        chances = sum(kind == CHANCES for kind in kinds[self.deal :]) + 2
        self.each = budget / (kinds.count(DECISION) + CHANCE_PART * chances)
        self.each = min(float(MOST_EACH), self.each)
        self.findings: list[Finding] = []

    @classmethod
    def of(
        cls,
        played: Match | Iterable[tuple[Position, int]] | History,
        simulations: int | None = None,
        seed: int = 0,
    ) -> Reviewer:
        """Return a reviewer who has not begun yet."""
        history = played if isinstance(played, History) else history_of(played)
        return cls(
            history,
            check_effort(simulations, seed, odds_of(history.last.game).COACHING.review),
            seed,
        )

    @property
    def left(self) -> int:
        """The number of plies that have no findings yet, and the last position."""
        return len(self.history.plies) + 1 - len(self.findings)

    def go_on(
        self, plies: int, workers: int, progress: Callable[[int], None] | None = None
    ) -> None:
        """Add the findings on the next plies, and on the last position."""
        if not self.findings:
            evaluate_position(self.history.plies[0].position, 1, 0)  # compile before the threads
        begin = len(self.findings)
        with ThreadPoolExecutor(workers) as pool:
            for finding in pool.map(self.find, range(begin, begin + min(plies, self.left))):
                self.findings.append(finding)
                if progress is not None and len(self.findings) <= len(self.history.plies):
                    progress(1)

    def review(self) -> Review:
        """Return the review, from all the findings."""
        history, findings = self.history, self.findings
        values, errors = values_along(history, findings)
        plies = tuple(
            Reviewed(
                ply.number,
                ply.actor,
                ply.text,
                ply.kind,
                None if ply.stand_in else finding.judgement,  # no verdict on what a bot did
            )
            for ply, finding in zip(history.plies, findings, strict=False)
        )
        judged = findings[: len(plies)]
        counted = [finding.judgement.counted if finding.judgement else 0.0 for finding in judged]
        doubts = [_doubt(ply, finding) for ply, finding in zip(plies, judged, strict=True)]
        actors = [ply.actor for ply in plies]
        return Review(
            game=history.last.game.name,
            names=history.names,
            plies=plies,
            values=tuple(values),
            errors=tuple(errors),
            deal=history.first_decision,
            finished=history.shares is not None,
            accounts=add_up(values, errors[0], actors, counted, doubts, history.gave_up),
            simulations=self.budget,
            seed=self.seed,
        )

    def seed_of(self, index: int) -> int:
        return (self.seed + GOLDEN * (index + 1)) % 2**64

    def find(self, index: int) -> Finding:
        """Return the findings on a ply."""
        history = self.history
        if index == len(history.plies):
            if history.last.to_act == OVER:
                return Finding()
            return Finding(before=self.evaluate(history.last, index))
        ply = history.plies[index]
        if ply.kind == DECISION:
            return self.judge(ply, index)
        if ply.kind == FORCED or 0 < index < self.deal or self.is_evaluated_before(index):
            return Finding()
        return Finding(before=self.evaluate(ply.position, index))

    def is_evaluated_before(self, index: int) -> bool:
        """Return whether the decision before a ply has evaluated the position it led to."""
        if index == 0 or self.history.plies[index - 1].kind != DECISION:
            return False
        return sees_all(self.history.plies[index - 1])

    def evaluate(self, position: Position, index: int) -> Evaluation:
        """Evaluate a position with nothing hidden."""
        return evaluate_position(position, int(CHANCE_PART * self.each), self.seed_of(index))

    def judge(self, ply: Ply, index: int) -> Finding:
        """Judge a decision by what its seat could know, and evaluate its effect."""
        seat = ply.actor
        seed = self.seed_of(index)
        comparison = Comparison(ply.position.view(seat), int(self.each), seed, keep=[ply.code])
        better = comparison.challenger(ply.code)
        gap = comparison.gap(better, ply.code)
        loss, error = gap.wins[seat - 1], gap.errors[seat - 1]
        counted = loss if loss > SURE * error else 0.0
        verdict = verdict_on(loss, error)
        advice = numbers(comparison, seed, better if counted else ply.code)
        shown = [one for one in advice.ranked() if one.code in comparison.finalists]
        judgement = Judgement(
            verdict=verdict,
            best=advice.best,
            loss=loss,
            loss_error=error,
            counted=counted,
            moves=tuple(shown),
            why=explain(advice, ply.text) if verdict in WRONG else (),
        )
        if sees_all(ply):
            return Finding(
                judgement, gap if counted else None, after=comparison.evaluation(ply.code)
            )
        if counted:
            gap = gap_of(ply.position, better, ply.code, int(CHANCE_PART * self.each), seed)
        return Finding(judgement, gap if counted else None)


def sees_all(ply: Ply) -> bool:
    """Return whether nothing was hidden from the seat that decided."""
    return bool(ply.position.view(ply.actor).state == ply.position.state)


def verdict_on(loss: float, error: float) -> Verdict:
    """Return the verdict on a loss against the best other move, as far as it is beyond noise."""
    if loss <= 0:
        return Verdict.BEST
    sure = loss - SURE * error
    if sure < FINE:
        return Verdict.FINE
    if sure < INACCURACY:
        return Verdict.INACCURACY
    return Verdict.MISTAKE if sure < MISTAKE else Verdict.BLUNDER


def values_along(
    history: History, findings: list[Finding]
) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Return the value of every position for every seat, with errors.

    At the end it is the result; before chance, the estimate; before a decision, the value of the
    best move; before a forced ply, the value after it.
    """
    last, certain = findings[-1].before, (0.0,) * history.seats
    if last is None:
        values, errors = [shares_of(history.last.result(), history.seats)], [certain]
    else:
        values, errors = [last.wins], [last.wins_errors]
    if history.shares is not None and history.shares != values[0]:  # a seat resigned
        values.insert(0, history.shares)
        errors.insert(0, certain)
    for index in reversed(range(len(history.plies))):
        finding = findings[index]
        evaluation = finding.before
        if evaluation is None and index > 0 and history.plies[index].kind == CHANCES:
            evaluation = findings[index - 1].after
        value, error = values[-1], errors[-1]
        if evaluation is not None:
            value, error = evaluation.wins, evaluation.wins_errors
        elif finding.gap is not None:
            gap = finding.gap
            value = tuple(clamp(v + g) for v, g in zip(value, gap.wins, strict=True))
            error = tuple((e * e + g * g) ** 0.5 for e, g in zip(error, gap.errors, strict=True))
        values.append(value)
        errors.append(error)
    return values[::-1], errors[::-1]


def clamp(value: float) -> float:
    """Limit a chance to 0 to 1."""
    return min(1.0, max(0.0, value))
