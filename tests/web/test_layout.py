"""Nothing that one needs for a move is covered or cut off, and the board does not jump."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.app.house import House

from .browsing import DESKTOP, PHONE, SEATS, Visit, visit

CROWD = {"mahe": 7, "maamut": 4, "papua": 6, "maroceau": 8}
NEEDED = {
    "mahe": ".board svg[role=group]",
    "maamut": ".board ul[aria-label='Your cards']",
    "papua": ".board svg[role=group]",
    "maroceau": ".board .turn",  # one's own garden, while it is one's turn
}
"""What is seen of a board without scrolling, on a phone: its lowest part."""
WHOLE = {
    "mahe": ".board svg[role=group]",
    "maamut": ".board .print",
    "papua": ".board svg[role=group]",
    "maroceau": ".board .table",  # all the gardens
}
"""What is seen of it when all is over."""
SIDEWAYS = {"width": 844, "height": 390}


Box = tuple[float, float, float, float]


def box(what: Locator) -> Box:
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


@pytest.mark.parametrize("game", CROWD)
def test_the_board_is_seen_with_the_result(game: str, browser: Browser, house: House) -> None:
    """At a full table, when it ends and whenever one comes back to it, in both languages."""
    with visit(browser, house.address, language="fr") as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        ada.play_to_the_end(ada.play_by_key)
        for language in ("fr", "en"):
            if language == "en":
                ada.page.evaluate("localStorage.setItem('language', 'en')")
                ada.page.reload()
                expect(ada.page.locator("section.board .drawing > *")).to_be_visible()
            expect(ada.result).to_be_visible()
            expect(ada.page.locator("html")).to_have_attribute("lang", language)
            for name, size in {"desk": DESKTOP, "upright": PHONE, "sideways": SIDEWAYS}.items():
                ada.page.set_viewport_size(size)  # type: ignore[arg-type]
                ada.page.wait_for_timeout(150)
                ada.shoot(f"{game}-over-{name}-{language}")
                see_the_end(ada, game, size)


def see_the_end(ada: Visit, game: str, size: dict[str, int]) -> None:
    """Who has won, what one can do now and the whole board: without scrolling; then the ranks."""
    assert ada.page.evaluate("scrollY") == 0
    left, top, right, bottom = box(ada.page.locator(WHOLE[game]).first)
    for what in (ada.result.get_by_role("heading"), ada.result.get_by_role("button").first):
        _, above, _, below = box(what)
        assert above >= 0
        assert below <= size["height"]
    controls = box(ada.page.locator("div.controls"))
    assert top >= 0
    assert bottom <= size["height"]
    assert bottom <= controls[1] + 1 or right <= controls[0] + 1
    assert left >= 0
    ranks = ada.result.get_by_role("listitem")
    expect(ranks).to_have_count(CROWD[game])
    ranks.last.scroll_into_view_if_needed()
    expect(ranks.last).to_be_in_viewport(ratio=0.9)
    assert ada.sticks_out() <= 0
    ada.page.evaluate("scrollTo(0, 0)")


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


def test_a_button_says_once_and_wholly_what_it_does(browser: Browser, house: House) -> None:
    """In Mâamut one may lift the trap one stands on; there are many moves then."""
    with visit(browser, house.address) as ada:
        ada.open_table("maamut")
        lift = ada.page.locator("button[data-move=lift]")
        for _ in range(12):
            assert ada.wait()
            if lift.count():
                break
            trap = ada.page.locator("button[data-move=trap]")
            (trap if trap.count() else ada.moves.first).click()
            ada.page.wait_for_timeout(80)
        words = lift.locator(".words").inner_text()
        assert re.fullmatch(r"Lift the trap\s+your own, on [a-g]\d", words)
        detail = lift.locator(".detail")
        assert detail.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


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


@pytest.mark.parametrize("game", SEATS)
def test_the_note_of_a_guided_game_covers_nothing(
    game: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, panel=False) as ada:
        ada.go(f"/learn/{game}")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.locator("aside.guide:not(.empty)")
        expect(note).to_be_visible()
        assert ada.wait()
        for size in (DESKTOP, PHONE, SIDEWAYS):
            ada.page.set_viewport_size(size)  # type: ignore[arg-type]
            ada.page.wait_for_timeout(150)
            board = box(ada.page.locator(NEEDED[game]).first)
            controls = box(ada.page.locator("div.controls"))
            assert apart(box(note), board)
            assert apart(box(note), controls)
            assert apart(board, controls)
            assert board[3] <= size["height"] + 1
            assert ada.sticks_out() <= 0


def apart(one: Box, other: Box) -> bool:
    """Whether neither lies on the other; edges may touch."""
    return any(
        first[side + 2] <= second[side] + 1
        for first, second in ((one, other), (other, one))
        for side in (0, 1)
    )


def test_the_note_of_a_guided_game_leaves_the_log_free(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/learn/mahe")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.locator("aside.guide:not(.empty)")
        expect(note).to_be_visible()
        ada.page.wait_for_timeout(100)
        assert box(ada.page.locator("aside.panel"))[3] <= box(note)[1]
