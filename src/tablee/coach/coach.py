"""The coach: what each move is worth to the seat that is to act, the odds, and a reason.

It gets a view, as bots do, and knows nothing that the seat does not know.

>>> import tablee
>>> pos = tablee.game("mahe").start(seats=4).after("first 1").after("flip 5").after("die 6")
>>> advice = advise(pos.view(1), simulations=400, seed=1)
>>> [move.move for move in advice.moves], advice.odds[1].text("en")
(['roll', 'stop'], '83% chance that the next die busts.')
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tablee.coach.odds import odds_of
from tablee.coach.weigh import Scales
from tablee.kernel.actors import OVER
from tablee.position import View
from tablee.refusals import IllegalMove, Refusal
from tablee.show.saying import Chance, Odd, Saying, Wins

ODDS_SIMULATIONS = 1000  # of the few odds that cannot be counted
SURE = 2.5  # standard errors: what is less is noise
MOST_SIMULATIONS = 10**8


class NothingToAdvise(Refusal):
    """The seat whose view it is has no move to make."""


class WrongEffort(Refusal):
    """A number of simulations, a seed or a number of workers that cannot be."""


@dataclass(frozen=True)
class MoveAdvice:
    """What the coach thinks of one legal move."""

    code: int
    move: str
    simulations: int
    wins: float  # the seat's chance to win; a shared victory counts by its share
    wins_error: float  # standard error
    score: float  # expected at the end
    score_error: float
    loss: float  # how much less than the best move, in chance to win
    loss_error: float

    def behind(self, other: MoveAdvice) -> bool:
        """Whether this move is worse than another beyond the noise."""
        gap, error = other.wins - self.wins, math.hypot(self.wins_error, other.wins_error)
        if other.loss == 0:  # the best move was compared pair by pair
            gap, error = self.loss, self.loss_error
        return gap > SURE * error


@dataclass(frozen=True)
class Advice:
    """All moves of a seat in their order, the best of them, the odds, and why."""

    game: str
    seat: int
    best: str
    moves: tuple[MoveAdvice, ...]
    view: View = field(repr=False, compare=False)
    seed: int
    odds: tuple[Odd, ...] = ()
    why: tuple[Saying, ...] = ()

    def move(self, text: str) -> MoveAdvice:
        """The advice on one move, given by its text; IllegalMove if it is none."""
        wanted = self.view.game.notation.NOTATION.code(text)
        for one in self.moves:
            if one.code == wanted:
                return one
        moves = [one.move for one in self.moves]
        raise IllegalMove("coach.no_such_move", instead=moves, move=repr(text))

    def ranked(self) -> list[MoveAdvice]:
        """The moves from the best to the worst, by the chance to win that is shown."""
        return sorted(self.moves, key=lambda one: (one.move != self.best, -one.wins))

    def groups(self) -> list[list[MoveAdvice]]:
        """The ranked moves, those together whose difference is within the noise."""
        groups: list[list[MoveAdvice]] = []
        for one in self.ranked():
            if groups and not one.behind(groups[-1][0]):
                groups[-1].append(one)
            else:
                groups.append([one])
        return groups

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return {
            "game": self.game,
            "seat": self.seat,
            "best": self.best,
            "moves": [asdict(one) for one in self.moves],
            "odds": [odd.to_dict() for odd in self.odds],
            "why": [saying.to_dict() for saying in self.why],
        }


def advise(view: View, *, simulations: int | None = None, seed: int = 0) -> Advice:
    """What the seat of a view should play, as far as it can know; the same for the same seed."""
    check_to_act(view)
    simulations = check_effort(simulations, seed, odds_of(view.game).COACHING.advice)
    advice = numbers(Scales(view, simulations, seed), seed)
    odds = odds_of(view.game).odds(view, seed, ODDS_SIMULATIONS)
    return replace(advice, odds=tuple(odds), why=explain(advice))


def numbers(scales: Scales, seed: int, best: int | None = None) -> Advice:
    """What moves on trial say, compared with one that is taken as best; no odds, no reasons."""
    view = scales.view
    best = scales.best if best is None else best
    return Advice(
        game=view.game.name,
        seat=scales.seat + 1,
        best=view.game.notation.NOTATION.text(best),
        moves=tuple(_move_advice(scales, code, best) for code in scales.codes),
        view=view,
        seed=seed,
    )


def _move_advice(scales: Scales, code: int, best: int) -> MoveAdvice:
    weighed, gap = scales.weighed(code), scales.gap(best, code)
    seat = scales.seat
    return MoveAdvice(
        code=code,
        move=scales.view.game.notation.NOTATION.text(code),
        simulations=weighed.simulations,
        wins=weighed.wins[seat],
        wins_error=weighed.wins_errors[seat],
        score=weighed.scores[seat],
        score_error=weighed.scores_errors[seat],
        loss=gap.wins[seat],
        loss_error=gap.errors[seat],
    )


def explain(advice: Advice, move: str | None = None) -> tuple[Saying, ...]:
    """Why the best move is best, or why not another one, in one or two sentences."""
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
    """The weightiest thing that speaks for the best move, or against the other.

    It is about the move that was asked about if there is such a thing to say of it.
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
    """The weightiest of these facts, with the move it is about."""
    fact = max(facts, key=lambda odd: abs(odd.weight))
    return Saying("coach.about", {"move": move, "fact": fact})


def _compare(kind: str, best: MoveAdvice, other: MoveAdvice) -> Saying:
    """The numbers of two moves side by side."""
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
    """What there is to say about a move."""
    counted = odds_of(advice.view.game)
    return counted.move_odds(advice.view, move.code, advice.seed, ODDS_SIMULATIONS)


def distinguishing(advice: Advice) -> dict[str, list[Odd]]:
    """What there is to say about each move and not about all of them, the weightiest first."""
    found = {one.move: reasons(advice, one) for one in advice.moves}
    lists = list(found.values())
    shared = [odd for odd in lists[0] if len(lists) > 1 and all(odd in other for other in lists)]
    return {
        move: sorted((odd for odd in odds if odd not in shared), key=lambda odd: -abs(odd.weight))
        for move, odds in found.items()
    }


def check_to_act(view: View) -> None:
    """NothingToAdvise unless the view is that of the seat to act."""
    if view.seat is None:
        raise NothingToAdvise("coach.spectator")
    if view.to_act == OVER:
        raise NothingToAdvise("coach.over")
    if view.to_act != view.seat:
        raise NothingToAdvise("coach.not_to_act", seat=view.seat)


def check_effort(simulations: int | None, seed: int, usual: int) -> int:
    """The number of simulations, the usual one unless it is given; WrongEffort if it is none."""
    check_number("simulations", 1 if simulations is None else simulations, 1, MOST_SIMULATIONS)
    check_number("seed", seed, 0, 2**64 - 1)
    return usual if simulations is None else simulations


def check_number(name: str, value: object, lowest: int, highest: int) -> None:
    """WrongEffort unless the value is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise WrongEffort(
            "common.not_in_range", name=name, value=repr(value), lowest=lowest, highest=highest
        )
