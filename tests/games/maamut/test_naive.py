"""The rules against an independent model, ply by ply through whole random matches."""

from __future__ import annotations

import random

import pytest

import tablee
from campaigns import sizes

from .draw import MAAMUT
from .naive import Asked, Story, match


def next_question(story: Story, move: str) -> Asked | int:
    """Return what the model asks next, or the seat that won at its end (0 for the mammoth)."""
    try:
        return story.send(move)
    except StopIteration as end:
        return int(end.value or 0)


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(2, 12))
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("fallen_traps", ["removed", "stay"])
@pytest.mark.parametrize("hunt_limit", [4, 50])
def test_the_rules_agree_with_the_model(
    seats: int, fallen_traps: str, hunt_limit: int, games: int
) -> None:
    choose = random.Random(f"{seats}{fallen_traps}{hunt_limit}")
    for _ in range(games):
        story = match(seats, fallen_traps, hunt_limit)
        pos = MAAMUT.start(seats=seats, fallen_traps=fallen_traps, hunt_limit=hunt_limit)
        asked: Asked | int = next(story)
        while not isinstance(asked, int):
            who, possible = asked
            moves, weights = list(possible), list(possible.values())
            if who == "chance":
                assert pos.to_act == tablee.CHANCE
                assert pos.chances() == possible
            else:
                assert pos.to_act == who
                assert sorted(pos.moves()) == sorted(possible)
                # Mostly moves and traps, since random hunters seldom drive the mammoth.
                weights = [9 if move[:4] in ("move", "trap") else 1 for move in moves]
            move = choose.choices(moves, weights)[0]
            pos = pos.after(move)
            asked = next_question(story, move)
        assert pos.to_act == tablee.OVER
        assert pos.result().winners == ((asked,) if asked else ())
