"""Take screenshots of the boards in mid-game, from the running page.

`python tools/pictures.py FOLDER` starts a server, plays some turns of each game by keyboard against
bots, and writes FOLDER/GAME-WIDTHxHEIGHT-THEME.webp; `--game` and `--size` take only some of them.
`--boards FOLDER` also writes GAME.webp there, the board alone, for the README; `--phone FILE` also
writes the first of the games in the window of a phone.
"""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path
from random import Random

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import tablee
from chromium import found as find_chromium
from server.live import open_house
from web.browsing import FLAGS, visit

GAMES = {game.name: game for game in tablee.all_games()}
TURNS = 12  # of mine, before the screenshot
BOTS = 3  # at most
SIZES = {"1280x800": (1280, 800), "390x844": (390, 844), "360x640": (360, 640)}
THEMES = ("light", "dark")
KEYS = "1234"  # the first four moves
LARGEST, SMALL = 150_000, 40_000  # bytes of a window, and of a picture that a page opens with
ATTEMPTS = ((1, 80), (1, 60), (1, 45), (0.75, 60), (0.75, 45), (0.5, 70), (0.5, 50), (0.5, 30))
"""Scales and qualities, from the best to the smallest."""
SETTLED = 400  # milliseconds until animations are over
BOARD = """() => [...document.querySelectorAll("section.board .drawing svg")]
    .map((svg) => svg.getBoundingClientRect())
    .reduce((one, other) => one.width * one.height < other.width * other.height ? other : one)
    .toJSON()"""
"""The box of the largest drawing."""
MY_TURN = "() => document.title.startsWith('●')"


def main() -> None:
    """Play each game once, and take screenshots in each size and theme."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", choices=GAMES, nargs="+", default=list(GAMES))
    parser.add_argument("--size", choices=SIZES, nargs="+", default=list(SIZES))
    parser.add_argument("--boards", type=Path, help="a folder for pictures of the boards alone")
    parser.add_argument("--phone", type=Path, help="a file for the first game on a phone")
    asked = parser.parse_args()
    for folder in (asked.folder, asked.boards):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    with open_house() as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for game in asked.game:
            with visit(browser, house.address) as ada:
                bots = min(BOTS, GAMES[game].seats[-1] - 1)
                ada.open_table(game, ["me", *["casual"] * bots], options={})
                play(ada.page, TURNS)
                for size in asked.size:
                    photograph(ada.page, asked.folder / f"{game}-{size}", size)
                if asked.boards is not None:
                    photograph_board(ada.page, asked.boards / f"{game}.webp")
                if asked.phone is not None and game == asked.game[0]:
                    photograph_phone(ada.page, asked.phone)
        browser.close()


def play(page: Page, turns: int) -> None:
    """Make so many moves by key, and wait for the next turn."""
    random = Random(1)
    for _ in range(turns):
        page.wait_for_function(MY_TURN)
        page.wait_for_timeout(SETTLED)
        page.keyboard.press(random.choice(KEYS))
        page.wait_for_timeout(SETTLED)
    page.wait_for_function(MY_TURN)


def photograph(page: Page, path: Path, size: str) -> None:
    """Take screenshots of the page in a window of this size, in each theme."""
    show(page, size)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.wait_for_timeout(SETTLED)
        path.with_name(f"{path.name}-{theme}.webp").write_bytes(webp(page, LARGEST))


def photograph_board(page: Page, path: Path) -> None:
    """Take a screenshot of the board alone, in a large window."""
    show(page, "1280x800")
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(SETTLED)
    path.write_bytes(webp(page, SMALL, page.evaluate(BOARD)))


def photograph_phone(page: Page, path: Path) -> None:
    """Take a screenshot of the page in the window of a phone."""
    show(page, "390x844")
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(SETTLED)
    path.write_bytes(webp(page, SMALL))


def show(page: Page, size: str) -> None:
    """Load the table in a window of this size, and wait for the board."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.reload()
    page.locator("section.board .drawing > *").wait_for()
    page.wait_for_function(MY_TURN)


def webp(page: Page, largest: int, box: dict[str, float] | None = None) -> bytes:
    """Return the window, or a box in it, as WebP in the best quality within so many bytes."""
    devtools = page.context.new_cdp_session(page)
    size = page.viewport_size
    assert size is not None
    for scale, quality in ATTEMPTS:
        clip = {"x": 0, "y": 0, **size, **(box or {}), "scale": scale}
        wanted = {"format": "webp", "quality": quality, "clip": clip}
        picture = base64.b64decode(devtools.send("Page.captureScreenshot", wanted)["data"])
        if len(picture) <= largest:
            return picture
    raise ValueError(f"no picture of {size} within {largest} bytes")


if __name__ == "__main__":
    main()
