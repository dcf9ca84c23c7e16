"""The coach sees only the view of a seat, is reproducible, and gives reasons."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import tablee
from samples import BOARDS, OPEN
from tablee.coach import advice as advice_module
from tablee.coach.advice import (
    Advice,
    NothingToAdvise,
    WrongEffort,
    advise,
    distinguishing,
    explain,
)
from tablee.kernel.dice import dice_for
from tablee.refusals import IllegalMove

from .plays import HIDDEN, choices, played


def some(name: str, count: int, seats: int = 3, **options: Any) -> list[tablee.Position]:
    positions = list(choices(name, seats, **options))
    return positions[:: max(1, len(positions) // count)]


@pytest.fixture(autouse=True)
def few_simulations_of_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the simulations for odds that can't be counted; precision doesn't matter here."""
    monkeypatch.setattr(advice_module, "ODDS_SIMULATIONS", 20)


@pytest.mark.slow
@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_every_move_has_a_chance_and_a_reason(game: tablee.Game) -> None:
    for position in some(game.name, 4):
        advice = advise(position.view(position.to_act), simulations=200, seed=3)
        assert [one.move for one in advice.moves] == position.moves()
        assert advice.seat == position.to_act
        assert advice.best in position.moves()
        best = advice.move(advice.best)
        assert (best.loss, best.loss_error) == (0, 0)
        ranked = advice.ranked()
        assert ranked[0] is best
        assert [one.wins for one in ranked] == sorted((one.wins for one in ranked), reverse=True)
        groups = advice.groups()
        assert [one for group in groups for one in group] == ranked
        for better, worse in pairwise(groups):
            assert worse[0].behind(better[0])
            assert not any(one.behind(better[0]) for one in better[1:])
        told = distinguishing(advice)
        if len(told) > 1:
            assert not [odd for odd in told[best.move] if all(odd in one for one in told.values())]
        assert sorted(ranked, key=lambda one: one.code) == sorted(
            advice.moves, key=lambda one: one.code
        )
        for one in advice.moves:
            assert 0 <= one.wins <= 1
            assert 0 <= one.wins_error < 0.2
            assert one.simulations >= 16
        for move in (None, *position.moves()):
            said = explain(advice, move)
            assert 1 <= len(said) <= 2
            for one_saying in said:
                assert "{" not in one_saying.text("en") + one_saying.text("fr")
        assert explain(advice) == advice.why == explain(advice, advice.best)
        json.dumps(advice.to_dict())


@pytest.mark.parametrize("game", tablee.all_games(), ids=lambda game: game.name)
def test_advice_is_reproducible(game: tablee.Game) -> None:
    position = some(game.name, 2)[1]
    view = position.view(position.to_act)
    first = advise(view, simulations=150, seed=9)
    assert advise(view, simulations=150, seed=9) == first
    assert advise(view, simulations=150, seed=10) != first


@pytest.mark.parametrize(("name", "options"), HIDDEN)
def test_advice_does_not_depend_on_hidden_information(name: str, options: dict[str, Any]) -> None:
    for number, position in enumerate(some(name, 3, **options)):
        seat = position.to_act
        view = position.view(seat)
        state = view.state
        view.game.view.resample(state, seat - 1, dice_for(77 + number))
        other = tablee.Position(position.game, position.options, state)
        assert other.view(seat) == view
        expected = advise(view, simulations=120, seed=2)
        assert advise(other.view(seat), simulations=120, seed=2) == expected


def test_the_only_move_needs_no_reason() -> None:
    for position, _ in played(BOARDS, 3):
        if len(position.codes()) == 1:
            advice = advise(position.view(position.to_act), simulations=50)
            assert [one.key for one in advice.why] == ["coach.only_move"]
            return


@pytest.mark.slow
def test_an_obvious_choice_is_found() -> None:
    pos = tablee.game(OPEN).start(seats=4).after("first 1").after("flip 5").after("die 6")
    advice = advise(pos.view(1), simulations=200, seed=1)
    assert {one.move for one in advice.moves} == {"roll", "stop"}
    pos = pos.after("stop")
    for text in ("die 2", "roll", "die 4"):
        pos = pos.after(text)
    advice = advise(pos.view(2), simulations=30_000, seed=1)
    assert advice.best == "stop"  # twelve steps for certain, while five of six faces would bust
    assert advice.why[0].key == "coach.best"
    assert "83%" in explain(advice, "roll")[1].text("en")


def test_refusals_of_the_coach() -> None:
    pos = tablee.game(OPEN).start(seats=4).after("first 1").after("flip 5").after("die 6")
    with pytest.raises(NothingToAdvise, match="spectator"):
        advise(pos.view())
    with pytest.raises(NothingToAdvise, match="Seat 2 is not to move"):
        advise(pos.view(2))
    *_, (last, code) = played(BOARDS, 3)
    with pytest.raises(NothingToAdvise, match="over"):
        advise(last.after_code(code).view(1))
    for wrong in (0, -1, True, 2.5, "many", 10**9):
        with pytest.raises(WrongEffort, match="simulations"):
            advise(pos.view(1), simulations=wrong)  # type: ignore[arg-type]
    with pytest.raises(WrongEffort, match="seed"):
        advise(pos.view(1), seed=-1)
    advice = advise(pos.view(1), simulations=50)
    assert isinstance(advice, Advice)
    for wrong in ("turtle 1", "nonsense", "die 3"):
        with pytest.raises(IllegalMove, match="Possible: roll, stop"):
            explain(advice, wrong)
    assert explain(advice, " ROLL ")
