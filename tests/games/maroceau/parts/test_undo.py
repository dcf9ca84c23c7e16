"""Undo in Maroc'eau: a drawn card that was shown stays shown."""

from __future__ import annotations

from table.tables import begun, dealt, first_moves, random_matches
from tablee.table import OVER
from tablee.table.undo import veil_of, worlds

from ..draw import GAME


def test_face_down_cards_are_hidden_until_turned() -> None:
    veil = veil_of(GAME)
    assert veil.hidden == {"hand", "pile", "unseen"}
    assert "phase" in veil.looked_at


def test_all_worlds_are_tried() -> None:
    """A drawn card may be any of the fifteen values."""
    match = first_moves(begun("maroceau"), 6)
    while match.position.moves()[0] != "drop":
        move = "draw" if "draw" in match.position.moves() else match.position.moves()[0]
        match = dealt(match.play(match.to_act, move))
    values = {other.hand for other in worlds(match.position)}  # type: ignore[attr-defined]
    assert values == set(range(-2, 13))


def test_a_drawn_card_that_was_shown_stays_shown() -> None:
    free: set[tuple[str, bool]] = set()
    told: set[tuple[str, bool]] = set()
    for _, match, move in random_matches("maroceau", range(6)):
        seat = match.to_act
        after = match.play(seat, move)
        if after.to_act == OVER:
            continue
        drawn = match.position.moves()[0] == "drop"
        key = (move.split(" ")[0], drawn)
        (free if after.why_not_undo(seat) is None else told).add(key)
    assert {("take", False), ("draw", False), ("flip", False), ("swap", False)} <= free
    assert told == {("drop", True), ("swap", True)}
    assert free.isdisjoint(told)
