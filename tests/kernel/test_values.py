"""Games, positions, views and records can be copied and pickled."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import tablee
from tables import GAMES, play


@pytest.mark.parametrize("game", GAMES)
def test_values_can_be_copied_and_pickled(game: tablee.Game) -> None:
    for position, _ in list(play(game, game.seats[-1], {}, seed=3, limit=60))[::20]:
        values: list[Any] = [game, position, position.view(1), position.view(), position.state]
        for value in values:
            for other in (
                copy.copy(value),
                copy.deepcopy(value),
                *(pickle.loads(pickle.dumps(value, n)) for n in range(2, 6)),
            ):
                assert other == value
                assert type(other) is type(value)
        record = position.state
        for other in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
            other.clear()
            assert record == position.state


@pytest.mark.parametrize("game", GAMES)
def test_pickles_are_small(game: tablee.Game) -> None:
    position = game.start(seats=game.seats[-1])
    fresh = len(pickle.dumps(position))
    for seat in range(1, position.seats + 1):
        assert position.view(seat).seat == seat
    assert len(position.chances()) != 1
    assert len(pickle.dumps(position)) == fresh < 2000
    assert copy.deepcopy(position) is position
