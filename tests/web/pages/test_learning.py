"""The rulebook and guided games, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

import tablee
from samples import OPEN, title
from server.live import House

from ..browsing import PHONE, SEATS, TITLES, visit

pytestmark = pytest.mark.slow

GAMES = list(SEATS)
FIRST = {name: next(iter(tablee.game(name).paragraphs())) for name in SEATS}


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_has_every_paragraph(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.go(f"/rules/{game}#{FIRST[game]}")
        expect(ada.page.locator("article.here")).to_have_attribute("id", FIRST[game])
        told = house.client().get(f"/api/rules/{game}/fr").json()["paragraphs"]
        numbered = [one["id"] for one in told if one["id"]]
        assert (
            ada.page.locator("article").evaluate_all("all => all.map((one) => one.id)") == numbered
        )
        expect(ada.page.get_by_role("heading", name="En bref")).to_be_attached()
        ada.page.get_by_role("button", name="Read in English").click()
        expect(ada.page.get_by_role("heading", name="In short")).to_be_attached()
        assert not ada.violations()


def test_searching_the_rulebook_ignores_accents(browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.go(f"/rules/{OPEN}")
        ada.page.get_by_label("Chercher").fill("OEUF plage")
        expect(ada.page.locator("mark").first).to_have_text(re.compile("œuf|plage", re.IGNORECASE))
        assert 0 < ada.page.locator("article").count() < 20
        expect(ada.page.get_by_text(re.compile(r"^\d+ règles$"))).to_be_visible()
        ada.page.get_by_label("Chercher").fill("mammouth")
        expect(ada.page.get_by_text("Aucune règle")).to_be_visible()


def test_a_paragraph_opens_beside_the_table(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(OPEN)
        ada.wait()
        ada.page.locator(".controls").get_by_role("button", name=re.compile("rule M")).first.click()
        side = ada.page.get_by_role("complementary", name=f"Rules of {title(OPEN)}")
        expect(side.locator("article.here")).to_be_focused()
        side.get_by_role("link", name="M20", exact=True).first.click()
        expect(side.locator("article.here")).to_have_attribute("data-paragraph", "M20")
        ada.page.keyboard.press("Escape")
        expect(side).to_have_count(0)
        assert "/table/" in ada.page.url


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_has_notes(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE) as ada:
        ada.go(f"/learn/{game}")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.get_by_role("complementary", name="Notes for your first game")
        expect(note.get_by_role("status")).not_to_be_empty()
        first = note.get_by_role("status").inner_text()
        ada.wait()
        assert not ada.violations()
        assert ada.sticks_out() <= 0
        note.get_by_role("button", name="Rule").click()
        side = ada.page.get_by_role("complementary", name=f"Rules of {TITLES[game]}")
        expect(side.locator("article.here")).to_be_visible()
        side.get_by_role("button", name="Close").click()
        note.get_by_role("button", name="Got it").click()
        expect(note.get_by_role("status")).not_to_have_text(first)
