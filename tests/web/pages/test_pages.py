"""Every page is accessible, in both languages, and as narrow as a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, OPEN, title
from server.live import House, open_house

from ..browsing import PHONE, SEATS, visit

pytestmark = pytest.mark.slow

PAGES = {"home": "/", "new": f"/new/{BOARDS}", "account": "/account", "missing": "/nowhere"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_accessible(name: str, language: str, browser: Browser, house: House) -> None:
    theme = "dark" if language == "fr" else "light"
    with visit(browser, house.address, language=language, size=PHONE, theme=theme) as ada:
        ada.go(PAGES[name])
        ada.page.wait_for_timeout(300)
        assert ada.page.locator("html").get_attribute("lang") == language
        assert ada.page.locator("main").count() == 1
        assert ada.violations() == []
        assert ada.sticks_out() <= 0
        ada.shoot(f"{name}-phone-{language}")


def test_a_misspelt_path_shows_a_page(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go(f"/rules/{OPEN}#%")
        expect(ada.page.locator("h1").first).to_contain_text(title(OPEN))


def test_a_refused_connection_says_why(browser: Browser) -> None:
    """The server does answer, so the page doesn't speak of a lost connection."""
    with open_house(guests_an_hour="1") as full:
        full.guest("Ada")
        with visit(browser, full.address, size=PHONE, language="fr") as bob:
            bob.expected.append("429")
            bob.page.goto(full.address)
            told = bob.page.locator("header [role=status]")
            expect(told).to_contain_text("Trop de nouveaux joueurs depuis votre réseau. Attendez")
            assert bob.sticks_out() <= 0
            bob.shoot("refused-phone-fr")


@pytest.mark.parametrize("game", SEATS)
def test_every_table_is_accessible(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr", theme="dark") as ada:
        ada.open_table(game)
        ada.wait()
        assert ada.violations() == []
        ada.shoot(f"{game}-desktop-fr-dark")


def test_the_language_can_be_changed_at_any_time(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(OPEN)
        ada.wait()
        ada.page.locator("header button").filter(has_text="FR").first.click()
        expect(ada.page.locator("html")).to_have_attribute("lang", "fr")
        expect(ada.page.get_by_text("À vous de jouer").first).to_be_visible()


def test_a_refusal_cites_the_paragraph(browser: Browser, house: House) -> None:
    """The page offers no illegal move, but a program with the browser's cookie may try one."""
    with visit(browser, house.address) as ada:
        table = ada.open_table(OPEN)
        ada.wait()
        told = ada.page.evaluate(
            """(table) => new Promise((done) => {
                const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
                socket.onmessage = ({data}) => {
                    const told = JSON.parse(data);
                    if (told.do === "welcome")
                        socket.send(JSON.stringify({do: "watch", table, since: 0}));
                    if (told.do === "update")
                        socket.send(JSON.stringify({do: "move", id: "an-illegal-move", table,
                            seat: 1, move: "card 3", after: told.room.event}));
                    if (told.do === "refused") { socket.close(); done(told); }
                };
            })""",
            table,
        )
        assert told["paragraph"] in ("M60", "M10", "M40")
        assert told["instead"]
