"""Replays and reviews of finished matches, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from samples import HANDS
from server.live import House, open_house

from ..browsing import PHONE, SEATS, Visit, visit
from ..finished import FakeReviewer, finished

pytestmark = pytest.mark.slow

GAMES = list(SEATS)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house(workers=FakeReviewer()) as found:
        yield found


def check_names(ada: Visit) -> None:
    """Check that a bot is named as it was at the table, not by its level."""
    expect(ada.page.locator("main")).to_contain_text("Fern")
    expect(ada.page.locator("main")).not_to_contain_text("gentle")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_replayed_and_reviewed(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, game)
        ada.go(f"/review/{table}")
        expect(ada.page.get_by_role("heading", name="Luck and skill")).to_be_visible()
        expect(ada.page.get_by_text("Better:").first).to_be_visible()
        curve = ada.page.get_by_role("slider")
        curve.focus()
        ada.page.keyboard.press("End")
        shown = curve.get_attribute("aria-valuetext")
        ada.page.keyboard.press("ArrowLeft")
        expect(curve).not_to_have_attribute("aria-valuetext", shown or "")
        assert not ada.violations()
        check_names(ada)
        ada.shoot(f"{game}-review")

        ada.page.get_by_role("link", name="Replay").first.click()
        expect(ada.page.get_by_role("heading", name="What happened")).to_be_visible()
        slider, lines = ada.page.get_by_role("slider"), ada.page.locator("[data-moment]")
        last = lines.count() - 1
        ada.page.keyboard.press("End")
        expect(slider).to_have_value(str(last))
        ada.page.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(str(last - 1))
        ada.page.keyboard.press("Home")
        expect(slider).to_have_value("0")
        ada.page.keyboard.press(" ")
        expect(slider).not_to_have_value("0")
        ada.page.keyboard.press(" ")
        lines.nth(3).click()
        expect(slider).to_have_value("3")
        assert re.search(r"\?event=\d+$", ada.page.url)
        assert not ada.violations()
        check_names(ada)
        ada.shoot(f"{game}-replay")
        ada.page.reload()
        expect(slider).to_have_value("3")


def test_a_branch_starts_from_a_moment_of_the_replay(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.go(f"/replay/{table}?event=12")
        ada.page.get_by_role("button", name="Play from here").click()
        assert not ada.violations()
        ada.page.get_by_role("dialog").get_by_role("button", name="Start the game").click()
        ada.page.wait_for_url(re.compile(f"/table/(?!{table})"))
        assert ada.wait()


def test_a_review_can_be_shared_by_link(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, HANDS)
        with visit(browser, house.address, size=PHONE, language="fr") as bob:
            bob.go(f"/replay/{table}?event=50")
            expect(bob.page.get_by_role("slider").first).not_to_have_value("0")
            bob.page.get_by_label("Vu par").select_option("2")
            expect(bob.page.get_by_role("slider").first).not_to_have_value("0")
            assert bob.sticks_out() <= 0
            assert not bob.violations()


def test_a_link_to_a_review_opens_in_a_fresh_browser(browser: Browser, house: House) -> None:
    """However long it takes until the browser has become a guest."""
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        table = finished(house, ada)

        def slowly(route: Route) -> None:
            bob.page.wait_for_timeout(700)
            route.continue_()

        bob.page.route("**/api/guest", slowly)
        bob.go(f"/review/{table}")
        expect(bob.page.get_by_role("heading", name="Mistakes")).to_be_visible()
