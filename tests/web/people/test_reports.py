"""Reporting a message and a player to the operator, by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from samples import OPEN
from server.live import House

from ..browsing import PHONE, visit

pytestmark = pytest.mark.slow

WORDS = {
    "en": ("Report this message of Bob", "Report Bob", "Spam", "Report", "Thank you", "already"),
    "fr": ("Signaler ce message de Bob", "Signaler Bob", "Spam", "Signaler", "Merci", "déjà"),
}


def send(page: Page, language: str, answer: str) -> None:
    """Fill in the dialog and send it, without a mouse."""
    _, title, spam, report, *_ = WORDS[language]
    dialog = page.get_by_role("dialog", name=title)
    dialog.get_by_role("radio", name=spam).focus()
    page.keyboard.press("Space")
    dialog.get_by_role("textbox").focus()
    page.keyboard.type("again and again")
    dialog.get_by_role("button", name=report, exact=True).press("Enter")
    expect(page.get_by_text(answer).first).to_be_visible()


@pytest.mark.parametrize("language", WORDS)
def test_a_message_and_a_player_are_reported(browser: Browser, house: House, language: str) -> None:
    message, person, _, _, thanks, already = WORDS[language]
    size = PHONE if language == "fr" else None
    with visit(browser, house.address, language=language, size=size) as ada:
        ada.expected.append("409")
        table = ada.open_table(OPEN, ["me", "open"])
        bob = house.guest("Bob")
        with bob.socket() as socket:
            assert socket.command("sit", table, seat=2)["do"] == "done"
            said = {"channel": "players", "text": "Buy my dice! " * 8}
            assert socket.command("speak", table, **said)["do"] == "done"
        ada.page.get_by_role("button", name=message).press("Enter")
        ada.drawn()
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        ada.shoot(f"report-{language}")
        assert ada.violations() == []
        send(ada.page, language, thanks)
        expect(ada.page.get_by_role("dialog")).to_have_count(0)
        ada.page.get_by_role("button", name=message).press("Enter")
        send(ada.page, language, already)
        ada.page.keyboard.press("Escape")
        ada.shoot(f"reported-{language}")
        ada.page.get_by_role("button", name=person, exact=True).press("Enter")
        send(ada.page, language, thanks)
        assert ada.sticks_out() == 0
    reports = house.do(house.service.store.open_reports(99))
    found = [(one.about, one.text, one.person) for one in reports if one.table == table]
    assert found == [("spam", "again and again", bob.id)] * 2
