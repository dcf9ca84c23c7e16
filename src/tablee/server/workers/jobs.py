"""The jobs of worker processes and their results: bots' moves, advice, reviews.

A job that concerns a match in play holds the view of one seat and nothing more: what is not in the
job cannot be found out by the process. Jobs and results are JSON.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tablee.server.wire import AdvisedMove
from tablee.show.saying import Saying
from tablee.view import View

if TYPE_CHECKING:
    from tablee.coach.advice import Advice
    from tablee.coach.review import Reviewer


class Choose(Struct, frozen=True, tag_field="job", tag="choose"):
    """Choose the move of a bot."""

    view: str  # `View.to_json`
    level: str
    seed: int
    event: int


class Advise(Struct, frozen=True, tag_field="job", tag="advise"):
    """Give the coach's advice to a seat."""

    view: str
    seed: int


class Review(Struct, frozen=True, tag_field="job", tag="review"):
    """Review a finished match."""

    transcript: str
    threads: int


Job = Choose | Advise | Review


class Chosen(Struct, frozen=True, tag_field="is", tag="chosen"):
    """A bot's move."""

    move: str


class Advised(Struct, frozen=True, tag_field="is", tag="advised"):
    """The coach's advice, the best move first."""

    moves: list[AdvisedMove]
    why: list[Saying]


class Progress(Struct, frozen=True, tag_field="is", tag="progress"):
    """The share of a long job that is done; the result follows."""

    share: float


class Reviewed(Struct, frozen=True, tag_field="is", tag="reviewed"):
    """A review: `Review.to_dict()`, its reasons as `Saying`."""

    review: dict[str, Any]


class Failed(Struct, frozen=True, tag_field="is", tag="failed"):
    """The job failed."""

    problem: str


class More(Struct, frozen=True, tag_field="is", tag="more"):
    """The job is not done yet: it goes on when it is sent again."""


JobResult = Chosen | Advised | Reviewed | Failed | More
SLICE_SECONDS = 1.0  # for which a review goes on before others have their turn
_begun: dict[str, Reviewer] = {}
"""Reviews that have been begun by this process, by transcript."""


def think(job: Job, progress: Callable[[float], None]) -> JobResult:
    """Do a job."""
    if isinstance(job, Choose):
        return _choose(job)
    return _advise(job) if isinstance(job, Advise) else _review(job, progress)


def _choose(job: Choose) -> Chosen:
    from tablee.bots.levels import player
    from tablee.kernel.dice import dice_for

    view = View.from_json(job.view)
    dice = dice_for(job.seed, match=job.event)
    return Chosen(player(job.level, view.game.name).choose(view, dice))


def _advise(job: Advise) -> Advised:
    from tablee.coach.advice import advise

    return advised(advise(View.from_json(job.view), seed=job.seed))


def advised(advice: Advice) -> Advised:
    """Return advice as it is sent: each move with its reasons, then what matters most."""
    from tablee.coach.advice import distinguishing

    says = distinguishing(advice)
    moves = [
        AdvisedMove(
            text=one.move,
            chance=one.wins,
            error=one.wins_error,
            loss=one.loss,
            says=[Saying(odd.key, odd.values) for odd in says[one.move]],
            group=number,
        )
        for number, group in enumerate(advice.groups(), 1)
        for one in group
    ]
    said = (*advice.why, *advice.odds)
    return Advised(moves, [Saying(one.key, one.values) for one in said])


def _review(job: Review, progress: Callable[[float], None]) -> Reviewed | More:
    """Go on with a review for a while; a process that has lost it begins again."""
    from tablee.coach.review import Reviewer
    from tablee.show.saying import on_the_wire
    from tablee.table import Match, Transcript

    reviewer = _begun.pop(job.transcript, None) or Reviewer.of(
        Match.replay(Transcript.read(job.transcript.encode()))
    )
    until = time.monotonic() + SLICE_SECONDS
    while reviewer.left:
        reviewer.go_on(job.threads, job.threads)
        progress(len(reviewer.findings) / (len(reviewer.findings) + reviewer.left))
        if reviewer.left and time.monotonic() >= until:
            _begun[job.transcript] = reviewer
            return More()
    found = reviewer.review()
    written = found.to_dict()
    for ply, line in zip(found.plies, written["plies"], strict=True):
        if ply.judgement is not None:  # the page speaks the reasons itself
            line["judgement"]["why"] = [on_the_wire(one) for one in ply.judgement.why]
    return Reviewed(written)
