"""Matches of random moves."""

from __future__ import annotations

from random import Random
from typing import Any

import tablee
from tablee.table import OVER, Match

from .campaign import OPTIONS
from .tables import SECRET, dealt, header


def random_matches(name: str, seeds: range, limit: int = 250) -> Any:
    """Matches of random moves, at every moment when a seat is to move."""
    game = tablee.game(name)
    for seed in seeds:
        random = Random(seed)
        seats = random.randint(game.seats[0], min(4, game.seats[-1]))
        options = random.choice(OPTIONS[name])
        match = Match.start(
            header(name, ["person"] * seats, options=options, table=random.randbytes(16).hex()),
            SECRET,
        )
        for _ in range(limit):
            match = dealt(match)
            if match.to_act == OVER:
                break
            move = random.choice(match.position.moves())
            yield random, match, move
            match = match.play(match.to_act, move)
