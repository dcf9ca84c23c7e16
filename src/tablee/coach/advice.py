"""Advice of the coach: the value of each move for the seat to act, the odds, and a reason.

The coach gets a view, as bots do, and knows only what the seat knows.

>>> import tablee
>>> pos = tablee.all_games()[0].start(seats=4)
>>> while pos.to_act == tablee.CHANCE:
...     pos = pos.after(next(iter(pos.chances())))
>>> advice = advise(pos.view(pos.to_act), simulations=40, seed=1)
>>> sorted(move.move for move in advice.moves) == sorted(pos.moves())
True
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tablee.coach.evaluate import Comparison
from tablee.coach.odds import odds_of
from tablee.kernel.actors import OVER
from tablee.refusals import IllegalMove, Refusal
from tablee.show.saying import Chance, Odd, Saying, Wins
from tablee.view import View

ODDS_SIMULATIONS = 1000  # for the few odds that can't be counted
SURE = 2.5  # standard errors; less is noise
MOST_SIMULATIONS = 10**8


class NothingToAdvise(Refusal):
    """The seat of the view has no move to make."""


class WrongEffort(Refusal):
    """A number of simulations, a seed or a number of workers is out of range."""


@dataclass(frozen=True)
class MoveAdvice:
    """The estimates for one legal move."""

    code: int
    move: str
    simulations: int
    wins: float  # the seat's chance to win; a shared victory counts by its share
    wins_error: float  # standard error
    score: float  # expected at the end
    score_error: float
    loss: float  # chance to win lost against the best move
    loss_error: float

    def behind(self, other: MoveAdvice) -> bool:
        """Return whether this move is worse than another beyond noise."""
        gap, error = other.wins - self.wins, math.hypot(self.wins_error, other.wins_error)
        if other.loss == 0:  # the best move was compared pair by pair
            gap, error = self.loss, self.loss_error
        return gap > SURE * error


@dataclass(frozen=True)
class Advice:
    """All moves of a seat in their order, the best of them, the odds, and reasons."""

    game: str
    seat: int
    best: str
    moves: tuple[MoveAdvice, ...]
    view: View = field(repr=False, compare=False)
    seed: int
    odds: tuple[Odd, ...] = ()
    why: tuple[Saying, ...] = ()

    def move(self, text: str) -> MoveAdvice:
        """Return the advice on a move, given as text, or raise IllegalMove."""
        wanted = self.view.game.notation.NOTATION.code(text)
        for one in self.moves:
            if one.code == wanted:
                return one
        moves = [one.move for one in self.moves]
        raise IllegalMove("coach.no_such_move", instead=moves, move=repr(text))

    def ranked(self) -> list[MoveAdvice]:
        """Return the moves from best to worst, by the chance to win that is shown."""
        return sorted(self.moves, key=lambda one: (one.move != self.best, -one.wins))

    def groups(self) -> list[list[MoveAdvice]]:
        """Return the ranked moves, grouped where the difference is within noise."""
        groups: list[list[MoveAdvice]] = []
        for one in self.ranked():
            if groups and not one.behind(groups[-1][0]):
                groups[-1].append(one)
            else:
                groups.append([one])
        return groups

    def to_dict(self) -> dict[str, Any]:
        """Return the advice, ready for JSON."""
        return {
            "game": self.game,
            "seat": self.seat,
            "best": self.best,
            "moves": [asdict(one) for one in self.moves],
            "odds": [odd.to_dict() for odd in self.odds],
            "why": [saying.to_dict() for saying in self.why],
        }


def advise(view: View, *, simulations: int | None = None, seed: int = 0) -> Advice:
    """Advise the seat of a view by what it can know; deterministic for a seed."""
    check_to_act(view)
    simulations = check_effort(simulations, seed, odds_of(view.game).COACHING.advice)
    advice = numbers(Comparison(view, simulations, seed), seed)
    odds = odds_of(view.game).odds(view, seed, ODDS_SIMULATIONS)
    return replace(advice, odds=tuple(odds), why=explain(advice))


def numbers(comparison: Comparison, seed: int, best: int | None = None) -> Advice:
    """Return the estimates against the move taken as best, without odds and reasons."""
    view = comparison.view
    best = comparison.best if best is None else best
    return Advice(
        game=view.game.name,
        seat=comparison.seat + 1,
        best=view.game.notation.NOTATION.text(best),
        moves=tuple(_move_advice(comparison, code, best) for code in comparison.codes),
        view=view,
        seed=seed,
    )


def _move_advice(comparison: Comparison, code: int, best: int) -> MoveAdvice:
    evaluation, gap = comparison.evaluation(code), comparison.gap(best, code)
    seat = comparison.seat
    return MoveAdvice(
        code=code,
        move=comparison.view.game.notation.NOTATION.text(code),
        simulations=evaluation.simulations,
        wins=evaluation.wins[seat],
        wins_error=evaluation.wins_errors[seat],
        score=evaluation.scores[seat],
        score_error=evaluation.scores_errors[seat],
        loss=gap.wins[seat],
        loss_error=gap.errors[seat],
    )


def explain(advice: Advice, move: str | None = None) -> tuple[Saying, ...]:
    """Explain why the best move is best, or why not another, in one or two sentences."""
    best = advice.move(advice.best)
    if len(advice.moves) == 1:
        return (Saying("coach.only_move", {"move": best.move}),)
    if move is None or advice.move(move).move == best.move:
        other = advice.ranked()[1]
        return (_compare("best", best, other), *_fact(advice, best, other, best))
    other = advice.move(move)
    return (_compare("why_not", best, other), *_fact(advice, best, other, other))


def _fact(
    advice: Advice, best: MoveAdvice, other: MoveAdvice, asked: MoveAdvice
) -> tuple[Saying, ...]:
    """Return the strongest argument for the best move, or against the other.

    Arguments about the move that was asked about come first.
    """
    of = {one.code: reasons(advice, one) for one in (best, other)}
    mine = [odd for odd in of[best.code] if odd not in of[other.code]]
    theirs = [odd for odd in of[other.code] if odd not in of[best.code]]
    speaking = {
        best.move: [odd for odd in mine if odd.weight > 0],
        other.move: [odd for odd in theirs if odd.weight < 0],
    }
    for move in (asked.move, best.move, other.move):
        if speaking[move]:
            return (_about(move, speaking[move]),)
    apart = mine if asked is best else theirs
    return (_about(asked.move, apart),) if apart else ()


def _about(move: str, facts: list[Odd]) -> Saying:
    """Return the strongest of these facts, with the move it is about."""
    fact = max(facts, key=lambda odd: abs(odd.weight))
    return Saying("coach.about", {"move": move, "fact": fact})


def _compare(kind: str, best: MoveAdvice, other: MoveAdvice) -> Saying:
    """Return the comparison of two moves."""
    close = other.loss <= SURE * other.loss_error
    values = {
        "best": best.move,
        "move": other.move,
        "wins": Wins(best.wins),
        "others": Wins(other.wins),
        "loss": Chance(other.loss),
        "error": Chance(other.loss_error),
    }
    return Saying(f"coach.{kind}_close" if close else f"coach.{kind}", values)


def reasons(advice: Advice, move: MoveAdvice) -> list[Odd]:
    """Return the facts about a move."""
    counted = odds_of(advice.view.game)
    return counted.move_odds(advice.view, move.code, advice.seed, ODDS_SIMULATIONS)


def distinguishing(advice: Advice) -> dict[str, list[Odd]]:
    """Return the facts about each move that don't hold for all moves, strongest first."""
    found = {one.move: reasons(advice, one) for one in advice.moves}
    lists = list(found.values())
    shared = [odd for odd in lists[0] if len(lists) > 1 and all(odd in other for other in lists)]
    return {
        move: sorted((odd for odd in odds if odd not in shared), key=lambda odd: -abs(odd.weight))
        for move, odds in found.items()
    }


def check_to_act(view: View) -> None:
    """Raise NothingToAdvise unless the view is that of the seat to act."""
    if view.seat is None:
        raise NothingToAdvise("coach.spectator")
    if view.to_act == OVER:
        raise NothingToAdvise("coach.over")
    if view.to_act != view.seat:
        raise NothingToAdvise("coach.not_to_act", seat=view.seat)


def check_effort(simulations: int | None, seed: int, usual: int) -> int:
    """Return the number of simulations or its default, or raise WrongEffort."""
    check_number("simulations", 1 if simulations is None else simulations, 1, MOST_SIMULATIONS)
    check_number("seed", seed, 0, 2**64 - 1)
    return usual if simulations is None else simulations


def check_number(name: str, value: object, lowest: int, highest: int) -> None:
    """Raise WrongEffort unless the value is an integer in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise WrongEffort(
            "common.not_in_range", name=name, value=repr(value), lowest=lowest, highest=highest
        )
