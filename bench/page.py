"""The speed of the page in a real Chromium, with a real `tablee serve`: `python bench/page.py`.

    wire          the updates of a whole random match, for four players in all: bytes in each form
    weight        what is fetched from the home page to the board of a new table, with its fonts; by
                  Brotli, which browsers accept over HTTPS and from localhost only, and by gzip
    first board   from opening an address until its board is painted, with a warm server and an
                  empty browser cache
    a move        from the key until it is painted, and until the server has answered
    motion        a full table of the game with the most seats: a card flies, a column goes; frames
                  a second, the longest time without one, and the cost of a frame to the page

Machines are shared and noisy, and there is no graphics card: of several tries the best counts. The
browser counts the main thread's work on a frame in processor time, so that other programs do not
count; below 16.7 ms it leaves room for 60 frames a second.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

import tablee
from load_house import open_house
from tablee.server import wire
from tablee.server.core.rooms.entries import Begun, Entry, Identity, Played
from tablee.server.core.rooms.opening import header_of, open_room
from tablee.server.core.rooms.room import Room
from tablee.server.core.views.redaction import update
from tablee.server.core.views.viewers import Shared, Viewer
from tablee.table import CHANCE, ChanceCame, Match, Stage

ROOT = Path(__file__).parents[1]
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
GAMES = {game.name: min(4, game.seats[-1]) for game in tablee.all_games()}  # and seats
WARM_UP = 90.0  # seconds, at most, until the bots are compiled
CODINGS = {"br": "Brotli", "gzip": "gzip"}
PATIENCE = 300.0  # seconds until bots have played a match
FRAME = 1000 / 60
LATE = 1.5 * FRAME  # milliseconds after which a frame is missing
WATCH = """
    window.bench = {};
    const painted = (what) =>
        requestAnimationFrame(() => requestAnimationFrame(() => (bench[what] = performance.now())));
    const look = () => document.querySelector("section.board .drawing svg")
        ? painted("board") : requestAnimationFrame(look);
    requestAnimationFrame(look);
    addEventListener("keydown", () => {
        bench = {pressed: performance.now()};
        painted("shown");
    }, true);
    const Socket = WebSocket;
    window.WebSocket = class extends Socket {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", ({data}) => {
                if (!bench.pressed || bench.heard || !data.includes('"update"')) return;
                bench.heard = performance.now();
            });
        }
    };
"""
RECORD = """
    async (length) => {
        const times = [];
        let on = true;
        const tick = (time) => { times.push(time); if (on) requestAnimationFrame(tick); };
        requestAnimationFrame(tick);
        const key = new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true});
        document.body.dispatchEvent(key);
        await new Promise((done) => setTimeout(done, length));
        on = false;
        return times;
    }
"""


@dataclass(frozen=True)
class Motion:
    """Measurements of an animation; times in milliseconds."""

    frames: int
    a_second: float
    longest: float  # between two frames
    late: int  # missing frames
    busy: float  # of the main thread, for a frame: everything
    style: float  # of that, style and layout


def chromium() -> str:
    """Return where Chromium is."""
    finder = [sys.executable, str(ROOT / "tools" / "chromium.py")]
    return subprocess.run(finder, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def visit(browser: Browser, motion: str, cookies: Any = None) -> Iterator[Page]:
    """Open a page with an empty cache; with cookies as a known person."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(
        f"""localStorage.setItem("settings", '{{"motion": "{motion}"}}');{WATCH}"""
    )
    if cookies:
        context.add_cookies(cookies)
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    yield page
    context.close()


def enter(page: Page, address: str) -> None:
    """Enter through the home page, as a new guest."""
    page.goto(address)
    page.locator("header a[href='/account'] svg").wait_for()
    page.wait_for_function("() => localStorage.getItem('known')")


def call(page: Page, method: str, path: str, body: object = None) -> Any:
    """Make an HTTP call, as the page does."""
    return page.evaluate(
        """async ([method, path, body]) => (await fetch(path, {
            method, body: body && JSON.stringify(body),
            headers: {"content-type": "application/json"}})).json()""",
        [method, path, body],
    )


def new_table(page: Page, game: str, seats: int) -> str:
    """Return the id of a new table, against bots."""
    wishes = ["me", *["gentle"] * (seats - 1)]
    table: str = call(page, "POST", "/api/tables", {"game": game, "seats": wishes})["table"]
    return table


def weigh(browser: Browser, address: str, game: str, seats: int, coding: str) -> list[int]:
    """Return the bytes of each file fetched on the way from the home page to a board."""
    fetched: list[Request] = []
    with visit(browser, "off") as page:
        page.set_extra_http_headers({"Accept-Encoding": coding})
        page.on("requestfinished", lambda request: fetched.append(request))
        enter(page, address)
        page.goto(f"{address}/table/{new_table(page, game, seats)}")
        page.wait_for_function("() => bench.board")
        found = {one.url.removeprefix(address): one for one in reversed(fetched)}
        files = [one for name, one in found.items() if not name.startswith("/api/")]
        return [one.sizes()["responseBodySize"] for one in files]


def first_board(browser: Browser, address: str, game: str, seats: int, tries: int) -> list[float]:
    """Return the milliseconds until the board of a table is painted, each in a fresh browser."""
    with visit(browser, "normal") as page:
        enter(page, address)
        table = new_table(page, game, seats)
        cookies = page.context.cookies()
    times = []
    for _ in range(tries):
        with visit(browser, "normal", cookies) as page:
            page.goto(f"{address}/table/{table}")
            page.wait_for_function("() => bench.board")
            times.append(page.evaluate("bench.board"))
    return times


def answers(browser: Browser, address: str, tries: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds until a move is answered, and until it is painted."""
    heard, shown = [], []
    with visit(browser, "off") as page:
        enter(page, address)
        settings = {"game": next(iter(GAMES)), "seats": ["me", "me"]}
        table = call(page, "POST", "/api/tables", settings)["table"]
        page.goto(f"{address}/table/{table}")
        page.locator("button[data-move]").first.wait_for(state="attached")
        for _ in range(tries):
            page.keyboard.press("1")
            page.wait_for_function("() => bench.shown && bench.heard")
            page.locator("button[data-move]").first.wait_for(state="attached")
            pressed, came, seen = page.evaluate("[bench.pressed, bench.heard, bench.shown]")
            heard.append(came - pressed)
            shown.append(seen - pressed)
    return heard, shown


def matches(page: Page) -> Iterator[tuple[str, list[Any]]]:
    """Yield matches between bots of the game with the most seats, with all events."""
    game = max(tablee.all_games(), key=lambda one: one.seats[-1])
    body = {"game": game.name, "seats": ["club"] * game.seats[-1], "options": {"rounds": 1}}
    while True:
        table = call(page, "POST", "/api/tables", body)["table"]
        until = time.monotonic() + PATIENCE
        while call(page, "GET", f"/api/tables/{table}")["stage"] != "over":
            if time.monotonic() > until:
                raise TimeoutError("the bots do not come to an end")
            time.sleep(1)
        yield table, call(page, "GET", f"/api/tables/{table}/replay")["events"]


def flies(event: Any) -> bool:
    """Return whether a card is put down, and nothing else happens."""
    return bool(event["text"].startswith("swap") and len(told(event)) == 1)


def flows(event: Any) -> bool:
    """Return whether a column goes."""
    return any(key.endswith("column_goes") for key in told(event))


def told(event: Any) -> list[str]:
    """Return which sentences tell of an event."""
    return [said["key"] for one in event.get("told", []) for said in one["says"]]


def find(page: Page, wanted: Callable[[Any], bool]) -> tuple[str, int]:
    """Return a table, and the number of its first event of that kind."""
    for table, events in matches(page):
        for event in events:
            if wanted(event):
                return table, event["number"]
    raise LookupError


def watch(context: BrowserContext, page: Page, address: str, length: int) -> Motion:
    """Measure a replay that goes one event further."""
    page.goto(address)
    page.locator(".stage .table").wait_for()
    page.wait_for_timeout(700)  # the page is idle
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})  # warm-up tries do not count
    before = metrics(session)
    times = page.evaluate(RECORD, length)
    after = metrics(session)
    gaps = [late - early for early, late in pairwise(times)]
    spent = {name: 1000 * (after[name] - before[name]) / len(times) for name in before}
    return Motion(
        len(times),
        1000 * len(gaps) / sum(gaps),
        max(gaps),
        sum(gap > LATE for gap in gaps),
        spent["TaskDuration"],
        spent["RecalcStyleDuration"] + spent["LayoutDuration"],
    )


def metrics(session: Any) -> dict[str, float]:
    """Return Chromium's counters for a page, in seconds."""
    wanted = ("TaskDuration", "RecalcStyleDuration", "LayoutDuration")
    found = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found if one["name"] in wanted}


# --- bytes on the wire ---------------------------------------------------------------------------


def print_wire() -> None:
    """Print the bytes that four players are sent in a match, by the form they ask for."""
    forms = get_args(wire.Form)
    print("| wire | updates |", " | ".join(f"{form}, kB" for form in forms), "|")
    print("|---|---|" + "---|" * len(forms))
    for game, seats in GAMES.items():
        rooms = random_match(game, seats)
        sizes = [sum(map(len, updates(rooms, form))) for form in forms]
        in_kb = " | ".join(f"{size / 1000:,.0f}" for size in sizes)
        print(f"| {game} | {seats * (len(rooms) - 1)} | {in_kb} |")


def random_match(game: str, seats: int) -> list[Room]:
    """Return a table after each entry of its log: a random match, with the usual options."""
    lot = random.Random(1)
    host = Identity("f" * 32, "Player")
    table = open_room(wire.Settings(game, ["me"] * seats), host, bytes(32))
    rooms = [Room.opened("f" * 32, Entry(1, 0, "open", table))]
    match = settled(Match.open(header_of(rooms[0])).begin(0), lot)
    payload: Any = Begun(match.header.to_json(), happened(match))
    while True:
        seq = rooms[-1].seq + 1
        rooms.append(rooms[-1].apply(Entry(seq, 0, str(seq), payload)))
        if match.stage != Stage.PLAYING:
            return rooms
        known = len(match.events)
        match = settled(match.play(match.to_act, lot.choice(match.position.moves()), 0), lot)
        payload = Played(happened(match)[known:])


def happened(match: Match) -> list[Any]:
    """Return all events of a match."""
    return list(match.events)


def settled(match: Match, lot: random.Random) -> Match:
    """Let chance come until a seat is to act."""
    while match.stage == Stage.PLAYING and match.to_act == CHANCE:
        chances = match.position.chances()
        outcome = lot.choices(list(chances), list(chances.values()))[0]
        match = match.apply(ChanceCame(outcome, at=0)).settle(0)
    return match


def updates(rooms: list[Room], form: wire.Form) -> Iterator[bytes]:
    """Yield what each seat is sent after each entry."""
    for room in rooms[1:]:
        shared = Shared()
        for seat, held in enumerate(room.holdings, 1):
            viewer = Viewer(held.person, seat, form)
            yield update(room, [room], viewer, room.seq - 1, 0, shared).encode()


# --- all of it -----------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tries", type=int, default=8)
    tries = parser.parse_args().tries
    with open_house(WARM_UP) as house, sync_playwright() as playwright:
        address = f"http://localhost:{house.port}"
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        print_wire()
        print("\n| weight | files |", " | ".join(f"{name}, kB" for name in CODINGS.values()), "|")
        print("|---|---|---|---|")
        for game, seats in GAMES.items():
            found = [weigh(browser, address, game, seats, coding) for coding in CODINGS]
            print(f"| {game} | {len(found[0])} |", end=" ")
            print(" | ".join(f"{sum(sizes) / 1000:.1f}" for sizes in found), "|")
        print("\n| first board | best, ms | of all tries, ms |\n|---|---|---|")
        for game, seats in GAMES.items():
            times = sorted(first_board(browser, address, game, seats, tries))
            print(f"| {game} | {times[0]:.0f} | {', '.join(f'{one:.0f}' for one in times[1:])} |")
        heard, shown = map(sorted, answers(browser, address, 4 * tries))
        print("\n| a move | best, ms | median, ms | slowest, ms |\n|---|---|---|---|")
        for name, times in (("answered", heard), ("painted", shown)):
            print(f"| {name} | {times[0]:.1f} | {times[len(times) // 2]:.1f} | {times[-1]:.1f} |")
        print(
            "\n| motion | frames/s | longest gap, ms | late | busy, ms | of it style and layout |"
        )
        print("|---|---|---|---|---|---|")
        with visit(browser, "normal") as page:
            enter(page, address)
            for name, wanted, length in (
                ("a card flies", flies, 700),
                ("a column goes", flows, 1600),
            ):
                table, event = find(page, wanted)
                there = f"{address}/replay/{table}?event={event - 1}"
                seen = [watch(page.context, page, there, length) for _ in range(tries)]
                best = min(seen, key=lambda one: (one.late, one.longest))
                print(
                    f"| {name} | {best.a_second:.1f} | {best.longest:.1f} | {best.late} of "
                    f"{best.frames} | {min(one.busy for one in seen):.1f} | "
                    f"{min(one.style for one in seen):.1f} |"
                )
        browser.close()


if __name__ == "__main__":
    main()
