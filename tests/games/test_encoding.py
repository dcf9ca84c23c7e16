"""Observations: numbers within their declared ranges, with seats relative to the viewer."""

from __future__ import annotations

import pytest

import tablee
from tablee.games.papua import encode as papua
from tablee.kernel.actors import OVER
from tablee.kernel.dialect import faults, rules_in
from tablee.kernel.dice import dice_for
from tablee.kernel.encoding import width
from tablee.lab.encoding import encoding_of
from tables import FEW_TABLES, GAMES, play


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_every_number_is_in_its_range(
    game: tablee.Game, seats: int, options: dict[str, object]
) -> None:
    part = encoding_of(game)
    out = [99_999] * width(part.FEATURES)
    for position, _ in list(play(game, seats, options, seed=6, limit=900))[::9]:
        for seat in range(seats):
            part.encode(position.view(seat + 1).state, seat, out)
            place = 0
            for feature in part.FEATURES:
                for value in out[place : place + feature.length]:
                    assert feature.lowest <= value <= feature.highest, (feature.name, value)
                place += feature.length


@pytest.mark.parametrize(("game", "seats", "options"), FEW_TABLES)
def test_actions_and_codes_round_trip(
    game: tablee.Game, seats: int, options: dict[str, object]
) -> None:
    part = encoding_of(game)
    for position, _ in list(play(game, seats, options, seed=7, limit=900))[::5]:
        if position.to_act == OVER:
            continue
        codes, state = position.codes(), position.state
        actions = [part.action_of(state, code) for code in codes]
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < part.ACTIONS for action in actions)
        assert [part.code_of(state, action) for action in actions] == codes
        possible = {part.code_of(state, action) for action in range(-2, part.ACTIONS + 2)}
        legal = {code for code in possible if position.to_act > 0 and code >= 0}
        assert {code for code in legal if position.refusal(code) is None} == set(codes)


def test_papua_has_few_actions() -> None:
    assert papua.ACTIONS == 286
    assert papua.space_of(0b101100, 1) == 3


@pytest.mark.parametrize("game", GAMES)
def test_hidden_information_makes_no_difference(game: tablee.Game) -> None:
    part = encoding_of(game)
    differ = 0
    for position, _ in list(play(game, game.seats[-1], {}, seed=8, limit=400))[::3]:
        for seat in range(game.seats[-1]):
            other = position.view(seat + 1).state
            game.view.resample(other, seat, dice_for(1))
            differ += other != position.state
            game.view.observe(other, seat)
            rows = []
            for state in (position.view(seat + 1).state, other):
                rows.append([0] * width(part.FEATURES))
                part.encode(state, seat, rows[-1])
            assert rows[0] == rows[1]
    assert (differ > 0) == game.hides


def test_a_game_without_encoding_shows_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tablee.Game(
        "tablee.games.mahe", title="Bare", seats=range(2, 8), seats_paragraph="M1",
        minutes=(1, 2), hides=False,
    )  # fmt: skip
    monkeypatch.setattr(tablee.Game, "part", lambda game, name: None)
    part = encoding_of(bare)
    state = tablee.game("mahe").start(seats=4).after("first 2").state
    out = [0] * width(part.FEATURES)
    part.encode(state, 0, out)
    names = [feature.name for feature in part.FEATURES]
    assert names == list(state.fields)
    assert out[0] == 4
    assert out[names.index("turn")] == 1
    assert part.ACTIONS == 10
    assert (part.action_of(state, 7), part.code_of(state, 7), part.code_of(state, 10)) == (7, 7, -1)


@pytest.mark.parametrize("game", GAMES)
def test_encodings_keep_to_the_dialect(game: tablee.Game) -> None:
    assert encoding_of(game).ACTIONS
    own = [one for one in rules_in(game.package) if one.__module__.endswith(".encode")]
    assert len(own) >= 3
    assert [faults(one) for one in own] == [[]] * len(own)
