"""Each game in a browser, to its end: by keyboard, by mouse, in both languages, on a phone."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from server.app.house import House

from .browsing import PHONE, SEATS, TITLES, visit

GAMES = list(SEATS)
FEW_TURNS = {**SEATS, "mahe": 7}
"""Seats with which one's own turns are few."""


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_and_a_game_is_under_way(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/")
        card = ada.page.locator("article, li").filter(
            has=ada.page.get_by_role("heading", name=TITLES[game])
        )
        card.get_by_role("link", name="Play").or_(
            card.get_by_role("button", name="Play")
        ).first.click()
        ada.page.get_by_role("button", name="Play").last.click()
        assert ada.wait()
        expect(ada.page.locator("section.board .drawing")).to_be_visible()
        ada.shoot(f"{game}-desktop-en")


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.open_table(game)
        assert ada.play_to_the_end(ada.play_by_key) > 3
        ada.shoot(f"{game}-result-fr")


@pytest.mark.parametrize("game", GAMES)
def test_by_mouse_on_a_phone(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE) as ada:
        ada.open_table(game, ["me", *["gentle"] * (FEW_TURNS[game] - 1)])
        ada.wait()
        ada.shoot(f"{game}-phone-en")
        assert ada.play_to_the_end(ada.play_by_mouse) > 3
        assert ada.sticks_out() <= 0


@pytest.mark.parametrize("game", GAMES)
def test_by_the_text_form_only(game: str, browser: Browser, house: House) -> None:
    """To the end, with no picture, no mouse and no keys but Tab and Enter."""
    with visit(browser, house.address, text="only", keys=False) as ada:
        ada.open_table(game, ["me", *["gentle"] * (FEW_TURNS[game] - 1)])
        ada.wait()
        expect(ada.page.locator("section.board h2").first).to_be_visible()
        assert ada.violations() == []
        ada.listen()
        before = len(ada.log())

        heard: list[str] = []

        def play(random: Random) -> None:
            assert ada.page.locator("section.board svg").count() == 0
            told = ada.heard()
            assert not heard or told != heard[-1]
            heard.append(told)
            ada.play_by_tab(random)

        assert ada.play_to_the_end(play) > 3
        title = ada.result.get_by_role("heading")
        expect(title).to_be_focused()
        expect(title).to_contain_text(re.compile("won|share"))
        expect(ada.result.get_by_role("listitem")).to_have_count(FEW_TURNS[game])
        told = ada.heard()
        assert [piece for piece in ada.log()[before:] if piece not in told] == []
        assert ada.violations() == []


def test_who_wins_by_the_turn_limit_is_told_so(browser: Browser, house: House) -> None:
    """In Papua [P42]: nobody is in the canoe when the turns are over."""
    with visit(browser, house.address) as ada:
        ada.open_table("papua", options={"turn_limit": 10})
        ada.play_to_the_end(ada.play_by_key)
        expect(ada.result).to_contain_text("Nobody reached the canoe in time")
        expect(ada.result.get_by_text("P42")).to_be_visible()
