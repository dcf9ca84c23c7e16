"""Dice and transcripts verified in the browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from samples import OPEN
from server.live import House, Json
from tablee.table import fair, verify

from ..browsing import SEATS, visit
from ..finished import finished

pytestmark = pytest.mark.slow

GAMES = list(SEATS)


@pytest.mark.parametrize("game", GAMES)
def test_the_dice_are_verified_in_the_browser(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada, game)
        ada.go(f"/verify/{table}")
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()
        assert not ada.violations()
        ada.page.locator(".outcomes button").nth(4).click()
        expect(ada.page.get_by_text("and that came up")).to_be_visible()
        ada.shoot(f"{game}-verify")


def forged(data: Json) -> Json:
    """Replace one outcome by another possible one."""
    one = next(one for one in data["outcomes"][5:] if len(one["chances"]) > 1)
    one["text"] = next(text for text, _ in one["chances"] if text != one["text"])
    return data


def secretive(data: Json) -> Json:
    """Replace the secret."""
    return {**data, "secret": "00" * 32}


@pytest.mark.parametrize(
    ("change", "found"),
    [(forged, "1 of "), (secretive, "this is not the secret that was fixed")],
)
def test_a_cheating_server_is_found(
    change: Callable[[Json], Json], found: str, browser: Browser, house: House
) -> None:
    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=json.dumps(change(answer.json())))

    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.page.route(
            "**/verify",
            lambda route: lie(route) if "/api/" in route.request.url else route.continue_(),
        )
        ada.go(f"/verify/{table}")
        expect(ada.page.get_by_text(found)).to_be_visible()
        expect(ada.page.get_by_text("These dice are not fair")).to_be_visible()


def swapped(data: Json) -> Json:
    """Replace the secret and the dice by others that fit each other."""
    secret = bytes(range(32))
    entropy = {int(seat): given for seat, given in data["entropy"].items()}
    for one in data["outcomes"]:
        chances = dict(one["chances"])
        one["text"] = fair.draw(secret, data["table"], entropy, one["number"], chances)
    return {**data, "secret": secret.hex(), "commitment": fair.commitment(secret)}


def test_a_server_that_swaps_the_secret_is_found_by_what_the_browser_kept(
    browser: Browser, house: House, tmp_path: Path
) -> None:
    def lie(route: Route) -> None:
        if "/api/" in route.request.url:
            answer = route.fetch()
            route.fulfill(response=answer, body=json.dumps(swapped(answer.json())))
        else:
            route.continue_()

    with visit(browser, house.address) as ada, visit(browser, house.address, language="fr") as bob:
        table = ada.open_table(OPEN, adds_entropy=True)
        ada.wait()
        ada.page.get_by_role("button", name="More at this table").click()
        ada.page.get_by_role("menuitem", name="Resign").click()
        ada.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(ada.result).to_be_visible()
        ada.go(f"/verify/{table}")
        expect(ada.page.get_by_text("The commitment shown before the first move")).to_be_visible()
        expect(ada.page.get_by_text("What your browser added for seat 1 is in")).to_be_visible()
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()
        with ada.page.expect_download() as download:
            ada.page.get_by_role("link", name="Save what was seen").click()
        seen = tmp_path / "seen.json"
        download.value.save_as(seen)
        text = house.client().get(f"/api/tables/{table}/transcript").text
        assert verify(text.encode(), seen=seen.read_bytes()).holds
        assert json.loads(seen.read_text("utf-8"))["entropy"].keys() == {"1"}

        for one in (ada, bob):
            one.page.route("**/verify", lie)
            one.go(f"/verify/{table}")
        expect(ada.page.get_by_text("The secret was swapped!")).to_be_visible()
        expect(ada.page.get_by_text("Don’t trust this server")).to_be_visible()
        assert not ada.violations()
        ada.shoot("verify-swapped")
        expect(bob.page.get_by_text("Ce navigateur n’a pas ouvert la table")).to_be_visible()
        expect(bob.page.get_by_text("Personne n’a touché aux dés")).to_be_visible()


def test_the_page_verifies_a_file(browser: Browser, house: House, tmp_path: Path) -> None:
    with visit(browser, house.address) as ada:
        table = finished(house, ada)
        ada.go("/verify")
        with ada.page.expect_download() as download:
            ada.page.evaluate(f"location.href = '/api/tables/{table}/transcript'")
        whole, damaged = tmp_path / "whole.tablee", tmp_path / "damaged.tablee"
        download.value.save_as(whole)
        damaged.write_text(
            whole.read_text("utf-8").replace("chance: die 1 ", "chance: die 2 ", 1), "utf-8"
        )
        chooser = ada.page.locator("input[type=file]")
        chooser.set_input_files(whole)
        expect(ada.page.get_by_text("The file is complete")).to_be_visible()
        expect(ada.page.get_by_text("Nobody tampered with the dice")).to_be_visible()
        chooser.set_input_files(damaged)
        expect(ada.page.get_by_text("was changed or cut off")).to_be_visible()
        expect(ada.page.get_by_text("These dice are not fair")).to_be_visible()
