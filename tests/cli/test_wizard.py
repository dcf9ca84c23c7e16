"""`tablee play` without arguments asks, and Enter accepts the default."""

from __future__ import annotations

from pathlib import Path

import pytest

from samples import BOARDS, OPEN
from tablee.words import LANGUAGES, say

from .conftest import TypeIn
from .scripts import kept


def test_enter_accepts_the_default(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    typed = type_in("play", "--save", str(path), lines=["", "", "", "", "", "quit"])
    assert typed.code == 0
    header = kept(path).header
    assert header.game == OPEN
    assert [holder.name for holder in header.seats] == ["Player", *["casual"] * 3]


def test_every_question_can_be_answered(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["chess", "7", BOARDS, "12", "3", "Zoé, la grande", "gentle", "family", "family=maybe",
             "family=yes turn_limit=50", "quit"]  # fmt: skip
    typed = type_in("play", "-l", "fr", "--save", str(path), lines=lines)
    header = kept(path).header
    assert (header.game, header.options["family"], header.options["turn_limit"]) == (
        *(BOARDS, True, 50),
    )
    names = [holder.name for holder in header.seats]
    assert names == ["Zoé  la grande", "gentle", "gentle"]
    assert "Aucun jeu ne s’appelle 'chess'." in typed.out
    assert "L’option family vaut vrai ou faux" in typed.out
    assert "Contre qui ? 2 parmi ceux-ci" in typed.words


def test_the_last_opponent_fills_the_other_seats(type_in: TypeIn, tmp_path: Path) -> None:
    path = tmp_path / "m.tablee"
    lines = ["4", "5", "", "me:Bob, thumb", "", "quit"]
    type_in("play", "--save", str(path), lines=lines)
    names = [holder.name for holder in kept(path).header.seats]
    assert names == ["Player", "Bob", "thumb", "thumb", "thumb"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_question_can_be_quit(language: str, type_in: TypeIn) -> None:
    for lines in ([], ["quit"], ["2", "q"], ["2", "2", "quitter"], ["1", "2", ""]):
        typed = type_in("play", "-l", language, lines=lines)
        assert (typed.code, typed.err) == (0, "")
        assert say("cli.goodbye", language) in typed.out


def test_an_unknown_bot_is_refused(type_in: TypeIn) -> None:
    typed = type_in("play", lines=["1", "2", "", "nobody", ""])
    assert typed.code == 2
    assert "There is no player called 'nobody'." in typed.err
