"""The command in the terminal: overview, rules, and whole games typed in."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

import tablee
from tablee.cli.main import main
from tables import GAMES


def test_tablee_alone_lists_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    for word in ("mahe", "maamut", "papua", "maroceau", "tablee play", "tablee simulate"):
        assert word in out


def test_rules_by_paragraph_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "mahe", "m12", "M13"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("M12 · ")
    assert "M13 · " in out
    assert main(["rules", "papua", "-l", "fr"]) == 0
    assert "### P1 · " in capsys.readouterr().out
    assert main(["rules", "mahe", "M99"]) == 2
    assert "no paragraph 'M99'" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_to_its_end_by_typing_one(
    game: tablee.Game,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 20_000))
    seats = str(game.seats[0])
    assert main(["-l", language, "play", game.name, "--seats", seats, "--seed", "4"]) == 0
    out = capsys.readouterr().out
    assert ("The game is over" if language == "en" else "La partie est finie") in out


def test_what_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["9", "2", "board", "help", "rules M10", "rules X1", "jump", "0", "turtle 1", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    assert main(["play", "mahe", "--people", "2", "--seed", "1"]) == 0
    captured = capsys.readouterr()
    assert "M10 · " in captured.out
    assert "Paragraphs: M1 M2" in captured.out
    assert "'jump' says nothing in Mahé" in captured.err
    assert "turtle 1" in captured.out
    assert "Goodbye." in captured.out


def test_the_game_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("7\nmahe\n4\nquit\n"))
    assert main(["play"]) == 0
    out = capsys.readouterr().out
    assert "Which game?" in out
    assert "A number from 1 to 4" in out
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play"]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("3\nquit\n"))
    assert main(["play"]) == 0


def test_people_must_fit_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "mahe", "--seats", "3", "--people", "4"]) == 2
    assert "0 to 3 of them can be people" in capsys.readouterr().err


def test_the_installed_command_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablee", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"tablee {tablee.__version__}"
