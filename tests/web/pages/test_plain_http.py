"""Plain http in a home network, where browsers offer a page fewer features."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from samples import OPEN
from server.live import House

from ..browsing import ELSEWHERE, visit
from ..table.test_together import play_out, sit_down

pytestmark = pytest.mark.slow

NO_HTTPS = "Cross-Origin-Opener-Policy header has been ignored"  # Chromium warns, and continues


def test_two_people_play_over_plain_http(browser: Browser, house: House) -> None:
    address = f"http://{ELSEWHERE}:{house.port}"
    with visit(browser, address) as ada, visit(browser, address, language="fr") as bob:
        for one in (ada, bob):
            one.expected.append(NO_HTTPS)
        table = sit_down(ada, bob, late=house)
        assert not ada.page.evaluate("isSecureContext")
        play_out(ada, bob, Random(5))
        expect(ada.result).to_be_visible()
        ada.go(f"/verify/{table}")
        expect(ada.page.locator("main")).to_contain_text("Nobody tampered with the dice")


def test_the_link_can_be_copied_by_hand_over_plain_http(browser: Browser, house: House) -> None:
    with visit(browser, f"http://{ELSEWHERE}:{house.port}") as ada:
        ada.expected.append(NO_HTTPS)
        table = ada.open_table(OPEN, ["me", "open"])
        ada.page.locator(".invite button").first.click()
        chosen = ada.page.evaluate("getSelection().toString()")
        assert chosen == f"http://{ELSEWHERE}:{house.port}/table/{table}"
