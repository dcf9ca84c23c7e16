"""The example that learns: it beats the player it began as, and the same seed learns the same."""

from __future__ import annotations

import numpy as np
import pytest

import learn
import tablee
from samples import OPEN

DECISIONS = 160_000


def network_after(decisions: int, seed: int = 1) -> learn.Network:
    """The network that has learnt from so many decisions."""
    *_, (_, network) = learn.train(OPEN, decisions=decisions, size=128, steps=32, seed=seed)
    return network


@pytest.mark.slow  # it learns for some seconds
def test_it_beats_the_player_it_began_as() -> None:
    began = learn.duel(OPEN, network_after(0).best, "random", 60)
    learnt = learn.duel(OPEN, network_after(DECISIONS).best, "random", 60)
    assert learnt.low > began.high


@pytest.mark.slow
def test_the_same_seed_learns_the_same() -> None:
    one, other, third = (network_after(9000, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(one.weights[name], other.weights[name]) for name in one.weights)
    assert not np.array_equal(one.weights["hidden"], third.weights["hidden"])


def test_the_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    inputs = learn.Inputs(rng.integers(0, 3, (50, 4)))
    network = learn.Network(inputs, 3, rng, width=5)
    network.weights = {name: one.astype(float) for name, one in network.weights.items()}
    rows = np.arange(12)
    found = learn.Experience(
        seen=rng.integers(0, 3, (12, 4)),
        mask=np.ones((12, 3), bool),
        action=rng.integers(0, 3, 12),
        chance=rng.uniform(0.3, 0.36, 12),
        advantage=rng.normal(size=12),
        target=rng.uniform(-1, 1, 12),
    )

    def loss() -> float:
        _, chances, worth = network.forward(inputs(found.seen), found.mask)
        ratio = chances[rows, found.action] / found.chance
        kept = np.clip(ratio, 1 - learn.CLIP, 1 + learn.CLIP)
        gain = np.minimum(ratio * found.advantage, kept * found.advantage)
        entropy = -(chances * np.log(chances)).sum(axis=1)
        miss = learn.VALUE / 2 * (worth - found.target) ** 2
        return float((miss - gain - learn.ENTROPY * entropy).mean())

    gradients = learn.gradients(network, found, rows, found.advantage)
    for name, weights in network.weights.items():
        place = (0,) * weights.ndim if name != "hidden" else (int(inputs.offset[0]), 1)
        weights[place] += 1e-6
        above = loss()
        weights[place] -= 2e-6
        slope = (above - loss()) / 2e-6
        weights[place] += 1e-6
        assert gradients[name][place] == pytest.approx(slope, abs=1e-5), name


def test_a_number_with_many_values_is_scaled_and_others_are_one_hot() -> None:
    seen = np.array([[5, 2, 100], [5, 3, 200], [5, 4, 300]] * 20)
    seen[:, 2] += np.arange(60)
    inputs = learn.Inputs(seen)
    assert inputs.size == 3 + 1  # the first never changes
    row = inputs(np.array([[5, 9, int(inputs.mean[0])]]))[0]
    assert row[:3].tolist() == [0, 0, 1]  # beyond what was seen: the nearest value
    assert abs(row[3]) < 0.05


def test_an_advantage_changes_sign_with_the_seat() -> None:
    """What the other seat wins next is lost here."""
    games = tablee.batch(OPEN, size=16, seats=2, seed=1)
    rng = np.random.default_rng(1)
    network = learn.Network(learn.Inputs(games.observation.copy()), 10, rng, width=4)
    network.weights["worth"][:] = 0
    found = learn.experience(games, network, 400, rng)
    ends = np.flatnonzero(np.abs(found.advantage) == 1)
    assert len(ends) > 0
    assert set(np.sign(found.advantage[ends])) <= {-1.0, 1.0}
    assert np.abs(found.advantage).max() <= 1
    assert np.allclose(found.target, found.advantage)
