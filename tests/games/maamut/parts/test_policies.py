"""What policies see of Mâamut."""

from __future__ import annotations

from typing import Any

from tablee.games.maamut.state import CARD_VALUES
from tablee.lab.policies import policy
from tablee.lab.simulate import simulate


@policy
def peeks(s: Any, seat: int, count: int) -> int:
    """Make an illegal choice if a card of another hand is visible."""
    for other in range(s.seats):
        for i in range(CARD_VALUES):
            if other != seat and s.hand[CARD_VALUES * other + i] != 0:
                return -1
    return 0


def test_a_policy_sees_no_hidden_card() -> None:
    report = simulate("maamut", seats=3, games=5, engine="python", policies=[peeks])
    assert report.games == 5
