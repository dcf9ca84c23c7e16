"""Simulations: the same counts on every engine, honest intervals, clear refusals, the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import tablee
from samples import NAMES, OPEN
from tablee.cli.main import main
from tablee.lab.simulate import simulate
from tables import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_engines_report_the_same(game: tablee.Game) -> None:
    seats = game.seats[1]
    plain = simulate(game.name, seats=seats, games=10, seed=6, engine="python")
    fast = simulate(game.name, seats=seats, games=10, seed=6, engine="cpu", threads=2)
    assert plain == fast
    assert plain.to_dict()["seats"] == fast.to_dict()["seats"]


def test_the_report_matches_a_count_by_hand() -> None:
    """The same matches are played and counted through the public interface."""
    from tablee.kernel.dice import dice_for, pick, roll

    wins, scores, lengths = [0.0] * 4, [0] * 4, []
    for match in range(30):
        pos = tablee.game(OPEN).start(seats=4)
        dice, plies = dice_for(seed=3, match=match), 0
        while pos.to_act != tablee.OVER:
            outcomes = pos.chances()
            if outcomes:
                text = list(outcomes)[pick(dice, list(outcomes.values()), len(outcomes))]
            else:
                text = pos.moves()[roll(dice, len(pos.moves()))]
            pos = pos.after(text)
            plies += 1
        result = pos.result()
        lengths.append(plies)
        for seat in result.winners:
            wins[seat - 1] += 1 / len(result.winners)
        scores = [a + b for a, b in zip(scores, result.scores, strict=True)]
    report = simulate(OPEN, seats=4, games=30, seed=3)
    assert [seat.wins.mean for seat in report.seats] == pytest.approx([n / 30 for n in wins])
    assert [seat.score.mean for seat in report.seats] == pytest.approx([n / 30 for n in scores])
    assert report.plies.mean == pytest.approx(sum(lengths) / 30)
    assert (report.shortest, report.longest) == (min(lengths), max(lengths))


@pytest.mark.parametrize("game", GAMES)
def test_wins_add_up(game: tablee.Game) -> None:
    report = simulate(game.name, seats=game.seats[-1], games=3000, seed=5)
    winners = 1 - report.nobody / report.games
    assert sum(seat.wins.mean for seat in report.seats) == pytest.approx(winners)
    assert sum(order.mean for order in report.by_order) == pytest.approx(winners)


def test_seats_win_equally_where_the_first_player_is_drawn() -> None:
    """Every interval contains the even share."""
    report = simulate(OPEN, seats=5, games=40_000, seed=1)
    for seat in report.seats:
        assert seat.wins.low - 0.005 < 0.2 < seat.wins.high + 0.005


@pytest.mark.parametrize(
    ("field", "value"),
    [("games", 0), ("games", -1), ("games", 1.5), ("seed", -1), ("seed", 2**64), ("seed", "x"),
     ("threads", 0), ("engine", "steam"), ("engine", None), ("seats", 99), ("handicap", 1)],
)  # fmt: skip
def test_wrong_arguments_are_refused_by_name(field: str, value: Any) -> None:
    arguments: dict[str, Any] = {"seats": 4, "games": 10} | {field: value}
    with pytest.raises(tablee.Refusal):
        simulate(OPEN, **arguments)


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", OPEN, "--seats", "3", "--games", "50", "-o", "cards_as_dice=yes"]
    assert main([*arguments, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["options"] == {"third_die_at_seven": False, "cards_as_dice": True}
    assert len(report["seats"]) == 3
    for language, words in (("en", "wins by turn order"), ("fr", "victoires par ordre")):
        assert main([*arguments, "-l", language]) == 0
        out = capsys.readouterr().out
        assert words in out
        assert f"{100 * report['seats'][0]['wins']['mean']:.2f} ±" in out


@pytest.mark.slow
def test_without_a_gpu_the_engine_cuda_is_refused() -> None:
    command = [sys.executable, "-m", "tablee", "-l", "en", "simulate", OPEN, "--engine", "cuda"]
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "NUMBA_ENABLE_CUDASIM": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 2
    assert done.stderr == ("tablee: No GPU was found for the engine cuda. Possible: cpu, python.\n")


def test_the_command_refuses_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "chess"]) == 2
    assert f"Possible: {', '.join(NAMES)}" in capsys.readouterr().err
    assert main(["simulate", OPEN, "-o", "fast"]) == 2
    assert "name=value" in capsys.readouterr().err
    assert main(["-l", "fr", "simulate", OPEN, "--seats", "1"]) == 2
    assert "se joue de 2 à 7" in capsys.readouterr().err
