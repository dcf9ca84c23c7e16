"""The page applies the rules itself: moves show at once, and missing rules are reported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from samples import OPEN, ROUNDS
from server.live import House
from tablee.discovery import own_games

from ..browsing import PATIENCE, PHONE, Visit, visit

pytestmark = pytest.mark.slow

HELD = ("update", "done")


class HoldAnswers:
    """Holds back the server's answers to moves until released, and may refuse them."""

    def __init__(self, one: Visit) -> None:
        self.holding = False
        self.refusing = False
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        one.page.route_web_socket("**/ws", self._join)

    def let_go(self) -> None:
        self.holding = False
        for page, frame in self.held:
            page.send(frame)

    def _join(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def from_page(frame: str | bytes) -> None:
            message = json.loads(frame)
            if self.refusing and message["do"] == "move":
                page.send(json.dumps(refusal(message)))
            else:
                server.send(frame)

        def from_server(frame: str | bytes) -> None:
            if self.holding and json.loads(frame)["do"] in HELD:
                self.held.append((page, frame))
            else:
                page.send(frame)

        page.on_message(from_page)
        server.on_message(from_server)


def refusal(message: dict[str, Any]) -> dict[str, Any]:
    """Refuse a move as outdated."""
    why = {"key": "server.stale", "values": {"known": message["after"], "event": 99}}
    answer = {"do": "refused", "id": message["id"], "table": message["table"], "why": why}
    return {**answer, "paragraph": None, "instead": [], "stale": True}


def board(one: Visit) -> str:
    """Return the text form of the board."""
    return " ".join(one.page.locator("section.board .facts").all_inner_texts())


def until(one: Visit, happens: Callable[[], bool]) -> None:
    """Wait for a condition on the page."""
    for _ in range(PATIENCE // 50):
        if happens():
            return
        one.page.wait_for_timeout(50)
    raise AssertionError("it never happens")


def open_table(one: Visit, game: str) -> None:
    """Open a table of people around this screen, with the text form of its board."""
    one.go("/")
    one.page.wait_for_function("() => localStorage.getItem('known')")
    one.page.evaluate("""() => localStorage.setItem("settings",
        JSON.stringify({motion: "off", confirm: "never", text: "beside", lone: false}))""")
    seats = next(found.seats[0] for found in own_games() if found.name == game)
    one.open_table(game, ["me"] * seats, names=["Ada", "Bob", "Cleo"][:seats])


@pytest.mark.parametrize("game", [OPEN, ROUNDS])
def test_a_move_shows_before_the_server_answers(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        hold = HoldAnswers(ada)
        open_table(ada, game)
        lift = ada.page.locator(".curtain").get_by_role("button").first
        expect(ada.moves.first.or_(lift)).to_be_visible()
        if lift.count():
            lift.click()
        assert ada.wait()
        before, hold.holding = board(ada), True
        ada.page.keyboard.press("1")
        until(ada, lambda: board(ada) != before)
        assert ada.moves.count() == 0, "not a second move before there is an answer"
        told = ada.log()
        hold.let_go()
        until(ada, lambda: ada.log() != told)


def test_a_refused_move_is_rolled_back_with_a_reason(browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE) as ada:
        hold = HoldAnswers(ada)
        open_table(ada, OPEN)
        assert ada.wait()
        before, hold.refusing = board(ada), True
        ada.page.keyboard.press("1")
        expect(ada.page.get_by_role("alert").first).to_be_visible()
        assert board(ada) == before
        assert ada.wait()


def test_a_table_explains_missing_webassembly(browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.page.add_init_script("delete window.WebAssembly")  # not for later visits
        ada.open_table(OPEN)
        expect(ada.page.get_by_role("alert")).to_contain_text("WebAssembly")
        ada.shoot("no-webassembly-fr")


def test_missing_rules_reload_the_page_once(browser: Browser, house: House) -> None:
    """There may be a newer page; if reloading does not help, the page says so."""
    with visit(browser, house.address) as ada:
        ada.expected.append("404")
        loaded = []
        ada.arrive()
        ada.context.route(
            re.compile(r"/(page|rules)-[^/]*\.wasm$"), lambda route: route.fulfill(status=404)
        )
        ada.page.on("domcontentloaded", lambda _: loaded.append(1))
        ada.open_table(OPEN)
        expect(ada.page.get_by_role("alert")).to_contain_text("don’t fit this page")
        assert len(loaded) == 2
