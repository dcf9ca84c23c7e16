"""Positions to choose in."""

from __future__ import annotations

import tablee
from tables import OPTIONS, play


def decisions(game: tablee.Game, seats: int, seed: int, every: int) -> list[tablee.Position]:
    """Return some positions of a random game in which a seat has a choice."""
    found = [
        position
        for position, _ in play(game, seats, OPTIONS[game.name][0], seed, limit=400)
        if position.to_act > 0 and len(position.moves()) > 1
    ]
    return found[::every]
