"""The reader is “you”: everywhere at a table, aloud, and in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, OPEN
from server.live import House

from ..browsing import SEATS, Visit, visit
from ..late import open_whole_or_late

pytestmark = pytest.mark.slow

NAME = "Zebulon"
WRONG = {
    "en": re.compile(r"\bYou \w+[^su]s\b|\bYou (is|has|was)\b|\.\."),
    "fr": re.compile(r"\bVous (?!\w+(ez|tes)\b|vous |n'|ne |en \d)\w+|\.\."),
}
"""Sentences about the reader in the third person, and double full stops."""
SHOWN = """() => [
    document.title,
    document.querySelector("main").innerText,
    ...[...document.querySelectorAll("main [aria-label], main [title]")].flatMap((one) =>
        [one.getAttribute("aria-label"), one.title]),
].filter(Boolean).join("\\n")"""
LOG = "aside.panel [role=tabpanel] li"


@contextmanager
def playing(
    browser: Browser, house: House, game: str, language: str, late: bool = False
) -> Iterator[Visit]:
    """Let Zebulon play against gentle bots, with the text form beside the drawing."""
    with visit(browser, house.address, language=language, text="beside") as zeb:
        zeb.arrive(NAME)
        open_whole_or_late(zeb, house, not late, game)
        zeb.listen()
        yield zeb


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", SEATS)
def test_the_reader_is_never_named(
    game: str, language: str, browser: Browser, house: House
) -> None:
    with playing(browser, house, game, language) as zeb:
        random = Random(3)
        turns = 0
        while turns < 8 and zeb.wait():
            for said in (zeb.page.evaluate(SHOWN), zeb.heard()):
                assert NAME not in said
                assert not WRONG[language].search(said), WRONG[language].search(said)
            turns += 1
            zeb.play_by_key(random)
            zeb.page.wait_for_timeout(100)
        zeb.shoot(f"you-{game}-{language}")
        you = {"en": "You ", "fr": "Vous "}[language]
        assert any(line.startswith(you) for line in zeb.heard().splitlines())
        lines = zeb.page.locator(LOG).all_inner_texts()
        assert any(line.startswith(you) for line in lines)


@pytest.mark.parametrize("game", SEATS)
def test_changing_the_language_during_a_game_changes_every_text(
    game: str, browser: Browser, house: House
) -> None:
    """Every text equals that of a French page loaded afresh, including the log."""
    with playing(browser, house, game, "en") as zeb:
        random = Random(4)
        for _ in range(3):
            assert zeb.wait()
            zeb.play_by_key(random)
            zeb.page.wait_for_timeout(100)
        assert zeb.wait()
        zeb.page.locator("header button").filter(has_text="FR").first.click()
        expect(zeb.page.locator("html")).to_have_attribute("lang", "fr")
        regions = zeb.page.locator("[aria-live] p")
        expect(regions).to_have_count(0)  # announcements made in the other language stay
        switched, log = zeb.page.evaluate(SHOWN), zeb.page.locator(LOG).all_inner_texts()
        zeb.page.reload()
        assert zeb.wait()
        assert zeb.page.locator(LOG).all_inner_texts() == log
        assert zeb.page.evaluate(SHOWN) == switched


def test_the_reader_is_you_in_the_result(browser: Browser, house: House) -> None:
    with playing(browser, house, OPEN, "en", late=True) as zeb:
        zeb.play_to_the_end(zeb.play_by_key)
        said = zeb.result.inner_text()
        assert NAME not in said
        assert "You" in said


def test_around_one_screen_every_player_is_named(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as both:
        both.open_table(BOARDS, ["me", "me", "gentle"], names=["Ada", "Bob"])
        both.listen()
        random = Random(5)
        for _ in range(4):
            assert both.wait()
            both.play_by_key(random)
            both.page.wait_for_timeout(100)
        assert re.search("^(Ada|Bob)’s turn", both.heard(), re.M)
        lines = both.page.locator(LOG).all_inner_texts()
        assert any(line.startswith(("Ada ", "Bob ")) for line in lines)
        assert not any(line.startswith("You ") for line in lines)
