"""One Chromium for all browser tests of a worker, and a server for each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from server.live import House, open_house

from .browsing import FLAGS, ROOT, chromium

PAGE = ROOT / "src" / "tablee" / "page" / "index.html"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    assert PAGE.exists(), "the page is not built: make page"
    with open_house() as found:
        yield found
