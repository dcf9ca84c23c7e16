"""Gymnasium's vectors in compiled code: the games of `simulate`, and the ways of Gymnasium."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import tablee
from samples import HANDS, OPEN
from tablee.kernel.rule import policy
from tablee.lab.policies import WrongPolicy
from tablee.lab.simulate import simulate

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tablee.envs.gymnasium import MOST_SEEDS, AgainstBots
from tablee.envs.vector import MODES, AgainstPolicies

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("vectors")]  # they share what is compiled


@policy
def highest(seat: int, moves: list[int], count: int) -> int:
    """Play the move of the highest code; seat 2 goes astray."""
    found = 0
    for i in range(1, count):
        if moves[i] > moves[found]:
            found = i
    return found if seat != 2 else count


def highest_legal(info: dict[str, Any]) -> Any:
    """Return the highest legal action in each row; 0 where there is none."""
    mask = info["action_mask"]
    return (mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)) * mask.any(axis=1)


def make(name: str, **given: Any) -> Any:
    version = tablee.game(name).rules_version
    return gymnasium.make_vec(f"tablee/{name}-v{version}", **given)


def ended(games: Any, seed: int) -> tuple[Any, Any]:
    """Play one game in each row; return the rewards, and what was seen at the end."""
    _, info = games.reset(seed=seed)
    won, seen = np.zeros(games.num_envs), np.zeros_like(games.observation_space.low)
    open_rows = np.ones(games.num_envs, bool)
    while open_rows.any():
        observation, reward, over, cut, info = games.step(highest_legal(info))
        assert not cut.any()
        new = over & open_rows
        won[new], seen[new] = reward[new], observation[new]
        open_rows &= ~over
    return won, seen


def test_the_games_are_those_of_the_simulation() -> None:
    """Our seat plays the highest action, as a policy does in `simulate`."""
    games = make(OPEN, num_envs=300, seats=2, seat=1, opponents=["thumb"])
    won, _ = ended(games, seed=5)
    report = simulate(
        OPEN, seats=2, games=300, seed=5, engine="python", policies=["thumb", highest]
    )
    assert (won > 0).sum() == round(300 * report.seats[1].wins.mean)
    assert (won > 0).any()


@pytest.mark.parametrize("mode", MODES)
def test_a_game_is_that_of_the_single_environment(mode: str) -> None:
    """Match 0 of a seed, in the vectors of Gymnasium and in ours: all that is returned is equal."""
    given: dict[str, Any] = {"seats": 3, "seat": 1, "opponents": ["thumb"]}
    singles = SyncVectorEnv([lambda: AgainstBots(HANDS, **given)], autoreset_mode=mode)
    games = AgainstPolicies(HANDS, num_envs=1, autoreset_mode=mode, **given)
    match = int(seeding.np_random(3)[0].integers(MOST_SEEDS))
    told: Any = singles.reset(seed=3)
    ours: Any = games.reset(seed=match)
    rng = np.random.default_rng(1)
    while True:
        assert_same(told, ours)
        if len(ours) == 5 and ours[2][0]:
            break
        legal = np.flatnonzero(ours[-1]["action_mask"][0])
        action = np.array([rng.choice(legal)])
        told, ours = singles.step(action), games.step(action)
        if len(ours) == 5 and ours[2][0] and mode == "SameStep":
            told, ours = map(without_next_game, (told, ours))
    assert games.metadata["autoreset_mode"] == AutoresetMode(mode)


def without_next_game(told: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out the beginning of the next game, which is another one."""
    _, *rest, info = told
    return (*rest[1:2], *rest, {k: v for k, v in info.items() if "final" in k})


def assert_same(one: Any, other: Any) -> None:
    """Compare what two vectors return, types included."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple):
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif one is not None:
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_seeds_and_resets_choose_the_games() -> None:
    def begin(games: Any, *seeds: int | None) -> list[bytes]:
        return [games.reset(seed=seed)[0].tobytes() for seed in seeds]

    games, others = (make(HANDS, num_envs=5, seats=3, opponents=["thumb"]) for _ in range(2))
    one = begin(games, 1, None, None, 1, 2)
    assert one == begin(others, 1, None, None, 1, 2)
    assert one[0] == one[3]
    assert len(set(one)) == 4
    unseeded = [make(HANDS, num_envs=5, seats=3, opponents=["thumb"]) for _ in range(2)]
    assert begin(unseeded[0], None) != begin(unseeded[1], None)


def test_size_and_threads_do_not_change_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(size: int, cores: int) -> list[Any]:
        monkeypatch.setattr(os, "cpu_count", lambda: cores)
        games = make(OPEN, num_envs=size, seats=3, opponents=["thumb"])
        _, info = games.reset(seed=4)
        told = []
        for _ in range(60):
            seen, reward, over, _, info = games.step(highest_legal(info))
            told += [seen[:40], reward[:40], over[:40]]
        games.close()
        return told

    whole, part = play(3000, 3), play(40, 1)
    assert all(np.array_equal(a, b) for a, b in zip(whole, part, strict=True))


def test_each_mode_starts_the_next_game_in_its_own_way() -> None:
    def played(mode: str) -> tuple[Any, Any, Any]:
        """Return the vector, which rows are over, and the first observations of the next games."""
        games = make(OPEN, num_envs=8, opponents=["thumb"], autoreset_mode=mode)
        _, info = games.reset(seed=1)
        over = np.zeros(8, bool)
        while not over.any():
            _, _, over, _, info = games.step(highest_legal(info))
        if mode == "NextStep":
            *_, info = (told := games.step(np.zeros(8, int)))
            assert not told[1][over].any()
            assert not told[2][over].any()
        elif mode == "Disabled":
            with pytest.raises(tablee.Refusal, match=r"row \d has not begun or is over"):
                games.step(highest_legal(info))
            _, info = games.reset(options={"reset_mask": over})
            assert np.array_equal(info["_action_mask"], over)
        else:
            assert np.array_equal(info["_final_obs"], over)
        return games, over, info["action_mask"]

    rows = [played(mode) for mode in MODES]
    for _, over, mask in rows:
        assert np.array_equal(over, rows[0][1])
        assert np.array_equal(mask[over], rows[0][2][over])
        assert mask[over].any(axis=1).all()


def test_an_illegal_action_loses_the_game() -> None:
    games = make(OPEN, num_envs=3, opponents=["thumb"])
    _, info = games.reset(seed=1)
    actions = highest_legal(info)
    actions[1] = 7
    _, reward, over, _, info = games.step(actions)
    assert (reward[1], over[1], info["illegal"].tolist()) == (-1.0, True, [False, True, False])
    *_, over, _, info = games.step(highest_legal(info))
    assert not over[1]
    assert "illegal" not in info


def test_a_function_of_ones_own_is_an_opponent() -> None:
    won, _ = ended(make(OPEN, num_envs=200, seats=2, opponents=[highest]), seed=1)
    report = simulate(OPEN, seats=2, games=200, seed=1, engine="python", policies=[highest])
    assert (won > 0).sum() == round(200 * report.seats[0].wins.mean)
    with pytest.raises(WrongPolicy, match="highest"):
        ended(make(OPEN, num_envs=4, seats=3, opponents=[highest]), seed=1)


def test_the_wrappers_of_gymnasium_fit() -> None:
    games = RecordEpisodeStatistics(make(HANDS, num_envs=6, seats=2, opponents=["thumb"]))
    assert isinstance(games.unwrapped, VectorEnv)
    seen, info = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    lengths: list[int] = []
    while len(lengths) < 6:
        seen, *_, over, _, info = games.step(highest_legal(info))
        assert games.observation_space.contains(seen)
        lengths += info["episode"]["l"][over].tolist() if over.any() else []
    assert min(lengths) > 1


def test_the_boards_are_rendered_for_the_seat() -> None:
    games = make(HANDS, num_envs=2, seats=2, opponents=["thumb"], render_mode="ansi")
    games.reset(seed=1)
    assert len(set(games.render())) == 2
    match = int(seeding.np_random(1)[0].integers(MOST_SEEDS))
    games.reset(seed=match)
    single = AgainstBots(HANDS, seats=2, opponents=["thumb"], render_mode="ansi")
    single.reset(seed=1)
    assert games.render()[0] == single.render()


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 9}, {"seat": 4}, {"opponents": []}, {"opponents": ["nobody"]},
        {"opponents": ["master"]}, {"opponents": [3]}, {"num_envs": 0}, {"autoreset_mode": "Now"},
        {"render_mode": "human"}, {"handicap": 1},
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tablee.Refusal):
        AgainstPolicies(OPEN, **{"seats": 4, "num_envs": 2, **wrong})


def test_wrong_calls_are_refused_and_change_nothing() -> None:
    games = make(OPEN, num_envs=3, opponents=["thumb"])
    with pytest.raises(tablee.Refusal, match="has not begun"):
        games.step(np.zeros(3, int))
    before, _ = games.reset(seed=1)
    for actions in (np.zeros(2, int), np.zeros(3), 0, None):
        with pytest.raises(tablee.Refusal):
            games.step(actions)
    for given in ({"seed": -1}, {"seed": [1, 2, 3]}, {"options": {"reset_mask": [1, 0, 0]}}):
        with pytest.raises(tablee.Refusal):
            games.reset(**given)
    again, *_ = games.step(np.zeros(3, int))
    other = make(OPEN, num_envs=3, opponents=["thumb"])
    assert np.array_equal(other.reset(seed=1)[0], before)
    assert np.array_equal(other.step(np.zeros(3, int))[0], again)
