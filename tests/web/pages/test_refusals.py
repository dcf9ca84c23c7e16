"""Validation errors are explained in French to a French reader, with the reason."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from samples import OPEN
from server.live import House

from ..browsing import visit

pytestmark = pytest.mark.slow


def test_an_invalid_body_is_explained_in_french(browser: Browser, house: House) -> None:
    def spoil(route: Route) -> None:
        alone = json.dumps({"game": OPEN, "seats": ["me"]})
        route.continue_(post_data=alone if route.request.method == "POST" else None)

    with visit(browser, house.address, language="fr") as ada:
        ada.expected += ["status of 400"]
        ada.page.route("**/api/tables", spoil)
        ada.go(f"/new/{OPEN}?mode=bots")
        ada.page.get_by_role("button", name="Jouer").click()
        expect(ada.page.locator(".retry p")).to_have_text(
            "Cette demande est illisible : le champ seats demande au moins 2 éléments."
        )


def test_an_invalid_message_is_explained_in_french(browser: Browser, house: House) -> None:
    def spoil(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def changed(message: str | bytes) -> None:
            told = json.loads(message)
            if told["do"] == "speak":
                told["channel"] = "spectator"
            server.send(json.dumps(told))

        socket.on_message(changed)

    with visit(browser, house.address, language="fr") as ada:
        ada.page.route_web_socket("**/ws", spoil)
        ada.open_table(OPEN)
        ada.page.get_by_role("tab", name="Discussion").click()
        ada.page.locator(".phrases button").first.click()
        expect(ada.page.locator("section.controls")).to_contain_text(
            "Ce message est illisible : le champ channel a une valeur inconnue ici."
        )
