"""A search in progress: the arrays it works on, and what it has found so far."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablee.bots import contract
from tablee.bots.heuristics import heuristic_of
from tablee.bots.search import (
    COPY,
    MAX_PATH,
    Node,
    Plan,
    RootMove,
    copy_compiled,
    copy_plain,
    search,
)
from tablee.gamebox import Game
from tablee.kernel.dice import WORD, Dice, take_up
from tablee.kernel.engine import verbs_of
from tablee.kernel.playout import MAX_SEATS, SHARE
from tablee.kernel.rule import specialise
from tablee.position import View


@dataclass(frozen=True)
class Estimate:
    """What a search thinks of one move, for the seat that searches."""

    code: int
    move: str
    visits: int
    wins: float  # chance to win; a shared victory counts by its share
    wins_error: float  # standard error
    score: float
    score_error: float


@dataclass(frozen=True)
class Effort:
    """How a search is done; the strength of a level lies here."""

    exploration: int = 1000  # thousandths
    informed: int = 1000  # rollout moves by the rule of thumb, in a thousand
    horizon: int = 0  # plies of a rollout before the outlook is asked; 0: it goes to the end
    ranks: int = 100  # how much a good rank counts beside the victory, in thousandths


@cache
def _function(game: Game, compiled: bool) -> Any:
    thumb = heuristic_of(game)
    fillings = verbs_of(game) | {
        contract.advise: thumb.advise,
        contract.at_rest: thumb.at_rest,
        contract.outlook: thumb.outlook,
        COPY: copy_compiled if compiled else copy_plain,
    }
    if compiled:
        from tablee.kernel.compiled import compile_rules

        return compile_rules(search, fillings, game.name)
    return specialise(search, fillings, game.name, lambda f: f, lambda t: t)


class Search:
    """Simulations from what a seat sees; more can be added until one has enough."""

    def __init__(
        self,
        view: View,
        seed: int,
        capacity: int,
        effort: Effort = Effort(),  # frozen
        *,
        stream: int = 0,
        compiled: bool = True,
    ) -> None:
        assert view.seat is not None
        self.view = view
        self.game = view.game
        self._run = _function(self.game, compiled)
        notation = self.game.notation.NOTATION
        size = self.game.state.MAX_MOVES
        rows = (MAX_SEATS, MAX_SEATS, MAX_SEATS, MAX_PATH, MAX_PATH)
        dice, plan = Dice(), Plan()
        take_up(dice, seed & WORD, (seed >> 32) & WORD, stream)
        plan.seat = view.seat - 1
        plan.informed = effort.informed
        plan.horizon = effort.horizon
        plan.exploration = effort.exploration
        plan.ranks = effort.ranks
        plan.nodes = 1
        if compiled:
            import numpy as np

            def one(record: Any) -> Any:
                row = np.zeros(1, type(record).dtype())
                record.write(row[0])
                return row

            self._root_moves: Any = np.zeros(size, RootMove.dtype())
            self._plan: Any = one(plan)
            state = view.state
            self._arguments = (
                one(state), one(state), one(dice), self._plan,
                np.zeros(capacity + 1, Node.dtype()), self._root_moves,
                np.zeros(size, np.int16), np.zeros(size, np.int64),
                np.zeros(max(notation) + 1, np.int16),
                *(np.zeros(length, np.int64) for length in rows),
            )  # fmt: skip
        else:
            self._root_moves = [RootMove() for _ in range(size)]
            self._plan = [plan]
            self._arguments = (
                [view.state], [view.state], [dice], self._plan,
                [Node() for _ in range(capacity + 1)], self._root_moves,
                [0] * size, [0] * size, [0] * (max(notation) + 1),
                *([0] * length for length in rows),
            )  # fmt: skip
        self._compiled = compiled

    def run(self, simulations: int) -> None:
        """So many simulations more."""
        self._run(*self._arguments, simulations)

    @property
    def plan(self) -> Plan:
        """How far the search has come."""
        return Plan.read(self._plan[0]) if self._compiled else self._plan[0]

    def moves(self) -> list[RootMove]:
        """The sums of each legal move at the root, in the order of `view.moves()`."""
        codes = self.view.codes()
        rows = self._root_moves[: len(codes)]
        found = [RootMove.read(row) if self._compiled else row.copy() for row in rows]
        for code, move in zip(codes, found, strict=True):
            move.code = code
        return found

    def wins(self) -> list[float]:
        """The chance of every seat to win, over all simulations so far."""
        plan = self.plan
        seats: int = self.view.state.seats
        return [plan.wins[i] / SHARE / max(1, plan.simulations) for i in range(seats)]


def add_up(searches: list[Search]) -> list[RootMove]:
    """The sums of several searches of the same view."""
    total = searches[0].moves()
    for other in searches[1:]:
        for mine, more in zip(total, other.moves(), strict=True):
            for name in ("visits", "wins", "wins_squared", "points", "points_squared"):
                setattr(mine, name, getattr(mine, name) + getattr(more, name))
    return total


def estimates(view: View, moves: list[RootMove]) -> list[Estimate]:
    """The sums as chances and scores with standard errors."""
    text = view.game.notation.NOTATION.text
    return [
        Estimate(
            move.code,
            text(move.code),
            move.visits,
            *_mean(move.wins, move.wins_squared, move.visits, SHARE),
            *_mean(move.points, move.points_squared, move.visits, 1),
        )
        for move in moves
    ]


def _mean(total: int, squares: int, count: int, unit: int) -> tuple[float, float]:
    if count == 0:
        return 0.0, math.inf
    mean = total / count / unit
    if count == 1:
        return mean, math.inf
    variance = (count * squares - total * total) / (count * (count - 1))
    return mean, math.sqrt(variance / count) / unit
