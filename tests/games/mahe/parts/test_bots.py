"""Bots in Mahé."""

from __future__ import annotations

import tablee
from tablee.bots.players import Thumb
from tablee.kernel.dice import dice_for


def test_the_heuristic_takes_no_pointless_risk() -> None:
    """It never throws a third die on a five, and always a second one on a 1."""
    start = tablee.game("mahe").start(seats=4).after("first 1").after("flip 5")
    assert Thumb().choose(start.after("die 1").view(1), dice_for(1)) == "roll"
    on_six = start.after("die 1").after("roll").after("die 5")
    assert Thumb().choose(on_six.view(1), dice_for(1)) == "stop"
