"""The page as a static site: with only a file server, and then without any network."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from struct import unpack
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Route, expect

from samples import BOARDS, HANDS, OPEN
from tablee.bots.levels import player
from tablee.cli.output import site
from tablee.kernel.dice import dice_for
from tablee.refusals import Refusal
from tablee.table import Match, verify
from tablee.table.events import SecretShown
from tablee.table.fair import seed_for
from tablee.words import say

from ..browsing import DOUBLE, PHONE, SEATS, TITLES, Visit, visit
from .steps import open_table, wait_until_cached

pytestmark = pytest.mark.slow

PREFIX = "/any/where"
COMPARED = 16  # moves and outcomes of a match, with what bots do elsewhere


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder by a plain file server; yield its address."""
    handler = partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site in a folder of a host; yield its address."""
    root = tmp_path_factory.mktemp("host")
    site.write(root / PREFIX[1:])
    with serving(root) as host:
        yield host + PREFIX


def differing_moves(match: Match) -> list[tuple[int, str, str]]:
    """Return the first moves of bots that differ from those of the server's bots."""
    secret = next(bytes.fromhex(one.secret) for one in match.events if isinstance(one, SecretShown))
    found = []
    for event, seat, move, position in [*match.plies()][:COMPARED]:
        level = match.header.seats[seat - 1].level if seat > 0 else None
        if level is not None:
            dice = dice_for(seed_for(secret, f"bot {seat}"), match=event - 1)
            theirs = player(level, match.header.game).choose(position.view(seat), dice)
            if theirs != move:
                found.append((event, move, theirs))
    return found


@pytest.mark.parametrize("game", list(SEATS))
def test_each_game_is_played_against_master(
    game: str, browser: Browser, address: str, tmp_path: Path
) -> None:
    """It is played to its end, and Python verifies the saved file."""
    with visit(browser, address, confirm="never") as ada:
        open_table(ada, "/#", game, "master")
        assert ada.play_to_the_end(ada.play_by_key) > 0
        ada.page.get_by_role("button", name=say("web.table_menu", "en")).click()
        with ada.page.expect_download() as saved:
            ada.page.get_by_role("menuitem", name=say("web.transcript", "en")).click()
        file = tmp_path / "match.tablee"
        saved.value.save_as(file)
        report = verify(file.read_bytes())
        assert report.findings == ()
        assert report.transcript is not None
        assert differing_moves(Match.replay(report.transcript)) == []
        ada.page.get_by_role("link", name=say("web.verify_dice", "en")).click()
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()


def test_the_site_works_without_a_network(browser: Browser, address: str) -> None:
    """A game continues after a reload, is played to its end, and can be replayed."""
    with visit(browser, address, size=PHONE, confirm="never") as ada:
        ada.go("/")
        wait_until_cached(ada)
        ada.context.set_offline(True)
        open_table(ada, "/#", BOARDS, "gentle")
        random = Random(3)
        for _ in range(2):
            assert ada.wait()
            ada.play_by_key(random)
        assert ada.wait()
        before = ada.moves.all_inner_texts()
        ada.page.reload()
        assert ada.wait()
        assert ada.moves.all_inner_texts() == before
        assert ada.violations() == []
        assert ada.sticks_out() == 0
        ada.shoot("offline-phone")
        assert ada.play_to_the_end(ada.play_by_key) > 0
        ada.page.get_by_role("link", name=say("web.replay", "en"), exact=True).click()
        ada.page.wait_for_url("**/#/replay/*")
        expect(ada.page.locator(".stage .board svg").first).to_be_attached()
        slider = ada.page.get_by_role("slider").first
        ada.page.keyboard.press("Home")
        expect(slider).to_have_value("0")
        ada.page.keyboard.press("ArrowRight")
        expect(slider).to_have_value("1")
        ada.go("/")
        ada.page.get_by_role("link", name=say("web.rules", "en")).first.click()
        expect(ada.page.get_by_role("searchbox")).to_be_visible()
        ada.context.set_offline(False)


def test_the_first_game_with_notes_works_on_a_site(browser: Browser, address: str) -> None:
    with visit(browser, address, language="fr") as ada:
        ada.go("/")
        wait_until_cached(ada)
        ada.context.set_offline(True)
        ada.go(f"/#/learn/{BOARDS}")
        ada.page.get_by_role("button", name=say("learn.begin", "fr")).click()
        expect(ada.page.locator(".guide")).to_be_visible()
        assert ada.wait()
        ada.play_by_key(Random(1))
        assert ada.wait()
        assert ada.violations() == []
        ada.context.set_offline(False)


def test_the_device_is_passed_on(browser: Browser, address: str) -> None:
    """Around one screen a curtain hides a hand until the next player lifts it."""
    with visit(browser, address, confirm="never") as both:
        both.go(f"/#/new/{HANDS}?mode=screen")
        both.page.get_by_role("button", name=say("web.play", "en"), exact=True).click()
        curtain, seen = both.page.locator(".curtain"), set()
        for _ in range(4):
            expect(curtain.or_(both.moves.first).first).to_be_visible()
            if curtain.count():
                seen.add(curtain.inner_text())
                assert both.moves.count() == 0
                curtain.get_by_role("button").first.click()
            both.wait()
            both.moves.first.press("Enter")
            both.page.wait_for_timeout(DOUBLE)
        assert len(seen) > 1


def test_the_site_can_be_installed(browser: Browser, address: str) -> None:
    """The manifest and its icons lie in the folder of the site, as the browser reads them."""
    with visit(browser, address) as ada:
        ada.go("/")
        session = ada.context.new_cdp_session(ada.page)
        found = session.send("Page.getAppManifest")
        assert found["url"] == f"{address}/manifest.webmanifest"
        assert found["errors"] == []
        manifest = json.loads(found["data"])
        assert urljoin(found["url"], manifest["start_url"]) == f"{address}/"
        assert urljoin(found["url"], manifest["scope"]) == f"{address}/"
        for icon in manifest["icons"]:
            answer = ada.context.request.get(urljoin(found["url"], icon["src"]))
            assert answer.ok
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                size = unpack(">II", answer.body()[16:24])
                assert "x".join(map(str, size)) == icon["sizes"]
        for link in ada.page.locator("link[rel=icon], link[rel=apple-touch-icon]").all():
            assert ada.context.request.get(link.evaluate("(one) => one.href")).ok


def test_an_open_page_outlives_a_newer_site(browser: Browser, tmp_path: Path) -> None:
    """It goes on with its cached files; a reload brings the newer ones, and the game is kept."""
    site.write(tmp_path)
    with serving(tmp_path) as address, visit(browser, address) as ada:
        ada.go("/")
        wait_until_cached(ada)
        renew(tmp_path)
        open_table(ada, "/#", BOARDS, "gentle")
        assert ada.wait()
        ada.play_by_key(Random(3))
        assert ada.wait()
        before = ada.moves.all_inner_texts()
        ada.page.reload()
        assert ada.wait()
        assert ada.moves.all_inner_texts() == before
        assert ada.page.locator("script[src*=-newer]").count() == 1


def renew(folder: Path) -> None:
    """Make a newer site of a site: all its scripts have other names."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    names = {file.name: f"{file.stem}-newer.js" for file in files if file.suffix == ".js"}
    names.pop("service-worker.js")
    for file in files:
        if file.suffix in (".js", ".html", ".json", ".css"):
            text = file.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            file.write_text(text, "utf-8")
        if file.name in names:
            file.rename(file.with_name(names[file.name]))


def test_a_hint_without_a_server(browser: Browser, address: str) -> None:
    """The coach runs in the worker, and rates all moves."""
    with visit(browser, address, coach=True) as ada:
        open_table(ada, "/#", OPEN, "gentle")
        assert ada.wait()
        moves = ada.moves.count()
        ada.page.get_by_role("button", name=say("web.hint", "en")).click()
        expect(ada.page.locator(".coach ol button")).to_have_count(moves)
        expect(ada.page.locator(".coach .why li")).to_have_count(1)
        assert ada.violations() == []


def simulate_less(route: Route) -> None:
    """Let the coach be content with fewer simulations than usual."""
    script = route.fetch().text()
    route.fulfill(
        content_type="text/javascript", body=re.sub(r"\breview:\d[\de]*", "review:3e4", script)
    )


def test_a_review_without_a_server(browser: Browser, address: str) -> None:
    """It is made in workers of its own, in the browser alone."""
    with visit(browser, address, confirm="never") as ada:
        ada.context.route("**/assets/*.js", simulate_less)
        open_table(ada, "/#", OPEN, "gentle")
        assert ada.play_to_the_end(ada.play_by_key) > 0
        ada.page.get_by_role("link", name=say("web.review", "en")).click()
        chances = ada.page.get_by_role("heading", name=say("coach.review_chances", "en"))
        expect(chances).to_be_visible()
        expect(ada.page.locator("section[aria-labelledby=ledger] table")).to_be_visible()
        assert ada.violations() == []
        ada.shoot("site-review")


def test_only_features_without_a_server_are_offered(browser: Browser, address: str) -> None:
    with visit(browser, address, language="fr") as ada:
        ada.go("/")
        hrefs = ada.page.locator("a[href]").evaluate_all("all => all.map((one) => one.href)")
        for part in ("leaderboard", "account", "mode=link", "/api/"):
            assert not [href for href in hrefs if part in href]
        assert ada.violations() == []
        ada.go("/#/account")
        expect(ada.page.get_by_role("link", name=say("web.go_home", "fr"))).to_be_visible()
        ada.go("/#/about")
        expect(ada.page.get_by_text(say("after.about_data_here", "fr"))).to_be_visible()
        assert ada.page.locator("a[download]").count() == 0


def without(ada: Visit, thing: str) -> None:
    """Let the worker be that of a browser that lacks something."""
    ada.page.route(
        "**/assets/worker-*.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body=f"Object.defineProperty(self, '{thing}', {{value: undefined}}); "
            + route.fetch().text(),
        ),
    )


def test_the_site_explains_missing_webassembly(browser: Browser, address: str) -> None:
    with visit(browser, address) as ada:
        without(ada, "WebAssembly")
        open_table(ada, "/#", BOARDS, "gentle")
        expect(ada.page.get_by_text(say("offline.no_webassembly", "en"))).to_be_visible()


def test_play_continues_where_nothing_can_be_stored(browser: Browser, address: str) -> None:
    with visit(browser, address) as ada:
        without(ada, "indexedDB")
        open_table(ada, "/#", BOARDS, "gentle")
        expect(ada.page.get_by_text(say("offline.not_kept", "en")).last).to_be_visible()
        assert ada.wait()
        ada.play_by_key(Random(2))
        assert ada.wait()


def test_a_damaged_game_is_named_and_set_aside(browser: Browser, address: str) -> None:
    with visit(browser, address) as ada:
        open_table(ada, "/#", BOARDS, "gentle")
        assert ada.wait()
        ada.page.reload()
        assert ada.wait()  # and nothing more is being kept
        when = ada.page.evaluate(
            """() => new Promise((done) => {
                indexedDB.open("tablee").onsuccess = ({target: {result}}) => {
                    const change = result.transaction("games", "readwrite");
                    let when = "";
                    change.oncomplete = () => done(when);
                    const cursor = change.objectStore("games").openCursor();
                    cursor.onsuccess = ({target: {result: found}}) => {
                        const saved = found.value;
                        found.update({...saved, text: saved.text.replace("seats", "seat")});
                        when = new Date(saved.info.changed).toISOString().slice(0, 10);
                    };
                };
            })"""
        )
        ada.page.reload()
        damaged = say("offline.save_damaged", "en", title=TITLES[BOARDS], when=when)
        expect(ada.page.get_by_text(damaged)).to_be_visible()
        ada.page.get_by_role("link", name=say("web.go_home", "en")).click()
        expect(ada.page.get_by_role("heading", name=TITLES[BOARDS])).to_be_visible()
        assert ada.page.get_by_role("heading", name=say("web.my_games", "en")).count() == 0


def test_a_site_is_overwritten_but_no_other_folder(tmp_path: Path) -> None:
    site.write(tmp_path / "site")
    (tmp_path / "site" / "assets" / "old.js").write_text("")
    count, size = site.write(tmp_path / "site")
    files = json.loads((tmp_path / "site" / site.LIST).read_text())
    assert count == len(files) + 1
    assert size == sum((tmp_path / "site" / file).stat().st_size for file in files)
    assert not (tmp_path / "site" / "assets" / "old.js").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("keep me")
    with pytest.raises(Refusal, match="other is not empty"):
        site.write(other)
    assert [file.name for file in other.iterdir()] == ["letter.txt"]
