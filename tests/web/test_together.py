"""Several people: two browsers at one table, a lost connection, spectators, one screen for all."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from server.app.house import House

from .browsing import Visit, visit


def sit_down(ada: Visit, bob: Visit, game: str = "mahe", **settings: object) -> str:
    """Ada opens a table with an open seat, Bob follows the link and sits down, Ada begins."""
    table = ada.open_table(game, ["me", "open"], **settings)
    bob.go(f"/table/{table}")
    bob.page.locator("li.open button").first.click()
    begin = ada.page.locator(".go button").first
    expect(begin).to_be_enabled()
    begin.click()
    for one in (ada, bob):
        expect(one.page.locator("section.board svg").first).to_be_visible()
    return table


def move(*people: Visit) -> Visit:
    """Whoever is to move makes the first of his moves."""
    for _ in range(400):
        for one in people:
            if one.moves.count():
                one.moves.first.click()
                one.page.wait_for_timeout(60)
                return one
        people[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is to move")


def test_two_browsers_and_a_lost_connection(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        bob.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection", "fetching the script"]
        sit_down(ada, bob)
        for _ in range(6):
            move(ada, bob)
        bob.context.set_offline(True)
        for _ in range(8):  # Ada goes on as long as it is her turn
            if ada.moves.count():
                ada.moves.first.click()
            ada.page.wait_for_timeout(60)
        bob.context.set_offline(False)
        for _ in range(12):
            move(ada, bob)
        last = ada.page.get_by_role("tabpanel").locator("li").last.inner_text()
        expect(bob.page.get_by_role("tabpanel").locator("li").last).to_have_text(
            last, use_inner_text=True
        )


def test_played_to_the_end_by_two_and_again(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address, language="fr") as bob:
        table = sit_down(ada, bob, "maamut")
        random = Random(3)
        for _ in range(600):
            if ada.result.count() and bob.result.count():
                break
            for one in (ada, bob):
                if one.moves.count():
                    one.play_by_key(random)
            ada.page.wait_for_timeout(30)
        ada.page.get_by_role("button", name="Play again").click()
        bob.page.get_by_role("button", name="Rejouer").click()
        ada.page.wait_for_url(lambda address: table not in address)
        bob.page.wait_for_url(ada.page.url)


def test_spectators_have_a_channel_of_their_own(browser: Browser, house: House) -> None:
    with (
        visit(browser, house.address) as ada,
        visit(browser, house.address) as bob,
        visit(browser, house.address) as eve,
    ):
        table = sit_down(ada, bob, "maamut")
        eve.go(f"/table/{table}")
        expect(eve.page.locator("section.board svg").first).to_be_visible()
        assert eve.moves.count() == 0
        for one in (ada, bob, eve):
            one.page.get_by_role("tab", name="Chat").click()
        for one, words in ((eve, "I only look"), (ada, "Hello Bob")):
            one.page.locator(".chat form input").last.fill(words)
            one.page.keyboard.press("Enter")
        for one in (bob, eve):
            expect(one.page.locator(".chat li").filter(has_text="Hello Bob")).to_be_visible()
        assert bob.page.get_by_text("I only look").count() == 0


def test_around_one_screen_it_is_passed_on(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as both:
        both.open_table("maamut", ["me", "me"], names=["Ada", "Bob"])
        curtain = both.page.locator(".curtain")
        seen = set()
        for _ in range(4):
            both.page.wait_for_function(
                """() => document.querySelector(".curtain, button[data-move]")"""
            )
            if curtain.count():
                seen.add("Bob" if "Bob" in curtain.inner_text() else "Ada")
                assert both.page.locator("section.board svg [role=button]").count() == 0
                curtain.get_by_role("button").first.click()
            both.wait()
            both.moves.first.click()
            both.page.wait_for_timeout(300)
        assert seen == {"Ada", "Bob"}


@pytest.mark.parametrize("game", ["mahe", "papua"])
def test_around_one_screen_without_secrets(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as all_:
        seats = ["me"] * (2 if game == "mahe" else 3)
        all_.open_table(game, seats, names=["Ada", "Bob", "Eve"][: len(seats)])
        for _ in range(12):
            assert all_.wait()
            all_.moves.first.click()
            all_.page.wait_for_timeout(80)


def test_asking_to_take_back(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada, visit(browser, house.address) as bob:
        sit_down(ada, bob, undo="consent")
        asker = move(ada, bob)
        other = bob if asker is ada else ada
        asker.page.get_by_role("button", name="Ask to take back").click()
        other.page.locator(".asked").get_by_role("button").first.click()
        expect(other.page.locator(".asked")).to_have_count(0)
        expect(asker.page.get_by_text("takes back").first).to_be_visible()
