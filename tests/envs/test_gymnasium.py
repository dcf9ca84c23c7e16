"""Gymnasium: its unmodified checker, registered ids, and bots in the other seats."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import tablee
from samples import BOARDS, HANDS, OPEN

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env

from tablee.envs.gymnasium import IDS, AgainstBots

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", IDS)
def test_the_checker_of_gymnasium_passes_without_warnings(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode="ansi").unwrapped)


def played(environment: Any, seed: int) -> tuple[list[Any], float]:
    """Play the first legal action throughout; return all observations and the reward."""
    observation, info = environment.reset(seed=seed)
    seen, over, reward = [observation], False, 0.0
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, over, _, info = environment.step(action)
        seen.append(observation)
    return seen, reward


def test_a_seed_determines_the_game() -> None:
    for seat in range(2):
        games = [AgainstBots(OPEN, seats=2, seat=seat) for _ in range(2)]
        (one, won), (other, again) = (played(game, 3) for game in games)
        assert won == again
        assert abs(won) == 1
        assert len(one) == len(other)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    begins = [games[0].reset(seed=seed)[0].tobytes() for seed in range(8)]
    assert len(set(begins)) > 2


def test_an_illegal_action_loses_the_game() -> None:
    game = AgainstBots(BOARDS, opponents=["random", "thumb"])
    game.reset(seed=1)
    _, reward, over, _, info = game.step(9)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


def test_several_environments_in_step() -> None:
    games = gymnasium.make_vec(
        f"tablee/{OPEN}-v1", num_envs=3, vectorization_mode="sync", opponents=["random"], seats=4
    )
    observation, info = games.reset(seed=1)
    assert observation.shape == (3, 91)
    assert info["action_mask"].shape == (3, 10)
    games.close()


def test_the_board_is_rendered_for_the_seat() -> None:
    game = AgainstBots(HANDS, seats=2, render_mode="ansi")
    game.reset(seed=1)
    assert game.render() == str(game.table.view(0))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 9}, {"seat": 4}, {"seat": -1}, {"opponents": []}, {"opponents": ["club"] * 4},
        {"opponents": ["nobody"]}, {"render_mode": "human"}, {"handicap": 1},
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tablee.Refusal):
        AgainstBots(OPEN, **{"seats": 4, **wrong})
