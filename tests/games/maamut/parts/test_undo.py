"""Undo in Mâamut: cards that were shown stay shown."""

from __future__ import annotations

from table.tables import begun, dealt, random_matches
from tablee.table import OVER
from tablee.table.undo import veil_of, worlds

from ..draw import MAAMUT


def test_hands_and_the_pile_are_hidden() -> None:
    assert veil_of(MAAMUT).hidden == {"hand", "pile"}


def test_all_worlds_are_tried() -> None:
    """Two hunters hold three cards each: every hand, in every order of dealing."""
    match = dealt(begun("maamut", options={"hunt_limit": 4}))
    found = {other.key() for other in worlds(match.position)}
    assert match.position.state.key() in found
    assert len(found) == 100  # ten hands of three cards of three values, for each of the two


def test_cards_that_were_shown_stay_shown() -> None:
    free: set[str] = set()
    told: set[str] = set()
    for _, match, move in random_matches("maamut", range(12)):
        seat = match.to_act
        after = match.play(seat, move)
        if after.to_act == OVER:
            continue
        verb = move.split(" ")[0]
        (free if after.why_not_undo(seat) is None else told).add(verb)
    assert {"place", "trap"} <= free
    assert {"move", "discard"} <= told
    assert free.isdisjoint({"move", "discard"})
