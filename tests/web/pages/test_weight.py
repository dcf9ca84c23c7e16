"""What a browser fetches from the home page to a table stays small.

The limit only catches mishaps, such as a file that is loaded by mistake: it leaves a
quarter of air.
`make bench-page` measures the weight, and docs/benchmarks.md has the figures.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request, expect

from server.live import House

from ..browsing import SEATS, visit

pytestmark = pytest.mark.slow

MOST = 200_000  # bytes, compressed; the heaviest game had 156,000 when this was set


@pytest.mark.parametrize("game", SEATS)
def test_the_home_page_and_one_game_stay_small(game: str, browser: Browser, house: House) -> None:
    finished: list[Request] = []
    with visit(browser, house.address, fresh=True) as ada:
        ada.context.on("requestfinished", lambda request: finished.append(request))
        ada.go("/")
        ada.page.wait_for_function("() => localStorage.getItem('known')")
        ada.open_table(game)
        expect(ada.page.locator("section.board .drawing svg").first).to_be_attached()
        ada.page.wait_for_load_state("networkidle")
        sizes: dict[str, int] = {}
        for request in {one.url: one for one in reversed(finished)}.values():
            name = Path(request.url.split("?")[0]).name
            if "/api/" not in request.url and name != "service-worker.js":
                sizes[name] = request.sizes()["responseBodySize"]
    assert 40_000 < sum(sizes.values()) <= MOST, sizes
    others = {one for one in SEATS if one != game}
    assert not [name for name in sizes if name.split("-")[0] in others], sizes
