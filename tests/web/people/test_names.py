"""The longest name without a space fits on every page."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from samples import BOARDS, OPEN
from server.live import House

from ..browsing import DESKTOP, PHONE, SEATS, Visit, visit

pytestmark = pytest.mark.slow

NAME = "W" * 40
SIZES = {"desk": DESKTOP, "phone": PHONE}


def with_long_name(ada: Visit) -> str:
    """Give Ada the longest name; return her id."""
    return ada.arrive(NAME)


def check_page(page: Page) -> None:
    """Check that the page is not wider than the window, and that no text overflows."""
    out = page.evaluate(
        """() => [...document.querySelectorAll("body, main *")].filter((one) =>
            one.scrollWidth > one.clientWidth + 4 && one.clientWidth > 1
            && !one.closest("svg, .unseen, .folded:not(:focus-within)")
            && getComputedStyle(one).display !== "inline"
            && getComputedStyle(one).overflowX === "visible"
            && one.textContent.includes("WWWWWWWW"))
            .map((one) => [one.tagName, one.className, one.scrollWidth, one.clientWidth])"""
    )
    assert out == [], (page.url, page.viewport_size, out)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0, page.url


def see_both(ada: Visit) -> None:
    for name, size in SIZES.items():
        ada.resize(size)
        ada.shoot(f"long-name-{ada.page.url.split('/')[3] or 'home'}-{name}")
        check_page(ada.page)


@pytest.mark.parametrize("path", ["/", "/account", "/people/me", f"/leaderboard/{OPEN}"])
def test_long_names_on_pages_about_people(path: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        person = with_long_name(ada)
        ada.call("POST", "/api/tables", {"game": OPEN, "seats": ["me", "open"], "public": True})
        ranked = {
            "place": 1, "person": person, "name": NAME, "avatar": "", "rating": 25.0, "mu": 25.0,
            "sigma": 8.0, "games": 3, "wins": 1.0,
        }  # fmt: skip

        def answer(route: Route) -> None:
            route.fulfill(json=[ranked])

        ada.page.route("**/api/leaderboard/*", answer)
        ada.go(path.replace("/me", f"/{person}"))
        expect(ada.page.get_by_text(NAME).last).to_be_attached()
        see_both(ada)


@pytest.mark.parametrize("game", [OPEN, BOARDS])  # two people, and three
def test_long_names_at_a_table_from_lobby_to_review(
    game: str, browser: Browser, house: House
) -> None:
    """For the player with that name, and for the other player."""
    with (
        visit(browser, house.address, language="fr") as ada,
        visit(browser, house.address, language="fr") as bob,
    ):
        with_long_name(ada)
        bots = ["gentle"] * (SEATS[game] - 2)
        table = ada.open_table(game, ["me", "open", *bots])
        bob.go(f"/table/{table}")
        bob.page.locator("li.open button").first.click()
        begin = ada.page.locator(".go button").first
        expect(begin).to_be_enabled()
        see_both(ada)
        see_both(bob)
        begin.click()
        for one in (ada, bob):
            expect(one.page.locator("section.board .drawing > *").first).to_be_visible()
        random = Random(1)
        for count in range(25):
            if count % 6 == 0:
                see_both(bob if count else ada)
            for one in (ada, bob):
                if one.moves.count():
                    one.play_by_key(random)
            ada.page.wait_for_timeout(50)
        give_up(bob)
        for one in (ada, bob) if SEATS[game] == 2 else (bob,):
            see_both(one)
        if SEATS[game] > 2:
            give_up(ada)
        expect(ada.result).to_be_visible()
        for page in ("replay", "verify"):
            bob.go(f"/{page}/{table}")
            bob.page.wait_for_timeout(500)
            see_both(bob)


def give_up(one: Visit) -> None:
    if one.result.count():
        return  # a short game may be over already
    one.page.get_by_role("button", name="Autres actions").click()
    one.page.get_by_role("menuitem", name="Abandonner").click()
    one.page.get_by_role("dialog").get_by_role("button", name="Abandonner").click()
    expect(one.page.get_by_role("dialog")).to_have_count(0)
