"""Simple players to measure others against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tablee.kernel.dice import Dice
from tablee.view import View

from .state import FACE_DOWN, HIGHEST, PLACES, State

NAMES = [f"{column}{row}" for column in "abcd" for row in (1, 2, 3)]


@dataclass(frozen=True)
class KeepsFour:
    """Maroc'eau as many play it first: cards of 4 and below are kept, the others are not.

    A kept card replaces the highest card seen that is worse, else the first one face down.
    """

    most: int = 4

    def choose(self, view: View, dice: Dice) -> str:
        s = cast(State, view.state)
        moves = view.moves()
        if "take" in moves:
            return "take" if s.top <= self.most else "draw"
        if "drop" in moves and s.hand > self.most:
            return "drop"
        grid = s.grid[s.turn * PLACES : (s.turn + 1) * PLACES]
        if any(move.startswith("swap") for move in moves):
            seen = [(card, place) for place, card in enumerate(grid) if card <= HIGHEST]
            none_worse = all(card <= max(self.most, s.hand) for card, _ in seen)
            place = grid.index(FACE_DOWN) if none_worse and FACE_DOWN in grid else max(seen)[1]
            return f"swap {NAMES[place]}"
        return moves[0]
