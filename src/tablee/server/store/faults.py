"""Places where the tests pull the plug. Nobody sets the hook outside of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

Point = Literal["before_commit", "after_commit", "before_ack"]
POINTS: tuple[Point, ...] = ("before_commit", "after_commit", "before_ack")

hook: Callable[[Point], None] | None = None


def reach(point: Point) -> None:
    """The work has come to this point."""
    if hook is not None:
        hook(point)
