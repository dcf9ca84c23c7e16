"""Sequential tests: error rates as promised, early decisions, reproducible."""

from __future__ import annotations

import json
import random

import pytest

import tablee
from tablee.cli.main import main
from tablee.discovery import names
from tablee.lab.arena import Game, arena, score_of
from tablee.lab.sprt import BOUND, Hypotheses, Running, elo_of, share_of
from tablee.lab.sprt import test as sequential

NAME = names()[0]
TESTS = 300


def outcome(elo: float, hypotheses: Hypotheses, rng: random.Random) -> tuple[str, int]:
    """Test players this many Elo apart; return the verdict and the number of pairs."""
    running = Running(hypotheses)
    share = share_of(elo)
    while not running.decided:
        running.add(((rng.random() < share) + (rng.random() < share)) / 2)
    verdict = running.result().verdict
    assert verdict is not None
    return verdict, len(running.scores)


@pytest.mark.parametrize(("elo", "right"), [(0, "not stronger"), (80, "stronger")])
def test_error_rates_are_as_promised(elo: float, right: str) -> None:
    rng = random.Random(1)
    verdicts = [outcome(elo, Hypotheses(0, 80), rng)[0] for _ in range(TESTS)]
    wrong = sum(verdict != right for verdict in verdicts)
    assert wrong <= 0.05 * TESTS + 3 * (0.05 * 0.95 * TESTS) ** 0.5


def test_a_clear_difference_is_decided_early() -> None:
    rng = random.Random(2)
    lengths = [
        sum(outcome(elo, Hypotheses(0, 80), rng)[1] for _ in range(60)) for elo in (40, 80, 200)
    ]
    assert lengths[0] > lengths[1] > 2 * lengths[2]


def test_paired_deals_need_fewer_games() -> None:
    """Luck shared by both sides of a pair cancels out, and reduces the variance."""
    rng = random.Random(3)
    hypotheses = Hypotheses(0, 80)
    paired, alone = Running(hypotheses), Running(hypotheses)
    for _ in range(60):
        luck = rng.random()
        first, second = luck < 0.6, luck > 0.4  # the deal decides, with a little skill
        paired.add((first + second) / 2)
        alone.add(float(first))
        alone.add(float(second))
    assert paired.ratio > 2 * alone.ratio > 0


def test_elo_and_shares_round_trip() -> None:
    for elo in (-300, -5, 0, 12.5, 400):
        assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-9)
    assert elo_of(1.0) == pytest.approx(1000)


def test_equal_scores_do_not_divide_by_zero() -> None:
    result = sequential([1.0] * 1000, Hypotheses(0, 5))
    assert result.verdict == "stronger"
    assert result.ratio >= BOUND
    assert sequential([], Hypotheses(0, 5)).verdict is None


def test_the_score_of_a_block_is_relative_to_an_even_share() -> None:
    def game(seating: tuple[int, ...], ranks: tuple[int, ...]) -> Game:
        return Game(0, seating, ranks, (0,) * len(ranks))

    assert score_of([game((0, 1), (1, 2)), game((1, 0), (2, 1))]) == 1
    assert score_of([game((0, 1), (1, 2)), game((1, 0), (1, 2))]) == 0.5
    assert score_of([game((0, 1), (1, 1)), game((1, 0), (2, 2))]) == 0.5  # shared; no winner
    assert score_of([game((0, 0, 1), (1, 2, 3))]) == pytest.approx(0.5 + 1 / 3)


def test_a_tournament_stops_once_decided() -> None:
    results = [
        arena(NAME, bots=["thumb", "random"], games=400, seats=2, seed=5, workers=workers,
              sprt=Hypotheses(0, 100))
        for workers in (1, 2)
    ]  # fmt: skip
    assert results[0] == results[1]
    assert results[0].sprt is not None
    assert results[0].sprt.verdict == "stronger"
    assert results[0].games < 400
    assert results[0].games == 2 * results[0].blocks == len(results[0].played)


def test_the_command_prints_the_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", NAME, "-s", "2", "--workers", "1", "-l", "en"]
    bots = ["--bots", "random,thumb", "--sprt"]
    assert main([*command, *bots, "0,100"]) == 0
    out = capsys.readouterr().out
    assert "decided: 0 Elo stronger, not 100" in out
    assert main([*command, *bots, "0,5", "--games", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sprt"]["verdict"] is None
    assert found["games"] == 4


@pytest.mark.parametrize("text", ["5,0", "5", "", "a,b", "0,0", "nan,5", "0,inf", "0,5,9"])
def test_wrong_hypotheses_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", NAME, "-s", "2", "--bots", "random,thumb", f"--sprt={text}"]
    assert main([*command, "-l", "en"]) == 2
    assert "Elo" in capsys.readouterr().err


def test_three_bots_are_refused() -> None:
    with pytest.raises(tablee.Refusal, match="two bots, not 3"):
        arena(NAME, bots=["random", "thumb", "gentle"], games=6, seats=3, sprt=Hypotheses(0, 5))
