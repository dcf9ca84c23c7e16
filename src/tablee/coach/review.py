"""The review of a match: the chances of all seats along it, and every decision judged.

A decision is judged by what its seat could know: from its view, with all legal moves on trial. The
value of a position is estimated from the true state, hidden cards included.
docs/explanation/review.md explains the numbers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from tablee.coach.coach import SURE, MoveAdvice, check_effort, check_number, explain, numbers
from tablee.coach.course import (
    CHANCES,
    DECISION,
    FORCED,
    Course,
    Ply,
    course_of,
    shares_of,
)
from tablee.coach.ledger import Account, add_up
from tablee.coach.odds import odds_of
from tablee.coach.weigh import Gap, Scales, Weighed, gap_of, weigh_position
from tablee.kernel.actors import OVER
from tablee.position import Position
from tablee.show.saying import Saying
from tablee.table import Match

MOST_EACH = 40_000  # simulations for one decision, however short the match is
CHANCE_PART = 0.5  # what a chance event gets, if a decision gets 1
GOLDEN = 0x9E3779B97F4A7C15  # keeps the seeds of plies apart

FINE, INACCURACY, MISTAKE = 0.005, 0.03, 0.08
"""Up to here a loss that is beyond doubt is fine, an inaccuracy, a mistake; then a blunder."""


class Verdict(StrEnum):
    """What is said of a decision, the best first."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


WRONG = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)


@dataclass(frozen=True)
class Judgement:
    """A decision by what its seat could know."""

    verdict: Verdict
    best: str  # the one played unless another is better beyond noise
    loss: float  # chance to win that the best other move has more than the one played
    loss_error: float
    counted: float  # the loss if it is beyond noise, else 0: what the ledger books
    moves: tuple[MoveAdvice, ...]  # the best, and the other few that were measured again
    why: tuple[Saying, ...] = ()  # against the move played, from an inaccuracy on


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
    values: tuple[tuple[float, ...], ...]  # before each ply, at the end, and after giving up
    errors: tuple[tuple[float, ...], ...]
    deal: int  # plies before anybody decided anything; they are one event, the first
    finished: bool  # False: the last row is an estimate, there was no result
    accounts: tuple[Account, ...]
    simulations: int
    seed: int

    @property
    def seats(self) -> int:
        return len(self.values[0])

    def change(self, index: int) -> tuple[float, ...]:
        """By how much a ply changed the chance of each seat."""
        before, after = self.values[index], self.values[index + 1]
        return tuple(b - a for a, b in zip(before, after, strict=True))

    def turning_points(self, count: int = 6) -> list[int]:
        """The plies that changed most, in their order."""
        sizes = {i: max(map(abs, self.change(i))) for i in range(len(self.plies))}
        largest = sorted(sizes, key=lambda i: -sizes[i])[:count]
        return sorted(i for i in largest if sizes[i] > 0)

    def worst(self, seat: int, count: int = 3) -> list[int]:
        """A seat's worst decisions, from an inaccuracy on, the worst first."""
        found = [
            (ply.judgement.counted, index)
            for index, ply in enumerate(self.plies)
            if ply.actor == seat and ply.judgement is not None and ply.judgement.why
        ]
        return [index for _, index in sorted(found, key=lambda pair: -pair[0])[:count]]

    def tally(self, seat: int) -> dict[Verdict, int]:
        """How often each verdict was said of a seat."""
        said = [p.judgement.verdict for p in self.plies if p.judgement and p.actor == seat]
        return {verdict: said.count(verdict) for verdict in Verdict}

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
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
    played: Match | Iterable[tuple[Position, int]] | Course,
    *,
    simulations: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Review:
    """Reviews a match; `progress` is told of plies that are done. The same for the same seed."""
    course = played if isinstance(played, Course) else course_of(played)
    budget = check_effort(simulations, seed, odds_of(course.last.game).COACHING.review)
    workers = (os.cpu_count() or 1) if workers is None else workers
    check_number("workers", workers, 1, 1024)
    findings = Reviewer(course, budget, seed).run(workers, progress)
    values, errors = values_along(course, findings)
    plies = tuple(
        Reviewed(
            ply.number,
            ply.actor,
            ply.text,
            ply.kind,
            None if ply.stand_in else finding.judgement,  # nobody is blamed for what a bot did
        )
        for ply, finding in zip(course.plies, findings, strict=False)
    )
    judged = findings[: len(plies)]
    counted = [finding.judgement.counted if finding.judgement else 0.0 for finding in judged]
    doubts = [_doubt(ply, finding) for ply, finding in zip(plies, judged, strict=True)]
    actors = [ply.actor for ply in plies]
    return Review(
        game=course.last.game.name,
        names=course.names,
        plies=plies,
        values=tuple(values),
        errors=tuple(errors),
        deal=course.first_decision,
        finished=course.shares is not None,
        accounts=add_up(values, errors[0], actors, counted, doubts, course.gave_up),
        simulations=budget,
        seed=seed,
    )


def _doubt(ply: Reviewed, finding: Finding) -> tuple[float, ...] | None:
    """The standard errors of what a decision changed: for its own seat, that of the loss."""
    if finding.gap is None or finding.judgement is None:
        return None
    errors = list(finding.gap.errors)
    errors[ply.actor - 1] = finding.judgement.loss_error
    return tuple(errors)


@dataclass(frozen=True)
class Finding:
    """What was found out about one ply, or about the last position."""

    judgement: Judgement | None = None
    gap: Gap | None = None  # what the best move would have given every seat more; None: nothing
    before: Weighed | None = None  # what the position before the ply is worth, if it was weighed
    after: Weighed | None = None  # and that after it


class Reviewer:
    """Weighs all that has to be weighed, a few plies at a time."""

    def __init__(self, course: Course, budget: int, seed: int) -> None:
        self.course = course
        self.seed = seed
        kinds = [ply.kind for ply in course.plies]
        self.deal = course.first_decision
        chances = sum(kind == CHANCES for kind in kinds[self.deal :]) + 2
        self.each = budget / (kinds.count(DECISION) + CHANCE_PART * chances)
        self.each = min(float(MOST_EACH), self.each)

    def run(self, workers: int, progress: Callable[[int], None] | None) -> list[Finding]:
        """The findings of all plies, and of the last position."""
        weigh_position(self.course.plies[0].position, 1, 0)  # compiles, once, before the threads
        findings = []
        with ThreadPoolExecutor(workers) as pool:
            for finding in pool.map(self.find, range(len(self.course.plies) + 1)):
                findings.append(finding)
                if progress is not None and len(findings) <= len(self.course.plies):
                    progress(1)
        return findings

    def seed_of(self, index: int) -> int:
        return (self.seed + GOLDEN * (index + 1)) % 2**64

    def find(self, index: int) -> Finding:
        """What there is to find out about a ply."""
        course = self.course
        if index == len(course.plies):
            if course.last.to_act == OVER:
                return Finding()
            return Finding(before=self.weigh(course.last, index))
        ply = course.plies[index]
        if ply.kind == DECISION:
            return self.judge(ply, index)
        if ply.kind == FORCED or 0 < index < self.deal or self.is_weighed_before(index):
            return Finding()
        return Finding(before=self.weigh(ply.position, index))

    def is_weighed_before(self, index: int) -> bool:
        """Whether the decision before a ply has weighed the position it led to."""
        if index == 0 or self.course.plies[index - 1].kind != DECISION:
            return False
        return sees_all(self.course.plies[index - 1])

    def weigh(self, position: Position, index: int) -> Weighed:
        """The worth of a position to somebody who sees all."""
        return weigh_position(position, int(CHANCE_PART * self.each), self.seed_of(index))

    def judge(self, ply: Ply, index: int) -> Finding:
        """A decision: what its seat could know, and what came of it."""
        seat = ply.actor
        seed = self.seed_of(index)
        scales = Scales(ply.position.view(seat), int(self.each), seed, keep=[ply.code])
        better = scales.challenger(ply.code)
        gap = scales.gap(better, ply.code)
        loss, error = gap.wins[seat - 1], gap.errors[seat - 1]
        counted = loss if loss > SURE * error else 0.0
        verdict = verdict_on(loss, error)
        advice = numbers(scales, seed, better if counted else ply.code)
        shown = [one for one in advice.ranked() if one.code in scales.finalists]
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
            return Finding(judgement, gap if counted else None, after=scales.weighed(ply.code))
        if counted:
            gap = gap_of(ply.position, better, ply.code, int(CHANCE_PART * self.each), seed)
        return Finding(judgement, gap if counted else None)


def sees_all(ply: Ply) -> bool:
    """Whether nothing was hidden from the seat that decided."""
    return bool(ply.position.view(ply.actor).state == ply.position.state)


def verdict_on(loss: float, error: float) -> Verdict:
    """What is said of a loss against the best other move; only what is beyond noise counts."""
    if loss <= 0:
        return Verdict.BEST
    sure = loss - SURE * error
    if sure < FINE:
        return Verdict.FINE
    if sure < INACCURACY:
        return Verdict.INACCURACY
    return Verdict.MISTAKE if sure < MISTAKE else Verdict.BLUNDER


def values_along(
    course: Course, findings: list[Finding]
) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """The worth of every position to every seat, with errors, from the end to the start.

    At the end it is the result. Before chance it is what was weighed there; before a decision, what
    the best move would have given; and where nothing could be otherwise, what it is afterwards.
    """
    last, certain = findings[-1].before, (0.0,) * course.seats
    if last is None:
        values, errors = [shares_of(course.last.result(), course.seats)], [certain]
    else:
        values, errors = [last.wins], [last.wins_errors]
    if course.shares is not None and course.shares != values[0]:  # somebody gave up
        values.insert(0, course.shares)
        errors.insert(0, certain)
    for index in reversed(range(len(course.plies))):
        finding = findings[index]
        weighed = finding.before
        if weighed is None and index > 0 and course.plies[index].kind == CHANCES:
            weighed = findings[index - 1].after
        value, error = values[-1], errors[-1]
        if weighed is not None:
            value, error = weighed.wins, weighed.wins_errors
        elif finding.gap is not None:
            gap = finding.gap
            value = tuple(clamp(v + g) for v, g in zip(value, gap.wins, strict=True))
            error = tuple((e * e + g * g) ** 0.5 for e, g in zip(error, gap.errors, strict=True))
        values.append(value)
        errors.append(error)
    return values[::-1], errors[::-1]


def clamp(value: float) -> float:
    """A chance is never below 0 nor above 1."""
    return min(1.0, max(0.0, value))
