"""The example that learns: it beats the rule of thumb, and its parts do what they say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import learn
import tablee
from samples import OPEN
from tablee.kernel.compile.cpu import compile_rules
from tables import play


@pytest.fixture(scope="module")
def novice() -> learn.Learner:
    """A learner that has played fifty games."""
    made = learn.Learner(OPEN)
    made.practise(50, 0, learn.FIRST_RATE)
    return made


@pytest.mark.slow  # it learns for half a minute
def test_it_beats_the_rule_of_thumb_in_a_sixth_of_its_practice() -> None:
    learner = learn.Learner(OPEN)
    assert learner.duel("thumb", 200).high < 0.25
    for made in learn.train(learner, 40_000):
        if made == 6600:
            break
    assert learner.duel("thumb", 4000).low > 0.5


@pytest.mark.slow
def test_the_same_seed_learns_the_same(novice: learn.Learner) -> None:
    same, other = (learn.Learner(OPEN, seed=seed) for seed in (1, 2))
    for one in (same, other):
        one.practise(50, 0, learn.FIRST_RATE)
    assert all(np.array_equal(a, b) for a, b in zip(novice.net, same.net, strict=True))
    assert not np.array_equal(novice.net[1], other.net[1])


@pytest.mark.slow
def test_a_move_is_worth_the_mean_of_what_may_follow(novice: learn.Learner) -> None:
    worth = compile_rules(learn.worth, novice.verbs, OPEN)
    predict = compile_rules(learn.predict, novice.verbs, OPEN)
    look = compile_rules(learn.look, novice.verbs, OPEN)

    def mean(position: tablee.Position, seat: int) -> float:
        """Return the same by way of positions."""
        if position.to_act == tablee.OVER:
            winners = position.result().winners
            return (seat + 1 in winners) / len(winners)
        if position.to_act == tablee.CHANCE:
            outcomes = position.chance_codes()
            total = sum(outcomes.values())
            later = ((n, mean(position.after_code(code), seat)) for code, n in outcomes.items())
            return sum(n * found for n, found in later) / total
        position.state.write(novice.states[0])
        look(novice.states[0], position.to_act - 1, novice.desk)
        likely = predict(novice.net, novice.desk[learn.ON], novice.desk[learn.HIDDEN])
        return float(likely if position.to_act == seat + 1 else 1 - likely)

    compared = 0
    for number, (position, _) in enumerate(play(tablee.game(OPEN), 2, {}, seed=3)):
        if number % 9 == 0 and position.to_act > 0:
            for code in position.codes():
                seat = position.to_act - 1
                expected = mean(position.after_code(code), seat)
                position.state.write(novice.states[0])
                found = worth(novice.states, code, seat, novice.net, novice.desk)
                assert found == pytest.approx(expected, abs=1e-6)
                compared += 1
    assert compared > 20


def test_learning_goes_down_the_slope_of_the_cross_entropy() -> None:
    rng = np.random.default_rng(1)
    net: Any = (rng.normal(size=(6, 4)), rng.normal(size=(3, 4)))
    before: Any = [one.copy() for one in net]
    slopes: Any = tuple(np.full_like(one, 1e-3) for one in net)
    on, hidden = np.array([0, 2, 5]), np.zeros(4)
    desk: Any = {learn.HIDDEN: hidden, learn.BACK: np.zeros(4)}
    target = 0.3

    def loss(weights: Any) -> float:
        likely = learn.predict(weights, on, hidden)
        return -target * math.log(likely) - (1 - target) * math.log(1 - likely)

    learn.learn((net, slopes), on, target, 1e-3, desk)
    for layer, weights in enumerate(before):
        for place in np.ndindex(*weights.shape):
            weights[place] += 1e-6
            above = loss(before)
            weights[place] -= 2e-6
            slope = (above - loss(before)) / 2e-6
            weights[place] += 1e-6
            if slopes[layer][place] == 1e-3:  # of an input that is off
                assert slope == pytest.approx(0, abs=1e-6)
                assert net[layer][place] == pytest.approx(weights[place], abs=1e-12)
                continue
            kept = slopes[layer][place] - learn.FADING * 1e-3
            assert math.sqrt(max(0.0, kept) / (1 - learn.FADING)) == pytest.approx(
                abs(slope), abs=1e-3
            )
            moved = net[layer][place] - weights[place]
            assert np.sign(round(moved, 9)) == -np.sign(round(slope, 6))


def test_numbers_and_differences_are_inputs_one_for_each_value() -> None:
    game = tablee.game(OPEN)
    seen = learn.sample(OPEN, seed=1, size=64)
    inputs = learn.Inputs(game, seen)
    assert inputs.size == inputs.span.sum()
    zero = seen.shape[1]
    assert (seen[:, inputs.pairs[:, 0]].max(axis=0) > seen[:, inputs.pairs[:, 0]].min(axis=0)).all()
    assert zero in inputs.pairs[:, 1]
    assert (inputs.pairs[:, 1] < zero).any()
    assert (inputs.span > 1).all()
