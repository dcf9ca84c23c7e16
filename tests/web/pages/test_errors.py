"""Errors say what happened and offer the next step; a move made offline is kept."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from samples import BOARDS, OPEN, title
from server.live import House, open_house

from ..browsing import PHONE, Visit, visit

pytestmark = pytest.mark.slow

NOBODYS = "0" * 32


def link(one: Visit, name: str) -> Locator:
    return one.page.locator("main").get_by_role("link", name=name)


@pytest.mark.parametrize("path", [f"/table/{NOBODYS}", "/table/mistyped", "/replay/mistyped"])
def test_a_wrong_table_code_offers_the_next_step(path: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE) as ada:
        ada.page.goto(f"{house.address}{path}")
        expect(ada.page.locator("main h1")).to_have_text("Table not found")
        expect(ada.page.locator("main")).to_contain_text("Check the link")
        assert not ada.violations()
        link(ada, "Back to the games").click()
        expect(ada.page.locator(f"article[data-game={BOARDS}]")).to_be_visible()


@pytest.mark.parametrize("folder", ["new", "learn", "rules", "leaderboard"])
def test_an_unknown_game_offers_the_next_step(folder: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        ada.expected.append("404 (Not Found)")  # it has no texts
        ada.page.goto(f"{house.address}/{folder}/backgammon")
        expect(ada.page.locator("main h1")).to_have_text("Ce jeu n’existe pas")
        assert not ada.violations()
        link(ada, title(BOARDS)).click()
        expect(ada.page.locator("main h1")).to_contain_text(title(BOARDS))


def test_a_closed_table_says_so(browser: Browser, house: House) -> None:
    host = house.guest("Host")
    table = host.table(seats=("me", "open"))
    with host.socket() as socket, visit(browser, house.address) as ada:
        assert socket.command("close", table)["do"] == "done"
        ada.page.goto(f"{house.address}/table/{table}")
        expect(ada.page.locator("main h1")).to_have_text("This table is closed")
        expect(ada.page.locator("main")).to_contain_text("closed it before the game started")
        link(ada, "New table").click()
        expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_late_visitor_sees_the_result(browser: Browser, house: House) -> None:
    host = house.guest("Host")
    table = host.table(seats=("me", "gentle"))
    with host.socket() as socket, visit(browser, house.address) as ada:
        assert socket.command("resign", table, seat=1)["do"] == "done"
        ada.page.goto(f"{house.address}/table/{table}")
        expect(ada.result).to_be_visible()
        for name in ("Replay", "Review"):
            expect(ada.result.get_by_role("link", name=name)).to_be_visible()
        ada.result.get_by_role("link", name="New table").click()
        expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("path", "start"), [(f"/new/{OPEN}?mode=bots", "Play"), (f"/learn/{OPEN}", "Begin")]
)
def test_a_rate_limited_start_counts_down_and_can_be_retried(
    path: str, start: str, browser: Browser, house: House
) -> None:
    """Once the countdown is over, one more press starts the game."""
    with visit(browser, house.address) as ada:
        ada.expected.append("status of 429")
        asked: list[str] = []

        def limit(route: Route) -> None:
            if route.request.method != "POST" or asked:
                route.continue_()
                return
            asked.append(route.request.url)
            why = {"key": "serve.too_fast", "values": {"seconds": 2}}
            problem = {"why": why, "paragraph": None, "instead": list[str]()}
            route.fulfill(status=429, content_type="application/json", body=json.dumps(problem))

        ada.go(path)
        ada.context.route("**/api/tables", limit)
        ada.page.locator("main").get_by_role("button", name=start, exact=True).click()
        expect(ada.page.locator(".retry")).to_contain_text("Too many requests. Wait 2 s")
        again = ada.page.locator(".retry button")
        expect(again).to_be_disabled()
        expect(again).to_have_text("Try again")
        assert not ada.violations()
        again.click()
        assert ada.wait()


def test_an_unreachable_server_is_reported(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.expected += ["ERR_FAILED"]
        ada.go("/")
        ada.page.wait_for_function("() => localStorage.getItem('known')")
        away = [True]
        ada.context.route("**/api/**", lambda route: route.abort() if away else route.continue_())
        ada.page.locator(f"article[data-game={OPEN}]").get_by_role(
            "link", name=f"Play {title(OPEN)}"
        ).click()
        expect(ada.page.locator(".retry")).to_contain_text("The server can’t be reached")
        away.clear()
        ada.page.locator(".retry button").click()
        expect(ada.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_move_made_during_an_outage_is_sent_later(
    language: str, browser: Browser, house: House
) -> None:
    """The page says that it is kept, sends it once, and says that, too."""
    with visit(browser, house.address, language=language) as ada:
        ada.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection", "fetching the script"]
        table = ada.open_table(BOARDS, ["me", "gentle", "gentle"])
        assert ada.wait()
        before = moves_made(ada, table)
        ada.context.set_offline(True)
        expect(ada.page.locator("header .middle")).not_to_be_empty()
        name = ada.moves.first.locator("strong").inner_text()
        ada.moves.first.press("Enter")
        kept = ada.page.locator("section.controls .kept")
        expect(kept).to_contain_text({"en": "is kept", "fr": "est gardé"}[language])
        expect(kept).to_contain_text(name)
        assert not ada.violations()
        ada.shoot(f"move-kept-{language}")
        ada.context.set_offline(False)
        toast = ada.page.locator(".toast")
        expect(toast).to_contain_text({"en": "has been sent", "fr": "a été envoyé"}[language])
        expect(toast).to_contain_text(name)
        expect(kept).to_have_count(0)
        assert ada.wait()
        assert moves_made(ada, table) == before + 1


def test_a_failed_stylesheet_is_fetched_again(browser: Browser, house: House) -> None:
    """A dialog fetched during an outage gets its styles later."""
    with visit(browser, house.address) as ada:
        ada.expected.append("ERR_FAILED")
        away = [True]

        def lose(route: Route) -> None:
            route.abort() if away else route.continue_()

        ada.context.route("**/assets/Dialog-*.css", lose)
        with ada.page.expect_event(  # it is prefetched once the page is idle
            "requestfailed", lambda request: "/Dialog-" in request.url
        ):
            ada.open_table(OPEN)
        away.clear()
        ada.page.get_by_role("button", name="More at this table").click()
        ada.page.get_by_role("menuitem", name="Resign").click()
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        ada.page.wait_for_function(
            """() => [...document.styleSheets].some((one) =>
                one.href?.includes("/Dialog-") && one.cssRules.length)"""
        )


def moves_made(ada: Visit, table: str) -> int:
    """Return how many moves the first seat has made, according to the server."""
    lines: int = ada.page.evaluate(
        """(table) => new Promise((done) => {
            const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
            socket.onmessage = ({data}) => {
                const told = JSON.parse(data);
                const watch = {do: "watch", table, since: 0};
                if (told.do === "welcome") socket.send(JSON.stringify(watch));
                if (told.do !== "update") return;
                socket.close();
                const mine = (one) => one.what === "move" && one.told?.some(({seat}) => seat === 1);
                done(told.news.filter(mine).length);
            };
        })""",
        table,
    )
    return lines


def test_a_rate_limit_on_arrival_is_explained_and_can_be_retried(browser: Browser) -> None:
    with open_house(guests_an_hour="1") as full:
        full.guest("Ada")
        with visit(browser, full.address, size=PHONE) as bob:
            bob.expected.append("429")
            bob.page.goto(f"{full.address}/new/{OPEN}")
            expect(bob.page.locator(".retry")).to_contain_text(
                "Too many new players from your network. Wait"
            )
            expect(bob.page.locator(".retry button")).to_be_disabled()
            assert bob.sticks_out() <= 0
