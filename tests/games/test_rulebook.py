"""Rulebook, code and tests have the same paragraphs, and the messages are complete."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import tablee
from tablee import rulebook
from tablee.words import LANGUAGES, catalogue
from tables import GAMES

ROOT = Path(__file__).parents[2]


def ids_cited(game: tablee.Game) -> set[str]:
    """Return the ids in brackets in the game's code."""
    source = "".join(path.read_text("utf-8") for path in game.folder.glob("*.py"))
    return set(re.findall(r"\[([A-Z]\d+[a-z]?)\]", source))


def ids_tested(game: tablee.Game) -> set[str]:
    """Return the ids in the names of the game's tests."""
    tests = (ROOT / "tests" / "games" / game.name).rglob("test_*.py")
    source = "".join(path.read_text("utf-8") for path in tests)
    return set(re.findall(r"def test_([A-Z]\d+[a-z]?)_", source))


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_paragraphs(game: tablee.Game) -> None:
    english, french = game.paragraphs("en"), game.paragraphs("fr")
    assert list(english) == list(french)
    assert all(p.text and p.title and p.section for p in (*english.values(), *french.values()))
    assert {p.id[0] for p in english.values()} == {game.seats_paragraph[0]}


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_cited_in_the_code(game: tablee.Game) -> None:
    assert sorted(set(game.paragraphs("en")) - ids_cited(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_code_cites_only_existing_paragraphs(game: tablee.Game) -> None:
    assert sorted(ids_cited(game) - set(game.paragraphs("en"))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_has_a_test(game: tablee.Game) -> None:
    assert sorted(set(game.paragraphs("en")) - ids_tested(game)) == []
    assert sorted(ids_tested(game) - set(game.paragraphs("en"))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_named_in_its_paragraph(game: tablee.Game) -> None:
    for option in game.options.values():
        for language in LANGUAGES:
            page = rulebook.page(game.name, language)
            assert f"`{option.name}`" in page, (option.name, language)


@pytest.mark.parametrize("game", GAMES)
def test_every_form_of_move_is_documented(game: tablee.Game) -> None:
    for form in game.notation.NOTATION.forms:
        for language in LANGUAGES:
            assert f"`{form.verb}" in rulebook.page(game.name, language), (form.verb, language)


def test_both_languages_have_the_same_messages_and_values() -> None:
    english, french = catalogue("en"), catalogue("fr")
    assert sorted(english) == sorted(french)
    for key in english:
        values = [
            {name for _, name, _, _ in Formatter().parse(messages[key]) if name is not None}
            for messages in (english, french)
        ]
        assert values[0] == values[1], key


def test_every_message_is_used() -> None:
    """The code contains its key or name, possibly extended by an ending such as `_own`."""
    files = [*(ROOT / "src").rglob("*.py")]
    files += [path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web/src").rglob(kind)]
    source = "".join(path.read_text("utf-8") for path in files)
    quoted = set(re.findall(r"[\"'`]([a-z0-9_.]+)[\"'`]", source))
    stems = set(re.findall(r"f[\"']([a-z]+\.[a-z0-9_]*)\{", source))  # f"mahe.not_now_{…}"
    stems |= set(re.findall(r"`([a-z_]+\.[a-z0-9_]*)\$\{", source))  # `web.level_${…}`

    def is_used(key: str) -> bool:
        words = key.partition(".")[2].split("_")
        names = {"_".join(words[:end]) for end in range(1, len(words) + 1)}
        return key in quoted or bool(names & quoted) or any(key.startswith(s) for s in stems)

    assert [key for key in catalogue("en") if not is_used(key)] == []


@pytest.mark.parametrize("other", ["bot", "bots", "cotée", "cotées"])
def test_french_messages_use_one_term_for_each_thing(other: str) -> None:
    """It is *robot* and *partie classée*; names in braces don't count."""
    said = {key: re.sub(r"\{.*?\}", "", text) for key, text in catalogue("fr").items()}
    assert [key for key, text in said.items() if re.search(rf"\b{other}\b", text, re.I)] == []


def test_the_page_uses_only_existing_messages() -> None:
    files = [path for kind in ("*.ts", "*.svelte") for path in (ROOT / "web/src").rglob(kind)]
    said = {
        key: path.name
        for path in files
        for key in re.findall(r"\bsay\(\s*\"([a-z_]+\.[a-z0-9_]+)\"", path.read_text("utf-8"))
    }
    assert len(said) > 200
    assert {key: name for key, name in said.items() if key not in catalogue("fr")} == {}


def test_unknown_languages_are_refused() -> None:
    for call in (catalogue, lambda language: rulebook.page("mahe", language)):
        with pytest.raises(ValueError, match="no language 'de': there are en, fr"):
            call("de")
