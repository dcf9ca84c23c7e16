"""The odds of a game: what can be counted about a position, and the case for or against a move.

They are the part `odds` of a game. Without it, the coach uses simulations alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from tablee.gamebox import Game
from tablee.show.saying import Odd
from tablee.view import View


@dataclass(frozen=True)
class Coaching:
    """How many simulations the coach spends on a game, and how they are played."""

    advice: int = 20_000  # for one piece of advice: about a second on one core
    review: int = 2_000_000  # for a whole match: less than a minute for four seats on two cores
    trees: bool = (
        False  # whether a tree grows after each move, where the heuristic is short-sighted
    )


class Odds(Protocol):
    """The module `odds` of a game."""

    @property
    def COACHING(self) -> Coaching: ...  # noqa: N802  # a constant of the module

    def odds(self, view: View, seed: int, simulations: int) -> list[Odd]:
        """Return what can be counted about what a seat sees."""

    def move_odds(self, view: View, code: int, seed: int, simulations: int) -> list[Odd]:
        """Return what there is to say for or against a move."""


class NoOdds:
    """The odds of a game that counts none."""

    COACHING = Coaching()

    def odds(self, view: View, seed: int, simulations: int) -> list[Odd]:
        """Return nothing."""
        return []

    def move_odds(self, view: View, code: int, seed: int, simulations: int) -> list[Odd]:
        """Return nothing."""
        return []


def odds_of(game: Game) -> Odds:
    """Return the odds of a game, or none at all."""
    return cast(Odds, game.part("odds") or NoOdds())
