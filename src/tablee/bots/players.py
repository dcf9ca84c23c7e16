"""Players: given a view and dice of their own, they choose one of the legal moves.

>>> import tablee
>>> from tablee.kernel.dice import dice_for
>>> pos = tablee.all_games()[0].start(seats=4)
>>> while pos.to_act == tablee.CHANCE:
...     pos = pos.after(next(iter(pos.chances())))
>>> Thumb().choose(pos.view(pos.to_act), dice_for(seed=1)) in pos.moves()
True
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from tablee.bots.policies import best, by_lot, plain_by_liking, search_seed
from tablee.bots.search import Effort, Search, add_up
from tablee.kernel.dice import Dice
from tablee.view import View


class Player(Protocol):
    """The player in a seat; it sees what the seat may see, and nothing else."""

    def choose(self, view: View, dice: Dice) -> str:
        """Return the text of a legal move of the seat whose view this is."""


@dataclass(frozen=True)
class Random:
    """Every legal move alike."""

    def choose(self, view: View, dice: Dice) -> str:
        moves = view.moves()
        return moves[by_lot(len(moves), dice)]


@dataclass(frozen=True)
class Thumb:
    """Plays the move that the rule of thumb likes best, with mistakes, as people make them.

    In `slips` of a thousand turns it draws a move by how much it likes each, in `lapses` it plays
    any move.
    """

    slips: int = 0
    lapses: int = 0

    def choose(self, view: View, dice: Dice) -> str:
        codes = view.codes()
        weights = [0] * view.game.state.MAX_MOVES
        choose = plain_by_liking(view.game)
        chosen: int = choose(view.state, codes, len(codes), dice, weights, self.slips, self.lapses)
        return view.moves()[chosen]


@dataclass(frozen=True)
class Searcher:
    """Tree search with a fixed number of simulations: the same choice on every machine."""

    simulations: int
    effort: Effort = field(default_factory=Effort)
    trees: int = 1  # searched at the same time, on as many cores

    def choose(self, view: View, dice: Dice) -> str:
        moves = view.moves()
        seed = search_seed(dice)
        if len(moves) == 1:
            return moves[0]
        share = max(1, self.simulations // self.trees)
        searches = [
            Search(view, seed, share, self.effort, stream=tree) for tree in range(self.trees)
        ]
        if self.trees == 1:
            searches[0].run(share)
        else:
            with ThreadPoolExecutor(self.trees) as pool:
                list(pool.map(lambda search: search.run(share), searches))
        visits = [move.visits for move in add_up(searches)]
        return moves[best(visits, len(visits), dice)]


@dataclass(frozen=True)
class Thinker:
    """Tree search for a given time: stronger on a faster machine, and not the same on another."""

    seconds: float
    effort: Effort = field(default_factory=Effort)
    trees: int = 1
    most: int = 2_000_000  # simulations a tree
    clock: Callable[[], float] = time.perf_counter

    def choose(self, view: View, dice: Dice) -> str:
        moves = view.moves()
        seed = search_seed(dice)
        if len(moves) == 1:
            return moves[0]
        end = self.clock() + self.seconds

        def think(tree: int) -> Search:
            search = Search(view, seed, self.most, self.effort, stream=tree)
            portion = 16
            search.run(portion)
            while self.clock() < end and search.plan.simulations < self.most:
                search.run(portion)
                portion = min(2 * portion, 512)
            return search

        with ThreadPoolExecutor(self.trees) as pool:
            searches = list(pool.map(think, range(self.trees)))
        visits = [move.visits for move in add_up(searches)]
        return moves[best(visits, len(visits), dice)]
