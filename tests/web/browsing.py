"""A person at a browser: the actions that the tests of the page are written in."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Request, expect
from playwright.sync_api import Error as PlaywrightError

from chromium import found as find_chromium
from samples import SAMPLES
from tablee.discovery import own_games

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "artefacts"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
ELSEWHERE = "table.example"  # a name of this machine other than localhost
FLAGS = [
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
SHORT = {name: sample.short for name, sample in SAMPLES.items()}
SEATS = {game.name: game.seats[0] for game in own_games()}
CROWD = {game.name: game.seats[-1] for game in own_games()}
PATIENCE = 60_000  # milliseconds; a busy machine is slow
expect.set_options(timeout=PATIENCE)
DOUBLE = 450  # milliseconds within which a second press in the same place counts as a double click
TITLES = {game.name: game.title for game in own_games()}


def chromium() -> str:
    """Return the path of the Chromium, or fail with advice."""
    path = find_chromium()
    if path is None:
        pytest.fail(
            "There is no Chromium for this test: `make test` installs one, and TABLEE_CHROMIUM "
            "names one of your own.",
            pytrace=False,
        )
    return path


class Visit:
    """A browser context with one page, which records errors."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.address = address
        self.page = page
        self.problems: list[str] = []
        self.expected: list[str] = []  # parts of expected problems
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda told: self._told(told.type, told.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        context.on("request", self.requested)

    def _told(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(f"{kind}: {text}")

    def requested(self, request: Request) -> None:
        own = (self.address, self.address.replace("http", "ws"), "blob:", "data:")
        if not request.url.startswith(own):
            self.problems.append(f"asks others: {request.url}")

    def trouble(self) -> list[str]:
        """Return the unexpected problems."""
        return [one for one in self.problems if not any(part in one for part in self.expected)]

    # --- navigating --------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page, and wait until it is drawn."""
        self.page.goto(f"{self.address}{path}")
        expect(self.page.locator("h1").first).to_be_attached()

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Make an HTTP call as the page does; as the browser itself where no page is open yet."""
        if self.page.url == "about:blank":
            answer = self.context.request.fetch(
                f"{self.address}{path}", method=method, data=body, headers={"Origin": self.address}
            )
            assert answer.ok, answer.text()
            return answer.json()
        found = self.page.evaluate(
            """async ([method, path, body]) => {
                const answer = await fetch(path, {method, body: body && JSON.stringify(body),
                    headers: body ? {"content-type": "application/json"} : {}});
                const text = await answer.text();
                return [answer.status, text];
            }""",
            [method, path, body],
        )
        status, text = found
        assert status < 300, found
        return json.loads(text) if text else None

    def arrive(self, name: str = "Ada") -> str:
        """Become a guest; return the id. No page is loaded if the browser can do without."""
        if self.page.url != "about:blank" or urlsplit(self.address).hostname != "localhost":
            self.go("/")
            self.page.wait_for_function("() => localStorage.getItem('known')")
            return str(self.call("PATCH", "/api/me", {"name": name})["id"])
        return str(self.call("POST", "/api/guest", {"name": name})["id"])

    def open_table(self, game: str, seats: list[str] | None = None, **settings: Any) -> str:
        """Open a table with the page's own request, and go there."""
        if self.page.url == "about:blank" and not self.context.cookies():
            self.arrive()
        wishes = seats or ["me", *["gentle"] * (SEATS[game] - 1)]
        body = {"game": game, "seats": wishes, "options": SHORT[game], **settings}
        table: str = self.call("POST", "/api/tables", body)["table"]
        self.go(f"/table/{table}")
        return table

    # --- playing -----------------------------------------------------------------------------

    @property
    def moves(self) -> Locator:
        return self.page.locator("button[data-move]")

    @property
    def result(self) -> Locator:
        return self.page.locator("section.result")

    def wait(self) -> bool:
        """Wait until I am to act or the game is over; return whether I am to act."""
        self.page.wait_for_function(
            """() => document.querySelector("section.result")
                || document.querySelector("button[data-move]")""",
            timeout=PATIENCE,
        )
        return self.result.count() == 0

    def play_by_key(self, random: Random) -> None:
        """Press the key of a random move."""
        keys = self.moves.evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-keyshortcuts'))"
        )
        self.page.keyboard.press(random.choice([key for key in keys if key]))

    def play_by_tab(self, random: Random) -> None:
        """Go to a random move with the Tab key, and press Enter."""
        moves = self.moves.evaluate_all("all => all.map((one) => one.dataset.move)")
        wanted = random.choice(moves)
        for _ in range(len(moves) + 40):
            if self.page.evaluate("document.activeElement.dataset.move") == wanted:
                return self.page.keyboard.press("Enter")
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached by Tab")

    def play_to_the_end(self, how: Callable[[Random], None], seed: int = 1, most: int = 400) -> int:
        """Play until there is a result; return how many moves were attempted."""
        random = Random(seed)
        for count in range(most):
            if not self.wait():
                return count
            with suppress(PlaywrightError):  # a highlighted move may be gone already
                how(random)
            self.page.wait_for_timeout(30)
        raise AssertionError(f"no end after {most} tries")

    # --- screen reader -----------------------------------------------------------------------

    def listen(self) -> None:
        """Record what is read aloud from now on."""
        self.page.evaluate(
            """() => {
                window.heard = [];
                for (const region of document.querySelectorAll("[aria-live]"))
                    new MutationObserver((changes) => changes.forEach((change) =>
                        change.addedNodes.forEach((node) => heard.push(node.textContent)))
                    ).observe(region, {childList: true});
            }"""
        )

    def heard(self) -> str:
        """Return what was read aloud since the last call, one announcement a line."""
        return "\n".join(self.page.evaluate("heard"))

    def log(self) -> list[str]:
        """Return the entries of the log."""
        lines = self.page.locator("aside.panel [role=tabpanel] li").all_inner_texts()
        return [piece.strip() for line in lines for piece in line.split(" · ")]

    # --- looks -------------------------------------------------------------------------------

    def shoot(self, name: str) -> None:
        """Save a screenshot to the folder artefacts, if TEST_PICTURES asks for it."""
        if os.environ.get("TEST_PICTURES"):
            self.keep_picture(name)

    def keep_picture(self, name: str) -> Path:
        """Save a screenshot to the folder artefacts; return its path."""
        ARTEFACTS.mkdir(exist_ok=True)
        path = ARTEFACTS / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def violations(self) -> list[str]:
        """Return the violations axe finds, once the page is drawn and its colours are stable."""
        expect(self.page.locator("h1").first).to_be_attached()
        self.page.wait_for_function(
            """() => document.getAnimations().every((one) => one.playState !== "running" ||
                one.effect.getComputedTiming().endTime === Infinity)"""
        )
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(
            """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
                .flatMap((one) => one.nodes.map((node) =>
                    `${one.id}: ${node.target} ${node.failureSummary}`))"""
        )
        return [re.sub(r"\s+", " ", one) for one in found]

    def drawn(self) -> None:
        """Wait until the page is laid out and drawn."""
        self.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def resize(self, size: dict[str, int]) -> None:
        """Resize the window."""
        self.page.set_viewport_size(size)  # type: ignore[arg-type]
        self.drawn()

    def sticks_out(self) -> int:
        """Return by how many pixels the page is wider than the window."""
        broad: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return broad


CONTEXTS: WeakKeyDictionary[Browser, dict[tuple[str, bool], list[BrowserContext]]]
CONTEXTS = WeakKeyDictionary()
"""Contexts for reuse, by language and touch: a later visit need not fetch and compile again what an
earlier one has, which is most of its work.
"""
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
KEPT = "local_storage,indexeddb,service_workers,cache_storage"


@contextmanager
def visit(
    browser: Browser,
    address: str,
    *,
    language: str = "en",
    size: dict[str, int] | None = None,
    fresh: bool = False,
    **settings: Any,
) -> Iterator[Visit]:
    """Open a browser; fail the test if anything went wrong in it.

    Nothing is left of earlier visits but the browser's HTTP cache, and with `fresh` not even that.
    """
    size = size or DESKTOP
    finger = size is PHONE
    idle = CONTEXTS.setdefault(browser, {}).setdefault((language, finger), [])
    if idle and not fresh:
        context = idle.pop()
    else:
        context = browser.new_context(
            viewport=PHONE if finger else DESKTOP,  # type: ignore[arg-type]
            locale=LOCALES[language],
            has_touch=finger,
        )
        context.new_page()  # an empty one stays, or the browser would drop much of its cache
    page = context.new_page()
    if size not in (PHONE, DESKTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
    cleared = {"origin": address, "storageTypes": KEPT}
    context.new_cdp_session(page).send("Storage.clearDataForOrigin", cleared)
    chosen = {"motion": "off", "lone": False, **settings}
    page.add_init_script(
        f"if (!localStorage.getItem('settings'))"
        f" localStorage.setItem('settings', '{json.dumps(chosen)}');"
    )
    found = Visit(context, page, address)
    try:
        yield found
        assert not found.trouble(), found.trouble()
    except BaseException:
        with suppress(PlaywrightError):
            ARTEFACTS.mkdir(exist_ok=True)
            name = re.sub(
                r"\W+", "-", os.environ.get("PYTEST_CURRENT_TEST", "visit").split("::")[-1]
            )
            page.screenshot(path=ARTEFACTS / f"failed-{name}-{language}.png", timeout=5000)
        context.close()
        raise
    if fresh:
        context.close()
        return
    context.remove_listener("request", found.requested)
    context.unroute_all(behavior="ignoreErrors")
    context.set_offline(False)
    for one in context.pages[1:]:
        one.close()
    context.clear_cookies()
    idle.append(context)
