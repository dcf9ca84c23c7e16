"""One server and one Chromium for a module of browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from chromium import found as find_chromium
from server.app.house import House, open_house

from .browsing import FLAGS, ROOT

HERE = Path(__file__).parent
PAGE = ROOT / "src" / "tablee" / "page" / "index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A machine that others use may hold up a browser: what fails here has to fail twice.

    What needed it is listed at the end of a run, and is to be looked into.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    assert PAGE.exists(), "the page is not built: make page"
    with open_house() as found:
        yield found
