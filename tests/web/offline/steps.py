"""What is done on pages that can be played without a network."""

from __future__ import annotations

from samples import SAMPLES
from tablee.words import say

from ..browsing import SEATS, Visit


def open_table(ada: Visit, home: str, game: str, level: str) -> None:
    """Choose the level, the fewest seats and the shortest game, and sit down."""
    ada.go(f"{home}/new/{game}")
    page = ada.page
    page.get_by_text(say("web.level_" + level, "en"), exact=True).click()
    page.get_by_role("radio", name=str(SEATS[game]), exact=True).check(force=True)
    if SAMPLES[game].short:
        page.get_by_text(say("web.more_settings", "en")).click()
    for name, value in SAMPLES[game].short.items():
        label = page.get_by_label(say(f"option.{game}_{name}", "en"))
        if isinstance(value, str):
            label.select_option(label=say(f"option.{game}_{name}_{value}", "en"))
        else:
            label.fill(str(value))
    page.get_by_role("button", name=say("web.play", "en"), exact=True).click()


def wait_until_cached(ada: Visit) -> None:
    """Wait until the service worker has cached all files."""
    while not ada.page.evaluate(
        """async () => {
            const files = await (await fetch("files.json")).json();
            const found = await Promise.all(files.map((file) => caches.match(file)));
            return found.every(Boolean) && navigator.serviceWorker.controller !== null;
        }"""
    ):
        ada.page.wait_for_timeout(200)
