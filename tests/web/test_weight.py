"""What a browser fetches, compressed, on the way from home to a table: not more than 150 kB."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request

from server.app.house import House

from .browsing import SEATS, visit

MOST = 150_000  # bytes; fonts are counted, sounds are made in the browser


@pytest.mark.parametrize("game", SEATS)
def test_home_and_one_game(game: str, browser: Browser, house: House) -> None:
    finished: list[Request] = []
    with visit(browser, house.address) as ada:
        ada.context.on("requestfinished", lambda request: finished.append(request))
        ada.open_table(game)
        ada.wait()
        ada.page.wait_for_load_state("networkidle")
        sizes: dict[str, int] = {}
        for request in {one.url: one for one in reversed(finished)}.values():
            name = Path(request.url.split("?")[0]).name
            if "/api/" not in request.url and name != "service-worker.js":
                sizes[name] = request.sizes()["responseBodySize"]
    assert 40_000 < sum(sizes.values()) <= MOST, sizes
