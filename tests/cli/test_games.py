"""Whole games played by typing, in both languages, with valid transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

import tablee
from samples import HANDS, NAMES, OPEN, ROUNDS
from tablee.table import Stage, verify
from tables import GAMES

from .conftest import TypeIn
from .scripts import kept, numbers

OTHERS = {"en": ("thumb", "gentle"), "fr": ("random", "gentle")}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_to_its_end(
    game: tablee.Game, language: str, type_in: TypeIn, tmp_path: Path
) -> None:
    path = tmp_path / "match.tablee"
    seats = ",".join(["me:Zoé", *OTHERS[language]])
    options = ["-o", "target=40"] if game.name == ROUNDS else []
    typed = type_in(
        *("play", game.name, "-l", language, "--seats", seats, "--seed", "4"),
        *("--save", str(path), *options),
        lines=numbers(3000),
    )
    assert typed.code == 0
    match = kept(path)
    assert match.stage == Stage.OVER
    assert match.result is not None
    for seat in match.result.winners:
        assert f" {match.header.seats[seat - 1].name}" in typed.out
    assert ("The secret was" if language == "en" else "Le secret était") in typed.out
    assert "tablee verify" in typed.err
    assert verify(path.read_bytes()).recomputed > 0
    assert [file.name for file in tmp_path.glob("match*")] == ["match.tablee"]
    assert max(map(len, typed.out.splitlines())) <= 80


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_makes_the_output_reproducible(game: tablee.Game, type_in: TypeIn) -> None:
    arguments = ("play", game.name, "--seed", "7", "--seats", "me,gentle,casual")
    first, second = (type_in(*arguments, lines=numbers(12)) for _ in range(2))
    assert first.out == second.out
    assert "seed 7" in first.out
    assert "proves nothing" in first.out
    assert first.out != type_in(*arguments[:3], "8", *arguments[4:], lines=numbers(12)).out


def test_without_a_seed_the_commitment_is_shown_first(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "match"
    typed = type_in("play", OPEN, "--save", str(path), lines=["quit"])
    match = kept(path.with_suffix(".tablee"))
    assert match.header.commitment in typed.out
    assert "proves nothing" not in typed.out


def test_plain_output_has_neither_boxes_nor_colours(type_in: TypeIn) -> None:
    for name in NAMES:
        out = type_in("play", name, "--seed", "4", "--plain", lines=numbers(9)).out
        assert not set("┌│├─┼●▲■◆▸→·\x1b") & set(out), name
        assert "seat 1 (Player)" in out


def test_watching_bots_play(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "bots.tablee"
    typed = type_in("play", HANDS, "--seats", "thumb,random", "--save", str(path), "--seed", "1")
    assert typed.code == 0
    assert kept(path).stage == Stage.OVER
    assert ">" not in {line[:1] for line in typed.out.splitlines()}
