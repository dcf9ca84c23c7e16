"""Papua as a sample for other tests."""

from __future__ import annotations

from games.sample import Sample

SAMPLE = Sample(
    tables=[{}, {"board": "short", "family": True}, {"board": "long", "turn_limit": 9}],
    matches=[{"board": "short"}, {"board": "short", "family": True}, {"turn_limit": 9}],
    short={"turn_limit": 10},
    players=(3, 4),
    board=".board .papua",
    needed=".board .papua",
    lowest=".board svg[role=group]",
    whole=".board svg[role=group]",
    pages=10,
    asks=("throw", "move"),
)
