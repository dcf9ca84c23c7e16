"""Mahé as a sample for other tests."""

from __future__ import annotations

from games.sample import Sample

OPTIONS = [{}, {"third_die_at_seven": True, "cards_as_dice": True}]
SAMPLE = Sample(
    tables=OPTIONS,
    matches=OPTIONS,
    short={},
    players=(2, 4),
    board=".board .print",
    needed=".board .print",
    lowest=".board svg[role=group]",
    whole=".board svg[role=group]",
    pages=12,
    asks=("which_turtle", "throw", "decide"),
)
