"""The page when it is refused, signed out or disconnected, or misses an answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from samples import HANDS, OPEN
from server.live import House, InstantThinkers, open_house
from tablee.server import wire
from tablee.server.core.bots import WorkFailed
from tablee.view import View

from ..browsing import DOUBLE, Visit, visit

pytestmark = pytest.mark.slow

UNKNOWN = ["status of 401", "WebSocket connection", "ERR_INTERNET_DISCONNECTED"]


def state(one: Visit) -> Locator:
    """Find where the page shows the state of its connection."""
    return one.page.locator("header .middle")


def known(one: Visit) -> str:
    found: str = one.page.evaluate("localStorage.getItem('known')")
    return found


def sign_out_elsewhere(one: Visit, house: House) -> None:
    """Revoke the token of the page without telling the page."""
    token = next(c["value"] for c in one.context.cookies() if c["name"] == "tablee")
    answer = house.client().post("/api/logout", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 204


def lose_connection(one: Visit) -> None:
    """Make the page think that its connection is lost; it reconnects at once."""
    one.page.evaluate("dispatchEvent(new Event('offline'))")


def test_a_page_signed_out_while_offline_becomes_a_new_guest(
    browser: Browser, house: House
) -> None:
    """It reloads once, and watches the table as a spectator."""
    with visit(browser, house.address) as ada:
        ada.expected += UNKNOWN
        ada.open_table(OPEN)
        assert ada.wait()
        before, loaded = known(ada), []
        ada.page.on("domcontentloaded", lambda _: loaded.append(1))
        ada.context.set_offline(True)
        expect(state(ada)).not_to_be_empty()
        sign_out_elsewhere(ada, house)
        ada.context.set_offline(False)
        ada.page.wait_for_function("id => localStorage.getItem('known') !== id", arg=before)
        expect(ada.page.locator("section.board svg").first).to_be_visible()
        expect(ada.moves).to_have_count(0)
        expect(state(ada)).to_be_empty()
        assert loaded == [1]
        assert ada.call("GET", "/api/me")["id"] == known(ada)
        ada.open_table(OPEN)
        assert ada.wait()


def test_a_page_signed_out_elsewhere_says_so(browser: Browser, house: House) -> None:
    """A move made then is refused visibly, too."""
    with visit(browser, house.address) as ada:
        ada.expected += UNKNOWN
        ada.open_table(OPEN)
        assert ada.wait()
        sign_out_elsewhere(ada, house)
        expect(state(ada)).to_have_text("You are signed out. Reload the page")
        ada.moves.first.press("Enter")
        expect(ada.page.locator("section.controls")).to_contain_text("You are signed out.")
        assert ada.moves.count()
        expect(state(ada)).to_have_text("You are signed out. Reload the page")
        ada.page.get_by_role("link", name="Reload the page").click()
        expect(ada.page.get_by_text("You are signed out.")).to_have_count(0)
        ada.page.wait_for_function("async () => (await fetch('/api/me')).status === 200")


def test_the_home_page_says_that_it_is_signed_out(browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.expected += UNKNOWN
        ada.go("/")
        ada.page.wait_for_function("() => localStorage.getItem('known')")
        expect(state(ada)).to_be_empty()
        sign_out_elsewhere(ada, house)
        expect(state(ada)).to_have_text("Vous êtes déconnecté. Recharger la page")


class UnreliableCoach(InstantThinkers):
    """A coach that fails or hangs on the first request."""

    def __init__(self, fails: bool) -> None:
        super().__init__()
        self.fails = fails
        self.asked = 0

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        self.asked += 1
        if self.asked > 1:
            return await super().advise(view, seed, whose)
        if not self.fails:
            await asyncio.Event().wait()
        raise WorkFailed("not today")


@pytest.mark.parametrize("fails", [True, False], ids=["coach fails", "connection lost"])
def test_a_failed_hint_can_be_requested_again(fails: bool, browser: Browser) -> None:
    with (
        open_house(workers=UnreliableCoach(fails)) as house,
        visit(browser, house.address, coach=True) as ada,
    ):
        ada.open_table(OPEN, ["me", "gentle"], hints=True)
        assert ada.wait()
        controls = ada.page.locator("section.controls")
        controls.get_by_role("button", name="Hint").click()
        if fails:
            expect(controls).to_contain_text("The coach couldn’t answer this time.")
        else:
            thinking = controls.get_by_role("button", name="thinking")
            expect(thinking).to_be_disabled()
            expect(ada.page.get_by_role("tabpanel")).to_contain_text("coach")  # requested
            lose_connection(ada)
            expect(thinking).to_have_count(0)
        ada.page.wait_for_timeout(DOUBLE)
        controls.get_by_role("button", name="Hint").click()
        expect(ada.page.locator(".coach ol button").first).to_be_visible()


class Interceptor:
    """Intercepts the WebSocket of a page, and may answer in place of the server."""

    def __init__(self, one: Visit) -> None:
        self.latest: dict[str, Any] = {}  # the last update
        self.answering = False
        self.deaf = False  # the connection is dead, unnoticed; a new one works
        one.page.route_web_socket("**/ws", self._join)

    def answer(self, page: WebSocketRoute, message: dict[str, Any]) -> bool:
        """Answer a message; return False to pass it on to the server."""
        return False

    def _join(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.deaf = False

        def from_page(frame: str | bytes) -> None:
            if not (self.answering and self.answer(page, json.loads(frame))):
                server.send(frame)

        def from_server(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["do"] == "update":
                self.latest = message
            if not self.deaf:
                page.send(frame)

        page.on_message(from_page)
        server.on_message(from_server)


class RefuseSeat(Interceptor):
    """Refuses every seat as another player's."""

    def answer(self, page: WebSocketRoute, message: dict[str, Any]) -> bool:
        if message["do"] != "watch" or message["seat"] is None:
            return False
        why = {"key": "server.not_your_seat", "values": {"seat": message["seat"]}}
        refused = {"do": "refused", "id": None, "table": message["table"], "why": why}
        page.send(json.dumps({**refused, "paragraph": None, "instead": [], "stale": False}))
        return True


def test_a_player_whose_seat_was_taken_becomes_a_spectator(browser: Browser, house: House) -> None:
    host = house.guest("Host")
    table = host.table(seats=("me", "open"))
    with host.socket() as hosting, visit(browser, house.address) as ada:
        between = RefuseSeat(ada)
        ada.go(f"/table/{table}")
        free = ada.page.locator("li.open")
        free.get_by_role("button").first.click()
        expect(free).to_have_count(0)
        between.deaf = True
        assert hosting.command("stand", table, seat=2)["do"] == "done"
        between.answering = True
        lose_connection(ada)
        expect(free).to_have_count(1)
        assert hosting.command("seat_bot", table, seat=2, level="gentle")["do"] == "done"
        assert hosting.command("begin", table)["do"] == "done"
        expect(ada.page.locator("section.board svg").first).to_be_visible()
        assert ada.page.get_by_text("is not yours").count() == 0


class DeliverLate(Interceptor):
    """Delivers an old update after the page has asked for a new one, then disconnects."""

    def answer(self, page: WebSocketRoute, message: dict[str, Any]) -> bool:
        if message["do"] != "watch":
            return False
        self.answering = False
        page.send(json.dumps({**self.latest, "since": self.latest["seq"], "news": []}))
        page.close()
        return True


def test_a_late_update_does_not_count_as_current(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as both:
        between = DeliverLate(both)
        both.open_table(HANDS, ["me", "me"], names=["Ada", "Bob"])
        lift = both.page.locator(".curtain").get_by_role("button").first
        expect(lift).to_be_visible()
        between.answering = True
        lift.click()
        assert both.wait()


class WelcomeThenBye(Interceptor):
    """Welcomes the page, then disconnects it."""

    def answer(self, page: WebSocketRoute, message: dict[str, Any]) -> bool:
        if message["do"] == "watch":
            why = {"key": "server.store_down", "values": {}}
            page.send(json.dumps({"do": "bye", "why": why, "again_ms": 1000}))
            page.close()
        return True


def test_a_page_that_is_disconnected_after_each_welcome_backs_off(
    browser: Browser, house: House
) -> None:
    with visit(browser, house.address) as ada:
        between = WelcomeThenBye(ada)
        ada.open_table(OPEN)
        assert ada.wait()
        ada.page.evaluate(
            """() => {
                const wait = setTimeout;
                window.waits = [];
                window.setTimeout = (what, ms) => (waits.push(ms), wait(what, ms / 100));
            }"""
        )
        between.answering = True
        lose_connection(ada)
        ada.page.wait_for_function("() => waits.length > 12")
        between.answering = False
        assert max(ada.page.evaluate("waits")) >= 9000  # 12 s, or up to a quarter less
        assert ada.wait()
        expect(state(ada)).to_be_empty()


def test_opening_a_table_again_after_a_lost_answer_is_idempotent(
    browser: Browser, house: House
) -> None:
    with visit(browser, house.address) as ada:
        ada.expected.append("ERR_FAILED")
        lost: list[str] = []

        def lose(route: Route) -> None:
            if route.request.method == "POST" and not lost:
                lost.append(route.fetch().json()["table"])
                route.abort()
            else:
                route.continue_()

        ada.go(f"/new/{OPEN}?mode=bots")
        ada.context.route("**/api/tables", lose)
        start = ada.page.get_by_role("button", name="Play", exact=True)
        start.click()
        ada.page.get_by_role("button", name="Try again").click()
        assert ada.wait()
        assert ada.page.url.endswith(f"/table/{lost[0]}")
        assert len(ada.call("GET", "/api/me/tables")["running"]) == 1


def test_an_outdated_page_reloads_itself(browser: Browser, house: House) -> None:
    """The server was given another page while the connection was down; the game goes on."""
    with visit(browser, house.address) as ada:
        ada.expected += UNKNOWN
        ada.open_table(OPEN)
        assert ada.wait()

        def newer(route: Route) -> None:
            """Answer what the page asks for as if another one were installed."""
            if route.request.is_navigation_request():
                return route.continue_()
            return route.fulfill(body='<script src="/assets/index-newer.js">')

        ada.page.route(f"{house.address}/", newer)
        with ada.page.expect_event("domcontentloaded"):
            lose_connection(ada)
        assert ada.wait()
        with pytest.raises(PlaywrightTimeout), ada.page.expect_event("load", timeout=1500):
            lose_connection(ada)
        assert ada.moves.count() > 0
