"""Nothing that one needs for a move is covered or cut off, and the board does not jump."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.app.house import House

from .browsing import PHONE, SEATS, Visit, visit

CROWD = {"mahe": 7, "maamut": 4, "papua": 6, "maroceau": 8}
NEEDED = {
    "mahe": ".board svg[role=group]",
    "maamut": ".board ul[aria-label='Your cards']",
    "papua": ".board svg[role=group]",
    "maroceau": ".board .turn",  # one's own garden, while it is one's turn
}
"""What is seen of a board without scrolling, on a phone: its lowest part."""
SIDEWAYS = {"width": 844, "height": 390}


def box(what: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, in pixels of the window."""
    found = what.bounding_box()
    assert found is not None
    x, y, width, height = (found[side] for side in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def hidden_below(ada: Visit, what: str) -> int:
    """By how many pixels something is longer than the place it has."""
    longer: int = ada.page.locator(what).first.evaluate(
        "found => found.scrollHeight - found.clientHeight"
    )
    return longer


@pytest.mark.parametrize("game", CROWD)
def test_a_full_table_fits_on_one_screen(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        assert ada.wait()
        assert hidden_below(ada, "section.board") <= 0
        assert hidden_below(ada, "html") <= 0
        ada.shoot(f"{game}-crowd")


@pytest.mark.parametrize("game", ["papua", "maamut"])
def test_the_board_is_seen_beside_the_result(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(game)
        ada.play_to_the_end(ada.play_by_key)
        expect(ada.result).to_be_visible()
        assert hidden_below(ada, "section.board") <= 0


def test_the_board_keeps_its_size_from_move_to_move(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table("maroceau")
        sizes = set()
        for _ in range(8):
            assert ada.wait()
            sizes.add(box(ada.page.locator("section.board .drawing")))
            ada.moves.last.click()
            ada.page.wait_for_timeout(80)
        assert len(sizes) == 1


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_controls_cover_nothing_on_a_phone(
    size: dict[str, int], game: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, size=size) as ada:
        ada.open_table(game)
        for _ in range(5):
            assert ada.wait()
            left, _, _, bottom = box(ada.page.locator(NEEDED[game]).first)
            edge, top, _, _ = box(ada.page.locator("div.controls"))
            assert bottom <= top + 1 or (left < edge and bottom <= size["height"])
            ada.moves.last.click()
            ada.page.wait_for_timeout(80)
        assert ada.sticks_out() <= 0
        assert ada.violations() == []


@pytest.mark.parametrize("path", ["/", "/new/maroceau", "/account", "/table"])
def test_twice_as_large_nothing_sticks_out(path: str, browser: Browser, house: House) -> None:
    """At 200 % a window of 1280 × 800 has room for 640 × 400."""
    with visit(browser, house.address, language="fr", size={"width": 640, "height": 400}) as ada:
        if path == "/table":
            ada.open_table("maamut")
            assert ada.wait()
        else:
            ada.go(path)
        assert ada.sticks_out() <= 0
        assert ada.violations() == []


def test_the_note_of_a_guided_game_leaves_the_log_free(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/learn/mahe")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.locator("aside.guide:not(.empty)")
        expect(note).to_be_visible()
        ada.page.wait_for_timeout(100)
        assert box(ada.page.locator("aside.panel"))[3] <= box(note)[1]
