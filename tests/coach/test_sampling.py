"""Simulated games are the same on every engine, with honest error bounds."""

from __future__ import annotations

import pytest

import tablee
from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.coach import sampling
from tablee.coach.evaluate import evaluate_position, mean_of, paired, summary
from tablee.coach.odds import odds_of
from tablee.coach.sampling import CONTINUATIONS, UNIT, Sample, Sampler, rounds_of

from .plays import choices, played


def won(sample: Sample, seat: int) -> list[int]:
    """Return what a seat, numbered from 0, won in each simulation."""
    return [sample.outcomes[i].won[seat] for i in range(sample.size)]


@pytest.mark.slow
@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_plain_and_compiled_simulations_are_the_same(game: tablee.Game) -> None:
    positions = list(choices(game.name, game.seats[1]))
    for position in positions[:: len(positions) // 3]:
        seat = position.to_act - 1
        for looks in (seat, -1):
            state = position.view(seat + 1).state if looks >= 0 else position.state
            fast, slow = (
                Sampler(game, state, 5, engine).sample(
                    6, seat=looks, code=position.codes()[-1], trees=2
                )
                for engine in ("cpu", "python")
            )
            assert [fast.outcomes[i] for i in range(6)] == [slow.outcomes[i] for i in range(6)]
            assert fast.sums == slow.sums
            assert fast.minus(fast).sums == slow.minus(slow).sums


def test_each_engine_has_rounds_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game, position = tablee.game(HANDS), next(choices(HANDS, 4))
    for engine in ("wasm", "python"):
        monkeypatch.setenv("TABLEE_ENGINE", engine)
        assert Sampler(game, position.state, 3).sample(2).size >= 2


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_every_simulation_has_one_victory_or_none(game: tablee.Game) -> None:
    position = next(choices(game.name, 4))
    sample = Sampler(game, position.state, 3).sample(60)
    wins = {sum(sample.outcomes[i].won) for i in range(sample.size)}
    nobody = (0, UNIT) if game.name == HANDS else (UNIT,)
    assert wins <= set(nobody)
    assert (sample.groups > 0) == odds_of(game).COACHING.trees


def test_simulations_have_independent_dice() -> None:
    game, position = tablee.game(OPEN), next(choices(OPEN, 4))
    sampler = Sampler(game, position.state, 3)
    whole = sampler.sample(50)
    later = sampler.sample(20, first=30)
    assert won(later, 0) == won(whole, 0)[30:]
    assert won(Sampler(game, position.state, 4).sample(50), 0) != won(whole, 0)


def test_the_last_roll_is_estimated_exactly() -> None:
    plies = played(BOARDS, 3)
    position, code = plies[-1]
    sample = Sampler(position.game, position.state, 1).sample(9, code=code)
    winner = position.after_code(code).result().winners[0]
    evaluation = summary(sample)
    assert evaluation.wins[winner - 1] == 1
    assert max(evaluation.wins_errors) == 0


def test_the_rest_of_a_match_is_sampled_from_its_rounds() -> None:
    rounds = rounds_of(tablee.game(ROUNDS), 4, (100, 0, 0), "auto")
    points = [rounds[i].points for i in range(sampling.ROUNDS)]
    assert all(one[4:] == [0] * 4 for one in points)
    assert 15 < sum(sum(one) for one in points) / (4 * sampling.ROUNDS) < 40
    assert points[0] != points[1]


def test_sampling_the_rest_of_a_match_agrees_with_playing_it() -> None:
    """In the last round nothing is sampled; before it the chances agree with full playouts."""
    game = tablee.game(ROUNDS)
    start = game.start(seats=3, rounds=3)
    codes = start.codes()
    drawn = Sampler(game, start.state, 1).sample(4000, code=codes[0])
    assert len(set(won(drawn, 0))) > 3  # shares of many continuations
    last = game.start(seats=3, rounds=1)
    played_out = Sampler(game, last.state, 1).sample(400, code=codes[0])
    assert set(won(played_out, 0)) <= {0, UNIT, UNIT // 2, UNIT // 3}
    evaluation = summary(drawn)
    for seat in range(3):
        assert abs(evaluation.wins[seat] - 1 / 3) < 0.02
    assert abs(evaluation.scores[0] - 3 * summary(played_out).scores[0]) < 8


def squared(values: list[int]) -> tuple[int, int]:
    """Return the sum of the values, and of their squares."""
    return sum(values), sum(value * value for value in values)


def test_means_and_errors() -> None:
    mean, error = mean_of([squared([0, 2, 4, 6])], 4, 2)
    assert mean == 1.5
    assert error == pytest.approx((20 / 3 / 4) ** 0.5 / 2)
    # Two groups that differ more than their members: the error between groups counts.
    mean, error = mean_of([squared([0, 0]), squared([6, 6])], 4, 1)
    assert (mean, error) == (3, 3)
    assert CONTINUATIONS * 840 == UNIT


def test_paired_simulations_reduce_noise() -> None:
    """The first card to turn does not matter; with common dice the difference is small."""
    position = tablee.game(ROUNDS).start(seats=4)
    sampler = Sampler(position.game, position.state, 1)
    one, other = (sampler.sample(2000, code=code) for code in position.codes()[:2])
    gap = paired(one, other)
    apart = (summary(one).wins_errors[0] ** 2 + summary(other).wins_errors[0] ** 2) ** 0.5
    assert gap.errors[0] < 0.85 * apart
    assert abs(gap.wins[0]) < 4 * gap.errors[0]


def test_a_position_is_evaluated_for_all_seats() -> None:
    evaluation = evaluate_position(tablee.game(BOARDS).start(seats=4), 400, 1)
    assert sum(evaluation.wins) == pytest.approx(1)
    assert all(abs(share - 0.25) < 0.15 for share in evaluation.wins)
