"""PettingZoo: its unmodified conformance tests, and the same games as in batches."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest

import tablee
from samples import HANDS, OPEN
from tables import GAMES

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the tests use what their own library calls deprecated
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test

from tablee.envs.pettingzoo import Environment, env

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", GAMES)
def test_the_conformance_tests_of_pettingzoo_pass_without_warnings(game: tablee.Game) -> None:
    seats = game.seats[1]

    def make(**given: Any) -> Any:
        return env(game.name, seats=seats, **given)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(make(), num_cycles=300)
        seed_test(make, num_cycles=100)
        render_test(make)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_match_of_a_seed_is_that_of_a_batch(game: tablee.Game) -> None:
    seats = game.seats[0]
    games = tablee.batch(game.name, size=1, seats=seats, seed=6, auto_reset=False)
    one = Environment(game.name, seats=seats)
    one.reset(seed=6)
    rng = random.Random(1)
    for _ in range(200):
        assert one.agent_selection == f"player_{games.to_act[0]}"
        observation, *_, info = one.last()
        assert np.array_equal(observation, games.observation[0])
        assert np.array_equal(info["action_mask"].astype(bool), games.mask[0])
        action = int(games.actions[0, rng.randrange(games.counts[0])])
        one.step(action)
        games.step(np.array([action]))
        if games.done[0]:
            break
    assert all(one.terminations.values()) == bool(games.done[0])
    assert np.allclose(list(one.rewards.values()), games.reward[0])


def test_an_illegal_action_is_refused_or_loses() -> None:
    raw = Environment(OPEN, seats=2)
    raw.reset(seed=1)
    with pytest.raises(tablee.IllegalMove):
        raw.step(5)
    with pytest.raises(tablee.IllegalMove, match="The action 77 stands for no move"):
        raw.step(77)
    with pytest.raises(tablee.Refusal, match="whole number"):
        raw.step(None)
    game = env(OPEN, seats=2)
    game.reset(seed=1)
    loser = game.agent_selection
    game.step(5)
    assert game.rewards[loser] == -1
    assert all(game.terminations.values())


def test_the_next_reset_plays_the_next_match_of_the_seed() -> None:
    environments = [Environment(HANDS, seats=3) for _ in range(2)]
    seen = []
    for environment in environments:
        environment.reset(seed=4)
        seen.append(environment.observe("player_0"))
        environment.reset()
        seen.append(environment.observe("player_0"))
    assert np.array_equal(seen[0], seen[2])
    assert np.array_equal(seen[1], seen[3])
    assert not np.array_equal(seen[0], seen[1])


@pytest.mark.parametrize(
    "wrong", [{"seats": 1}, {"render_mode": "hologram"}, {"handicap": 1}, {"name": "chess"}]
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tablee.Refusal):
        env(**{"name": OPEN, "seats": 4, **wrong})
