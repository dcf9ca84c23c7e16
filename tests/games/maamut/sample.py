"""Mâamut as a sample for other tests."""

from __future__ import annotations

from games.sample import Sample

SAMPLE = Sample(
    tables=[{}, {"fallen_traps": "stay", "hunt_limit": 6}],
    matches=[{"hunt_limit": 4}, {"fallen_traps": "stay", "hunt_limit": 6}],
    short={},
    players=(2, 3),
    board=".board .print",
    needed=".board .print, .board .beside",  # also my cards
    lowest=".board ul[aria-label='Your cards']",
    whole=".board .print",
    pages=14,
    asks=("place_hunter", "hunt", "fright", "draw"),
)
