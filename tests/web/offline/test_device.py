"""A server's page without a network: games on this device, handed over when the server is back."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, OPEN
from server.live import House
from tablee.words import say

from ..browsing import PHONE, Visit, visit
from .steps import open_table, wait_until_cached

pytestmark = pytest.mark.slow

CUT = ("ERR_INTERNET_DISCONNECTED", "WebSocket")  # what a browser says without a network


def play_some(ada: Visit, count: int) -> None:
    random = Random(3)
    for _ in range(count):
        assert ada.wait()
        ada.play_by_key(random)
        ada.page.wait_for_timeout(100)


def test_a_game_begun_without_a_network_is_handed_over(browser: Browser, house: House) -> None:
    """After one visit the page opens, plays and continues after a reload with the network cut."""
    with visit(browser, house.address, size=PHONE, confirm="never") as ada:
        ada.expected += CUT
        ada.go("/")
        wait_until_cached(ada)
        ada.context.set_offline(True)
        ada.page.reload()
        trouble = ada.page.locator("section.trouble")
        expect(trouble).to_contain_text(say("web.offline_title", "en"))
        expect(trouble).to_contain_text(say("web.offline_text_here", "en"))
        assert ada.violations() == []
        ada.shoot("device-home")
        open_table(ada, "", OPEN, "gentle")
        play_some(ada, 2)
        assert ada.wait()
        before = ada.moves.all_inner_texts()
        ada.page.reload()
        assert ada.wait()
        assert ada.moves.all_inner_texts() == before
        assert ada.sticks_out() == 0
        ada.shoot("device-phone")
        ada.go("/")
        expect(ada.page.locator("main li", has_text=say("web.on_device", "en"))).to_be_visible()
        ada.context.set_offline(False)
        ada.page.locator("main li a", has_text=say("web.on_device", "en")).click()
        assert ada.play_to_the_end(ada.play_by_key) > 0
        ada.page.get_by_role("button", name=say("web.hand_over", "en")).click()
        expect(ada.page.get_by_text(say("after.played_offline", "en"))).to_be_visible()
        [game] = ada.call("GET", "/api/me/tables")["finished"]
        assert game["offline"] is True
        ada.go("/")
        expect(ada.page.locator("main li", has_text=say("web.played_offline", "en"))).to_have_count(
            1
        )
        assert ada.page.locator("main li", has_text=say("web.on_device", "en")).count() == 0


def test_a_game_on_this_device_is_chosen_beside_the_server(browser: Browser, house: House) -> None:
    """What needs a server is not offered then; a link always leads to the server."""
    with visit(browser, house.address, language="fr") as ada:
        ada.go(f"/new/{BOARDS}?mode=screen")
        page = ada.page
        page.get_by_text(say("web.on_device", "fr"), exact=True).click()
        expect(page.get_by_text(say("web.where_help_device", "fr"))).to_be_visible()
        page.get_by_text(say("web.more_settings", "fr")).click()
        assert page.get_by_text(say("web.rated", "fr"), exact=True).count() == 0
        assert page.get_by_text(say("web.clock", "fr"), exact=True).count() == 0
        assert ada.violations() == []
        ada.shoot("device-new")
        page.get_by_text(say("web.mode_link", "fr"), exact=True).click()
        assert page.get_by_text(say("web.on_device", "fr"), exact=True).count() == 0
        page.get_by_text(say("web.mode_bots", "fr"), exact=True).click()
        page.get_by_role("button", name=say("web.play", "fr"), exact=True).click()
        assert ada.wait()
        assert ada.call("GET", "/api/me/tables")["running"] == []


def test_the_first_game_with_notes_works_without_a_network(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.expected += CUT
        ada.go("/")
        wait_until_cached(ada)
        ada.context.set_offline(True)
        ada.go(f"/learn/{OPEN}")
        ada.page.get_by_role("button", name=say("learn.begin", "en")).click()
        expect(ada.page.locator(".guide")).to_be_visible()
        play_some(ada, 3)
        assert ada.wait()
        expect(ada.page.locator(".guide")).to_be_visible()
        assert ada.violations() == []
        ada.shoot("device-learn")
        ada.context.set_offline(False)
