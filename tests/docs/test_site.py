"""The documentation site builds without warnings, and makes no third-party requests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from playwright.sync_api import expect, sync_playwright

from chromium import found as find_chromium
from tablee.cli.main import examples
from tablee.server import wire
from web.browsing import FLAGS

from .pages import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]  # it is built once
LOADS = re.compile(r"<(?:script|img|iframe|source|link)\b[^>]*?\b(?:src|href)=\"?([^\"\s>]+)", re.S)
LEADS = re.compile(r"<a\b[^>]*?\bhref=\"?([^\"\s>]+)", re.S)
ID = re.compile(r"\bid=\"?([^\"\s>]+)")
FETCHED = re.compile(r"url\(\s*[\"']?(https?:|//)|@import\s")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def html(site: Path) -> dict[str, str]:
    """Return the pages by their addresses within the site."""
    return {f"/{file.relative_to(site).as_posix()}": file.read_text("utf-8")
            for file in site.rglob("*.html")}  # fmt: skip


def test_no_page_loads_third_party_resources(site: Path) -> None:
    for address, text in html(site).items():
        foreign = [one for one in LOADS.findall(text) if re.match(r"https?:|//", one)]
        assert foreign == [], address
    for sheet in site.rglob("*.css"):
        assert not FETCHED.search(sheet.read_text("utf-8")), sheet.name


def test_every_link_of_the_site_resolves(site: Path) -> None:
    pages = html(site)
    ids = {address: set(ID.findall(text)) for address, text in pages.items()}
    dead = []
    for address, text in pages.items():
        for link in [*LEADS.findall(text), *LOADS.findall(text)]:
            target, place = urldefrag(urljoin(address, link.replace("&amp;", "&")))
            if re.match(r"[a-z]+:", target) or address == "/404.html":
                continue
            target = unquote(target)
            page = f"{target}index.html" if target.endswith("/") else target
            wrong_place = place and page in ids and unquote(place) not in ids[page]
            if wrong_place or not (site / page[1:]).is_file():
                dead.append((address, link))
    assert dead == []


def test_the_reference_has_every_command_message_and_call(site: Path) -> None:
    def page(name: str) -> str:
        return (site / "reference" / name / "index.html").read_text("utf-8")

    commands = {line.split()[0] for line in examples().values()}
    assert all(f'id="tablee-{name}"' in page("command-line") for name in commands)
    tags = [
        one.__struct_config__.tag for one in (*wire.ClientMessageTypes, *wire.ServerMessageTypes)
    ]
    assert all(f"<code>{tag}</code>" in page("messages") for tag in tags)
    assert "<code>POST /api/tables</code>" in page("http")
    assert "generated:" not in page("messages") + page("http") + page("command-line")


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_search_works_without_third_party_requests(site: Path, scheme: Any) -> None:
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(color_scheme=scheme)
        foreign: list[str] = []
        page.on(
            "request", lambda one: None if one.url.startswith(address) else foreign.append(one.url)
        )
        page.goto(address)
        page.get_by_role("textbox", name="Search").click()
        page.keyboard.type("commitment")
        expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=60_000)
        page.locator(".md-search-result__item a").first.click()
        expect(page.locator("h1")).to_be_visible()
        browser.close()
    assert foreign == []
