"""Whether a record of Pig makes sense."""

from tablee.kernel.rule import rule

from .state import State


@rule
def sound(s: State) -> int:
    """0, or the number of the paragraph that is broken."""
    for seat in range(s.seats):
        if s.points[seat] < 0:
            return 4
    return 2 if s.pot < 0 or s.turn < 0 or s.turn >= s.seats else 0
