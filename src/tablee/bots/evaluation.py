"""Helpers for heuristics: from values to the weights of moves, from a lead to chances to win."""

from __future__ import annotations

from tablee.kernel.engines.playout import SHARE
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule

BEST = 1000


@rule
def weights_from_values(weights: Ints, count: int, scale: int) -> None:
    """Turn values into weights in place: 1000 for the best, half of it at a gap of `scale`."""
    best = weights[0]
    for i in range(1, count):
        best = max(best, weights[i])
    for i in range(count):
        gap = best - weights[i]
        weights[i] = max(1, BEST * scale * scale // (scale * scale + gap * gap))


@rule
def chances_from_lead(seats: int, points: Ints, ranks: Ints, shares: Ints, sure: int) -> None:
    """Write chances in 840ths: certain with a lead of `sure` points, none when as far behind."""
    for seat in range(seats):
        rival = 0 if seat != 0 else 1
        for other in range(seats):
            if other != seat and ranks[other] < ranks[rival]:
                rival = other
        lead = abs(points[seat] - points[rival])
        if ranks[seat] > ranks[rival]:
            lead = -lead
        shares[seat] = SHARE // 2 + SHARE // 2 * max(-sure, min(sure, lead)) // sure
