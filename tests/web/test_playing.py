"""Each game in a browser, to its end: by keyboard, by mouse, in both languages, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from server.app.house import House

from .browsing import PHONE, SEATS, TITLES, visit

GAMES = list(SEATS)


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
        ada.open_table(game)
        ada.wait()
        ada.shoot(f"{game}-phone-en")
        assert ada.play_to_the_end(ada.play_by_mouse) > 3
        assert ada.sticks_out() <= 0


@pytest.mark.parametrize("game", GAMES)
def test_by_the_text_form_only(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, text="only", keys=False) as ada:
        ada.open_table(game)
        ada.wait()
        expect(ada.page.locator("section.board .drawing")).to_have_count(0)
        expect(ada.page.locator("section.board h2").first).to_be_visible()
        for _ in range(6):
            if not ada.wait():
                break
            ada.moves.first.focus()
            ada.page.keyboard.press("Enter")
            ada.page.wait_for_timeout(50)
        assert ada.violations() == []


def test_who_wins_by_the_turn_limit_is_told_so(browser: Browser, house: House) -> None:
    """In Papua [P42]: nobody is in the canoe when the turns are over."""
    with visit(browser, house.address) as ada:
        ada.open_table("papua", options={"turn_limit": 10})
        ada.play_to_the_end(ada.play_by_key)
        expect(ada.result).to_contain_text("Nobody reached the canoe in time")
        expect(ada.result.get_by_text("P42")).to_be_visible()
