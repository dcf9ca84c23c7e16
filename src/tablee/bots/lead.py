"""From points to chances: who leads by so much is thought so likely to win."""

from __future__ import annotations

from tablee.kernel.playout import SHARE
from tablee.kernel.record import Ints
from tablee.kernel.rule import rule


@rule
def share_by_lead(seats: int, points: Ints, ranks: Ints, shares: Ints, sure: int) -> None:
    """Writes the chances in 840ths: all of it at a lead of `sure` points, none as far behind."""
    for seat in range(seats):
        rival = 0 if seat != 0 else 1
        for other in range(seats):
            if other != seat and ranks[other] < ranks[rival]:
                rival = other
        lead = abs(points[seat] - points[rival])
        if ranks[seat] > ranks[rival]:
            lead = -lead
        shares[seat] = SHARE // 2 + SHARE // 2 * max(-sure, min(sure, lead)) // sure
