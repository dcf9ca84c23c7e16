"""Means with their 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959963984540054  # standard deviations that contain 95 % of a normal distribution


@dataclass(frozen=True)
class Estimate:
    """A mean with the half-width of its 95 % confidence interval."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values.

    >>> round(mean_of([1.0, 2.0, 3.0]).margin, 3)
    1.132
    >>> mean_of([1.0])
    Estimate(mean=1.0, margin=inf)
    """
    mean = sum(values) / len(values) if values else math.nan
    if len(values) < 2:
        return Estimate(mean, math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Estimate(mean, Z * math.sqrt(variance / len(values)))
