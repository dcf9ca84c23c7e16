"""The board fills the screen at every size over whole games, with all of the game visible."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Error as PlaywrightError

from samples import BOARDS, OPEN
from server.live import House

from ..browsing import CROWD, DESKTOP, PHONE, SEATS, visit
from ..measuring import CHOICES, LIMITS, checks, faults, hold, measured, resize
from ..touching import Hand

pytestmark = pytest.mark.slow


Seen = dict[str, set[str]]


@pytest.mark.parametrize("game", SEATS)
def test_the_board_fills_the_screen_over_a_whole_game(
    game: str, browser: Browser, house: House
) -> None:
    """Against three bots, if there is room for them, it keeps its size to the last move."""
    seen: Seen = {size: set() for size in LIMITS}
    sizes = cycle(LIMITS)
    with visit(browser, house.address, language="fr", size=PHONE) as ada:
        ada.open_table(game, ["me", *["gentle"] * (min(4, CROWD[game]) - 1)])

        def measure_and_play(random: Random) -> None:
            for size in (next(sizes), next(sizes)):
                with suppress(PlaywrightError):  # a bot's move may come between two looks
                    seen[size].add(hold(ada, game, size))
            ada.play_by_key(random)

        assert ada.play_to_the_end(measure_and_play) >= len(LIMITS) / 2
    for size, boards in seen.items():
        assert len(boards) == 1 or LIMITS[size].zoom > 100, (size, boards)


@pytest.mark.parametrize("hand", ["mouse", "finger"])
@pytest.mark.parametrize("game", SEATS)
def test_a_full_table_fits_at_every_size(
    game: str, hand: Hand, browser: Browser, house: House
) -> None:
    """With the panel for the mouse, without it for fingers."""
    size, panel = (DESKTOP, True) if hand == "mouse" else (PHONE, False)
    with visit(browser, house.address, size=size, panel=panel, coach=panel) as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        assert ada.wait()
        for wanted in LIMITS:
            hold(ada, game, wanted)


@pytest.mark.parametrize("game", SEATS)
def test_every_choice_of_the_unfolded_list_can_be_read(
    game: str, browser: Browser, house: House
) -> None:
    """Without scrolling the page, at every size; on phones the list itself scrolls."""
    with visit(browser, house.address, size=PHONE, list=True, panel=False) as ada:
        ada.open_table(game)
        assert ada.wait()
        for name, limit in LIMITS.items():
            resize(ada, limit)
            assert ada.page.evaluate(CHOICES) == [[], 0], name


def test_the_panel_stays_open_or_closed(browser: Browser, house: House) -> None:
    """The board keeps its size with it."""
    with visit(browser, house.address) as ada:
        ada.open_table(BOARDS)
        assert ada.wait()
        before = hold(ada, BOARDS, "desk")
        panel = ada.page.locator("aside.panel")
        panel.get_by_role("button", name="Hide log and chat").click()
        assert panel.count() == 0
        assert hold(ada, BOARDS, "desk") == before
        ada.page.reload()
        assert ada.wait()
        assert panel.count() == 0
        ada.page.get_by_role("button", name="Show log and chat").click()
        panel.wait_for()
        resize(ada, LIMITS["phone"])
        assert panel.count() == 0  # over a small board it opens only on demand
        ada.page.get_by_role("button", name="Show log and chat").click()
        panel.get_by_role("button", name="Hide log and chat").click()
        hold(ada, BOARDS, "phone")


FAULTS = {
    "the board is too small": ".board .print { width: 200px !important }",
    "the board is too narrow": ".board .print { width: 200px !important }",
    "the page scrolls": "body { min-height: 900px }",
    "a part of the board is out of sight": ".board .print { translate: -60px }",
    "a part of the board is under the controls": ".controls { margin-top: -300px }",
    "letters are too small": ".board text { font-size: 9px !important }",
    "the measurement finds no letters": ".board text { display: none }",
    "a number is hidden": "",  # a circle over all of them
    "buttons are too small": ".controls .tools button { min-width: 0 !important; width: 30px }",
    "places are too close": "",  # two more, side by side
    "choices are cut off": ".controls button { margin-left: 600px }",
}
DRAW = """([tag, attributes]) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    document.querySelector(".board [data-numbers]").ownerSVGElement.append(one);
}"""
DRAWN = {
    "a number is hidden": [{"r": "2000"}],
    "places are too close": [
        {"cx": str(x), "cy": "300", "r": "9", "data-touch": f"touch {x}"} for x in (300, 350)
    ],
}
STYLE = """(css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
}"""


def test_the_measurement_detects_violations(browser: Browser, house: House) -> None:
    """Each violation is found, and a failure comes with a screenshot."""
    with visit(browser, house.address, size=PHONE) as ada:
        ada.open_table(OPEN)
        assert ada.wait()
        hold(ada, OPEN, "phone")
        sideways, phone = LIMITS["sideways"], LIMITS["phone"]
        for fault, css in FAULTS.items():
            limit = sideways if fault == "the board is too small" else phone
            resize(ada, limit)
            ada.page.evaluate(STYLE, css)
            for attributes in DRAWN.get(fault, []):
                ada.page.evaluate(DRAW, ["circle", {"class": "fault", **attributes}])
            assert fault in faults(measured(ada, OPEN), limit)
            ada.page.evaluate("document.querySelectorAll('.fault').forEach((one) => one.remove())")
        with pytest.raises(AssertionError, match="choices are cut off") as failure:
            hold(ada, OPEN, "phone")
        picture = Path(str(failure.value).split("; ")[1])
        assert picture.read_bytes().startswith(b"\x89PNG")
        picture.unlink()
        assert set(FAULTS) == set(checks(measured(ada, OPEN), phone))
