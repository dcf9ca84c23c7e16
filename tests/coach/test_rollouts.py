"""Simulated games: the same compiled and plain, honest about their errors."""

from __future__ import annotations

import numpy as np
import pytest

import tablee
from tablee.coach.horizon import CONTINUATIONS, STOCK
from tablee.coach.odds import odds_of
from tablee.coach.rollouts import UNIT, simulate, stock_of
from tablee.coach.weigh import mean_of, paired, summary, weigh_position
from tablee.kernel.playout import MAX_SEATS

from .plays import choices, played


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_plain_and_compiled_games_are_the_same(game: tablee.Game) -> None:
    positions = list(choices(game.name, game.seats[1]))
    for position in positions[:: len(positions) // 3]:
        seat = position.to_act - 1
        for looks in (seat, -1):
            state = position.view(seat + 1).state if looks >= 0 else position.state
            rows = [
                simulate(
                    game, state, simulations=6, seed=5, seat=looks,
                    code=position.codes()[-1], trees=2, compiled=compiled,
                )
                for compiled in (True, False)
            ]  # fmt: skip
            assert rows[0].won_row.tolist() == rows[1].won_row.tolist()
            assert rows[0].scored_row.tolist() == rows[1].scored_row.tolist()


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_every_game_is_won_once_or_by_nobody(game: tablee.Game) -> None:
    position = next(choices(game.name, 4))
    sample = simulate(game, position.state, simulations=60, seed=3)
    wins = sum(sample.won(seat) for seat in range(4))
    nobody = (0, UNIT) if game.name == "maamut" else (UNIT,)
    assert set(wins.tolist()) <= set(nobody)
    assert (sample.groups > 0) == odds_of(game).COACHING.trees


def test_simulations_have_dice_of_their_own() -> None:
    game, position = tablee.game("mahe"), next(choices("mahe", 4))
    whole = simulate(game, position.state, simulations=50, seed=3)
    later = simulate(game, position.state, simulations=20, seed=3, first=30)
    assert later.won(0).tolist() == whole.won(0).tolist()[30:]
    other = simulate(game, position.state, simulations=50, seed=4)
    assert other.won(0).tolist() != whole.won(0).tolist()


def test_the_last_throw_of_papua_is_known_exactly() -> None:
    plies = played("papua", 3)
    position, code = plies[-1]
    sample = simulate(position.game, position.state, simulations=9, seed=1, code=code)
    winner = position.after_code(code).result().winners[0]
    weighed = summary(sample)
    assert weighed.wins[winner - 1] == 1
    assert max(weighed.wins_errors) == 0


def test_the_stock_holds_rounds_of_maroceau() -> None:
    game = tablee.game("maroceau")
    stock = stock_of(game, 4, (100, 0, 0))
    rounds = stock.reshape(STOCK, MAX_SEATS)
    assert (rounds[:, 4:] == 0).all()
    assert 15 < rounds[:, :4].mean() < 40
    assert not (rounds[0] == rounds[1]).all()


def test_drawing_the_rest_of_a_match_is_as_good_as_playing_it() -> None:
    """In the last round nothing is drawn; before it the chances agree with games played out."""
    game = tablee.game("maroceau")
    start = game.start(seats=3, rounds=3)
    codes = start.codes()
    drawn = simulate(game, start.state, simulations=4000, seed=1, code=codes[0])
    assert len(set(drawn.won(0).tolist())) > 3  # shares of many continuations
    last = game.start(seats=3, rounds=1)
    played_out = simulate(game, last.state, simulations=400, seed=1, code=codes[0])
    assert set(played_out.won(0).tolist()) <= {0, UNIT, UNIT // 2, UNIT // 3}
    weighed = summary(drawn)
    for seat in range(3):
        assert abs(weighed.wins[seat] - 1 / 3) < 0.02
    assert abs(weighed.scores[0] - 3 * summary(played_out).scores[0]) < 8


def test_means_and_errors() -> None:
    values = np.array([0, 2, 4, 6])
    mean, error = mean_of(values, 2, 0)
    assert mean == 1.5
    assert error == pytest.approx((20 / 3 / 4) ** 0.5 / 2)
    # Two groups that differ more than their members: their error counts.
    values = np.array([0, 0, 6, 6])
    mean, error = mean_of(values, 1, 2)
    assert (mean, error) == (3, 3)
    assert CONTINUATIONS * 840 == UNIT


def test_pairs_take_noise_away() -> None:
    """The first card to turn does not matter; with the same dice the difference is small."""
    position = tablee.game("maroceau").start(seats=4)
    game = position.game
    one, other = (
        simulate(game, position.state, simulations=2000, seed=1, code=code)
        for code in position.codes()[:2]
    )
    gap = paired(one, other)
    apart = (summary(one).wins_errors[0] ** 2 + summary(other).wins_errors[0] ** 2) ** 0.5
    assert gap.errors[0] < 0.85 * apart
    assert abs(gap.wins[0]) < 4 * gap.errors[0]


def test_a_position_is_weighed_for_all_seats() -> None:
    weighed = weigh_position(tablee.game("papua").start(seats=4), 400, 1)
    assert sum(weighed.wins) == pytest.approx(1)
    assert all(abs(share - 0.25) < 0.15 for share in weighed.wins)
