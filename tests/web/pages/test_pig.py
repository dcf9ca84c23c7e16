"""A game of an installed package on the page: a text board, listed moves, its own messages."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from packages.pig import install

from ..browsing import Visit, visit

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("pig")]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server on which Pig is installed."""
    environment = install(tmp_path_factory.mktemp("pig"))
    process = subprocess.Popen(
        [sys.executable, "-m", "tablee"], env={**environment, "TABLEE_PORT": "0"}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        ready = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert ready, process.communicate(timeout=60)[1]
        yield ready[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def play(ada: Visit) -> None:
    """Hold whenever it is possible, otherwise roll, until the game is over."""
    for _ in range(600):
        if not ada.wait():
            return
        moves = ada.moves.evaluate_all("all => all.map((one) => one.dataset.move)")
        ada.page.keyboard.press(str(len(moves)))
        ada.page.wait_for_timeout(30)
    raise AssertionError("no end")


def test_an_installed_game_is_played_to_its_replay(address: str, browser: Browser) -> None:
    with visit(browser, address) as ada:
        ada.go("/")
        card = ada.page.locator("article[data-game=pig]")
        expect(card).to_contain_text("Roll as often as you dare")
        card.get_by_role("link", name="Play Pig").click()
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text("Pig")
        ada.page.get_by_text("Beginner", exact=True).click()  # without a compiler
        ada.page.get_by_role("button", name="Play").last.click()
        assert ada.wait()
        expect(ada.page.locator("section.board pre")).to_contain_text("Seat 1: 0 points")
        expect(ada.moves.first).to_be_visible()
        expect(ada.moves.first).to_contain_text("Roll")
        assert ada.violations() == []
        ada.shoot("pig-desktop-en")
        play(ada)
        expect(ada.result.get_by_role("heading")).to_contain_text(re.compile("won"))
        table = ada.page.url.rsplit("/", 1)[1]
        ada.go(f"/replay/{table}")
        expect(ada.page.locator(".board pre")).to_contain_text("points")


def test_an_installed_game_has_its_rules_and_messages_in_french(
    address: str, browser: Browser
) -> None:
    with visit(browser, address, language="fr") as ada:
        ada.go("/rules/pig#G3")
        expect(ada.page.locator("main")).to_contain_text("Dès que vous avez lancé")
        ada.go("/new/pig")
        expect(ada.page.locator("main")).to_contain_text("Lancez tant que vous osez")
        ada.expected.append("404")  # which a browser reports by itself
        ada.go("/new/chess")
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text("jeu")
