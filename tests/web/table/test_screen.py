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

from ..browsing import CROWD, PHONE, SEATS, visit
from ..measuring import LIMITS, hold, resize

pytestmark = pytest.mark.slow


Seen = dict[str, set[str]]


@pytest.mark.parametrize("game", SEATS)
def test_the_board_fills_the_screen_over_a_whole_game(
    game: str, browser: Browser, house: House
) -> None:
    """It keeps its size from the first move to the last."""
    seen: Seen = {size: set() for size in LIMITS}
    sizes = cycle(LIMITS)
    with visit(browser, house.address, language="fr", size=PHONE) as ada:
        ada.open_table(game)

        def measure_and_play(random: Random) -> None:
            for size in (next(sizes), next(sizes)):
                with suppress(PlaywrightError):  # a bot's move may come between two looks
                    seen[size].add(hold(ada, game, size))
            ada.play_by_key(random)

        assert ada.play_to_the_end(measure_and_play) >= len(LIMITS) / 2
    for size, boards in seen.items():
        assert len(boards) == 1 or LIMITS[size].zoom > 100, (size, boards)


@pytest.mark.parametrize("panel", [True, False], ids=["unfolded", "folded"])
@pytest.mark.parametrize("game", SEATS)
def test_a_full_table_fits_at_every_size(
    game: str, panel: bool, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, panel=panel, coach=panel) as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        assert ada.wait()
        for size in LIMITS:
            hold(ada, game, size)


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


def test_the_measurement_detects_violations(browser: Browser, house: House) -> None:
    """A small board, a scrolling page and a sheet over the board each fail with a screenshot."""
    with visit(browser, house.address) as ada:
        ada.open_table(OPEN)
        assert ada.wait()
        hold(ada, OPEN, "phone")
        ada.page.evaluate(
            """(css) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(css);
                document.adoptedStyleSheets.push(sheet);
            }""",
            ".board .print { width: 200px !important } .controls { margin-top: -300px }"
            " body { min-height: 900px } .controls button { margin-left: 600px }",
        )
        with pytest.raises(AssertionError) as failure:
            hold(ada, OPEN, "phone")
        said = str(failure.value)
        picture = Path(said.split("; ")[1])
        assert picture.read_bytes().startswith(b"\x89PNG")
        picture.unlink()
        for wrong in (
            "the board is too narrow",
            "the page scrolls",
            "a part of the board is under the controls",
            "choices are cut off",
        ):
            assert wrong in said
