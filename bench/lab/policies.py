"""Policies that are measured on every engine."""

from __future__ import annotations

from typing import Any

from tablee.kernel.dice import pick
from tablee.lab.policies import policy

SHARE = 0.7  # the goal, as a share of random play, of policies that only look at the legal moves


@policy
def weighs(moves: Any, count: int, dice: Any, weights: Any) -> int:
    """Prefer some moves to others by their codes alone."""
    for i in range(count):
        weights[i] = 1 + moves[i] % 3
    return pick(dice, weights, count)
