"""One game in plain Python for the environments: chance is resolved, moves are actions.

>>> from tablee.discovery import names
>>> table = Table(names()[0], seats=4)
>>> table.start(seed=1)
>>> table.to_act, table.actions()
(3, [0, 1])
>>> table.play(0)
>>> len(table.observe(0)), table.rewards()
(91, [0.0, 0.0, 0.0, 0.0])
"""

from __future__ import annotations

from typing import Any

from tablee.discovery import game as find_game
from tablee.kernel.actors import CHANCE, OVER
from tablee.kernel.dice import dice_for, pick
from tablee.kernel.encoding import width
from tablee.lab.encoding import encoding_of
from tablee.position import Position
from tablee.refusals import IllegalMove, Refusal
from tablee.view import View


class Table:
    """A game with its seats numbered from 0; match n of a seed has the dice of match n anywhere."""

    def __init__(self, name: str, *, seats: int, **options: Any) -> None:
        self.game = find_game(name)
        self.options = self.game.read_options(options)
        self.seats = self.game.read_seats(seats)
        self.encoding = encoding_of(self.game)
        self.size = width(self.encoding.FEATURES)
        self._most = self.game.state.MAX_MOVES
        self._integers = self.game.integers(self.options)
        self.state = self.game.state.State()
        self.to_act = OVER
        self._actions: list[int] | None = None

    def start(self, seed: int, match: int = 0) -> None:
        """Begin a match."""
        self._dice = dice_for(seed, match)
        self.game.rules.setup(self.state, self.seats, self._integers)
        self._settle()

    def actions(self) -> list[int]:
        """Return the legal actions of the seat to act."""
        if self._actions is None:
            moves = [0] * self._most
            count = self.game.rules.legal(self.state, moves) if self.to_act >= 0 else 0
            self._actions = [self.encoding.action_of(self.state, one) for one in moves[:count]]
        return self._actions

    def play(self, action: int) -> None:
        """Play a legal action and what chance brings after it."""
        if action not in self.actions():
            code = self.encoding.code_of(self.state, action)
            cause = self.position().refusal(code) if code >= 0 else None
            if isinstance(cause, Refusal):
                raise cause
            moves = [str(one) for one in self.actions()]
            raise IllegalMove("lab.no_action", instead=moves, action=action)
        self.game.rules.apply(self.state, self.encoding.code_of(self.state, action))
        self._settle()

    def observe(self, seat: int) -> list[int]:
        """Return what a seat sees, as numbers."""
        shown = self.state
        if self.game.hides:
            shown = shown.copy()
            self.game.view.observe(shown, seat)
        out = [0] * self.size
        self.encoding.encode(shown, seat, out)
        return out

    def rewards(self) -> list[float]:
        """Return 1, shared by the winners, and -1, shared by the others; zeros before the end."""
        if self.to_act != OVER:
            return [0.0] * self.seats
        return rewards(self.position().result().ranks)

    def position(self) -> Position:
        """Return the game as a position."""
        return Position(self.game, self.options, self.state.copy())

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        return self.position().view(seat + 1)

    def _settle(self) -> None:
        rules, state = self.game.rules, self.state
        self._actions = None
        while (actor := rules.to_act(state)) == CHANCE:
            outcomes, weights = [0] * self._most, [0] * self._most
            count = rules.chance(state, outcomes, weights)
            rules.apply(state, outcomes[pick(self._dice, weights, count)])
        self.to_act = actor


def rewards(ranks: tuple[int, ...]) -> list[float]:
    """Return the reward of each rank: winners share 1, others get -1; all get 0 without a winner.

    >>> rewards((1, 2, 2))
    [1.0, -0.5, -0.5]
    >>> rewards((1, 1, 2)), rewards((2, 2))
    ([0.25, 0.25, -0.5], [0.0, 0.0])
    """
    seats, winners = len(ranks), ranks.count(1)
    if winners == 0:
        return [0.0] * seats
    won, lost = (seats - winners) / (winners * (seats - 1)), -1 / (seats - 1)
    return [won if rank == 1 else lost for rank in ranks]
