"""What bots know of Mahé."""

from __future__ import annotations

import tablee
from tablee.bots.players import Thumb
from tablee.kernel.dice import dice_for


def test_a_thumb_never_bursts_for_nothing() -> None:
    """In Mahé nobody throws a third die on a five, and everybody throws a second one on a 1."""
    start = tablee.game("mahe").start(seats=4).after("first 1").after("flip 5")
    assert Thumb().choose(start.after("die 1").view(1), dice_for(1)) == "roll"
    on_six = start.after("die 1").after("roll").after("die 5")
    assert Thumb().choose(on_six.view(1), dice_for(1)) == "stop"
