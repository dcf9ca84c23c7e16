"""Maroc'eau as a sample for other tests."""

from __future__ import annotations

from games.sample import Sample

SAMPLE = Sample(
    tables=[{"target": 50}, {"starter": "round_ender", "rounds": 2}, {}],
    matches=[{"target": 10}, {"starter": "round_ender", "rounds": 1}],
    short={"rounds": 1},
    players=(2, 3),
    board=".board [role=group]",
    needed=".board [role=group]",  # with piles and all gardens
    lowest=".board .turn",  # the viewer's own garden, during their turn
    whole=".board .table",  # all the gardens
    pages=26,
    asks=("turn_two", "choose", "place_taken", "place_drawn", "turn_one"),
)
