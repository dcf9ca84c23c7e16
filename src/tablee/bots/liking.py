"""From values to likings: how much worse a move is decides how seldom it is played."""

from __future__ import annotations

from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

BEST = 1000


@rule
def like_by_value(weights: Ints, count: int, scale: int) -> None:
    """Turns the values in a row into likings: 1000 for the best, half of it at a gap of `scale`."""
    best = weights[0]
    for i in range(1, count):
        best = max(best, weights[i])
    for i in range(count):
        gap = best - weights[i]
        weights[i] = max(1, BEST * scale * scale // (scale * scale + gap * gap))
