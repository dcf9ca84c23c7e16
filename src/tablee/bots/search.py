"""A search in progress: simulations from what a seat sees, and what they have found so far."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.bots.contract import outlook
from tablee.bots.heuristics import instance_of
from tablee.bots.tree import (
    ROOT,
    STATES,
    WORLD,
    Node,
    Plan,
    Workspace,
    add_outcome,
    back_up,
    clear_outcome,
    descend,
    play_out,
    workspace_of,
)
from tablee.kernel.actors import OVER
from tablee.kernel.contract import State, resample, to_act
from tablee.kernel.dice import WORD, Dice, take_up
from tablee.kernel.engines.copying import COPY
from tablee.kernel.engines.instance import row_of
from tablee.kernel.engines.playout import SHARE
from tablee.kernel.record import Record, int16, int64
from tablee.kernel.rule import entry
from tablee.view import View


class RootMove(Record):
    """What the simulations say about one move at the root, for the seat that searches."""

    code: int = int16()
    visits: int = int64()
    wins: int = int64()  # in 840ths
    wins_squared: int = int64()
    points: int = int64()
    points_squared: int = int64()


@entry
def search(
    states: list[State],
    dices: list[Dice],
    plans: list[Plan],
    nodes: list[Node],
    root_moves: list[RootMove],
    works: list[Workspace],
    count: int,
) -> None:
    """Run `count` more simulations from the view in states[ROOT]."""
    plan, dice, w = plans[0], dices[0], works[0]
    for _ in range(count):
        COPY(states, WORLD, ROOT)
        s = states[WORLD]
        resample(s, plan.seat, dice)
        descend(s, dice, plan, nodes, w)
        play_out(s, dice, plan, w)
        clear_outcome(w)
        add_outcome(s, w, 1)
        if to_act(s) != OVER:
            outlook(s, w.points, w.ranks, w.wins)
        back_up(plan, nodes, w, 1)
        for seat in range(s.seats):
            plan.wins[seat] += w.wins[seat]
        mine = root_moves[w.first]
        win, points = w.wins[plan.seat], w.points[plan.seat]
        mine.visits += 1
        mine.wins += win
        mine.wins_squared += win * win
        mine.points += points
        mine.points_squared += points * points


@dataclass(frozen=True)
class Effort:
    """The effort of a search, which determines the strength of a level."""

    exploration: int = 1000  # thousandths
    informed: int = 1000  # how many rollout moves in a thousand the heuristic chooses
    horizon: int = 0  # plies before a rollout stops and asks the outlook; 0: to the end
    ranks: int = 100  # how much a good rank counts beside the victory, in thousandths

    def plan(self, seat: int, capacity: int) -> Plan:
        """Return the plan of a search for a seat, numbered from 0, with an empty tree."""
        plan = Plan()
        plan.seat, plan.capacity, plan.nodes = seat, capacity, 1
        plan.exploration, plan.informed = self.exploration, self.informed
        plan.horizon, plan.ranks = self.horizon, self.ranks
        return plan


class Search:
    """Simulations from what a seat sees; more can be added until there are enough."""

    def __init__(
        self,
        view: View,
        seed: int,
        capacity: int,
        effort: Effort = Effort(),  # frozen
        *,
        stream: int = 0,
        engine: str = "auto",
    ) -> None:
        assert view.seat is not None
        self.view = view
        game, state = view.game, view.state
        dice = Dice()
        take_up(dice, seed & WORD, (seed >> 32) & WORD, stream)
        instance = self._instance = instance_of(game, engine)
        self._plan = row_of(instance, effort.plan(view.seat - 1, capacity + 1))
        self._nodes = instance.rows(Node, capacity + 1)
        self._root_moves = instance.rows(RootMove, game.state.MAX_MOVES)
        self._arguments = (
            row_of(instance, *[state] * STATES),
            row_of(instance, dice),
            self._plan,
            self._nodes,
            self._root_moves,
            instance.rows(workspace_of(game), 1),
        )

    def run(self, simulations: int) -> None:
        """Run more simulations."""
        self._instance.run(search, *self._arguments, simulations)

    @property
    def plan(self) -> Plan:
        """The progress of the search."""
        return self._plan[0]

    def node(self, index: int) -> Node:
        """Return a node of the tree; the root is node 0."""
        return self._nodes[index]

    def moves(self) -> list[RootMove]:
        """Return the sums of each legal move at the root, in the order of `view.moves()`."""
        codes = self.view.codes()
        found = [self._root_moves[i] for i in range(len(codes))]
        for code, move in zip(codes, found, strict=True):
            move.code = code
        return found

    def wins(self) -> list[float]:
        """Return the chance of every seat to win, over all simulations so far."""
        plan = self.plan
        seats: int = self.view.state.seats
        return [plan.wins[i] / SHARE / max(1, plan.simulations) for i in range(seats)]


def add_up(searches: list[Search]) -> list[RootMove]:
    """Return the sums of several searches of the same view."""
    total = searches[0].moves()
    for other in searches[1:]:
        for mine, more in zip(total, other.moves(), strict=True):
            for name in ("visits", "wins", "wins_squared", "points", "points_squared"):
                setattr(mine, name, getattr(mine, name) + getattr(more, name))
    return total
