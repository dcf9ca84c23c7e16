"""Nothing needed for a move is covered or cut off, and the board does not jump."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from samples import BOARDS, HANDS, OPEN, ROUNDS, SAMPLES
from server.live import House

from ..browsing import CROWD, DESKTOP, PHONE, SEATS, Visit, visit
from ..late import open_late

pytestmark = pytest.mark.slow

NEEDED = {name: sample.lowest for name, sample in SAMPLES.items()}
"""The lowest part of a board that must be visible on a phone without scrolling."""
WHOLE = {name: sample.whole for name, sample in SAMPLES.items()}
"""The part of a board that must be visible when the game is over."""
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}


Box = tuple[float, float, float, float]


def box(what: Locator) -> Box:
    """Return left, top, right and bottom, in pixels of the window."""
    found = what.bounding_box()
    assert found is not None
    x, y, width, height = (found[side] for side in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def boxes(ada: Visit, *what: str) -> list[Box]:
    """Return the boxes of several elements in one look, since a move may come between two."""
    found = ada.page.wait_for_function(
        """all => {
            const seen = all.map((one) => document.querySelector(one)?.getBoundingClientRect());
            return seen.every((one) => one?.height)
                && seen.map(({left, top, right, bottom}) => [left, top, right, bottom]);
        }""",
        arg=list(what),
    )
    there: list[Box] = found.json_value()
    return there


def hidden_below(ada: Visit, what: str) -> int:
    """Return by how many pixels the content of an element is higher than the element."""
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
def test_the_board_is_visible_with_the_result(game: str, browser: Browser, house: House) -> None:
    """At a full table, at the end and after a reload, in both languages."""
    with visit(browser, house.address, language="fr") as ada:
        open_late(ada, house, game, ["me", *["gentle"] * (CROWD[game] - 1)])
        ada.play_to_the_end(ada.play_by_key)
        for language in ("fr", "en"):
            if language == "en":
                ada.page.evaluate("localStorage.setItem('language', 'en')")
                ada.page.reload()
                expect(ada.page.locator("section.board .drawing > *")).to_be_visible()
            expect(ada.result).to_be_visible()
            expect(ada.page.locator("html")).to_have_attribute("lang", language)
            for name, size in {"desk": DESKTOP, "upright": PHONE, "sideways": SIDEWAYS}.items():
                ada.resize(size)
                ada.shoot(f"{game}-over-{name}-{language}")
                check_end(ada, game, size)


def check_end(ada: Visit, game: str, size: dict[str, int]) -> None:
    """Check that winner, buttons and board are visible without scrolling, and ranks with it."""
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
    ada.result.get_by_role("heading").scroll_into_view_if_needed()
    ada.page.evaluate("scrollTo(0, 0)")


def test_the_board_keeps_its_size_between_moves(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(ROUNDS)
        sizes = set()
        for _ in range(8):
            assert ada.wait()
            sizes.add(box(ada.page.locator("section.board .drawing")))
            ada.moves.last.press("Enter")
            ada.page.wait_for_timeout(150)
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
            for _ in range(40):  # the board is resized a moment after the controls
                (left, _, _, bottom), (edge, top, _, _) = boxes(ada, NEEDED[game], "div.controls")
                free = bottom <= top + 1 or (left < edge and bottom <= size["height"])
                if free:
                    break
                ada.page.wait_for_timeout(50)
            assert free, (left, bottom, edge, top)
            ada.moves.last.press("Enter")
            ada.page.wait_for_timeout(150)
        assert ada.sticks_out() <= 0
        assert ada.violations() == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SIDEWAYS], ids=["desk", "upright", "sideways"])
@pytest.mark.parametrize("game", [OPEN, HANDS, BOARDS])
def test_long_names_are_cut_off_at_the_end_and_you_never_is(
    game: str, size: dict[str, int], browser: Browser, house: House
) -> None:
    with visit(browser, house.address, size=size, language="fr") as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        assert ada.wait()
        names = ada.page.locator(".seats .name")
        names.nth(1).evaluate("one => one.textContent = 'Maximilienne de la Tour Carrée'")
        assert names.nth(1).evaluate("one => getComputedStyle(one).textOverflow") == "ellipsis"
        cut = "one => one.scrollWidth - one.clientWidth"
        assert names.nth(1).evaluate(cut) >= 0
        assert names.first.inner_text() == "Vous"
        assert names.first.evaluate(cut) <= 0
        assert ada.sticks_out() <= 0


@pytest.mark.parametrize(
    ("game", "size"),
    [(OPEN, DESKTOP), (BOARDS, PHONE), (HANDS, SIDEWAYS), (ROUNDS, PHONE)],
    ids=[OPEN, BOARDS, HANDS, ROUNDS],
)
def test_every_menu_entry_is_visible_and_can_be_pressed(
    game: str, size: dict[str, int], browser: Browser, house: House
) -> None:
    """Nothing covers or clips an entry where it is drawn."""
    with visit(browser, house.address, size=size) as ada:
        ada.open_table(game)
        assert ada.wait()
        opener = ada.page.get_by_role("button", name="More at this table")
        opener.click()
        entries = ada.page.get_by_role("menuitem")
        assert entries.count() > 6
        ada.shoot(f"{game}-menu-{size['width']}")
        for entry in entries.all():
            entry.scroll_into_view_if_needed()  # a phone in landscape is lower than the list
            left, top, right, bottom = box(entry)
            assert left >= 0 <= top
            assert right <= size["width"]
            assert bottom <= size["height"]
            hit = "([found, x, y]) => found.contains(document.elementFromPoint(x, y))"
            for x in (left + 5, right - 5):
                handle = entry.element_handle()
                assert ada.page.evaluate(hit, [handle, x, (top + bottom) / 2])
        left, top, right, bottom = box(ada.page.get_by_role("menuitem", name="Resign"))
        ada.page.mouse.click((left + right) / 2, (top + bottom) / 2)
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        expect(entries).to_have_count(0)
        ada.page.keyboard.press("Escape")
        opener.press("Enter")
        expect(entries.first).to_be_focused()
        ada.page.keyboard.press("ArrowUp")
        expect(entries.last).to_be_focused()
        ada.page.keyboard.press("Escape")
        expect(entries).to_have_count(0)
        expect(opener).to_be_focused()


@pytest.mark.parametrize(
    ("game", "size"),
    [(HANDS, DESKTOP), (HANDS, PHONE), (ROUNDS, PHONE), (ROUNDS, SIDEWAYS)],
    ids=["desk", "upright", "small", "sideways"],
)
def test_the_undo_button_leaves_room_for_the_prompt(
    game: str, size: dict[str, int], browser: Browser, house: House
) -> None:
    """Around one screen the button names the player whose move is undone, by any long name."""
    with visit(browser, house.address, size=size, language="fr") as both:
        both.open_table(game, ["me", "me"], names=["Tortue tenace", "Hippo" * 8])
        back = both.page.get_by_role("button", name="Reprendre le coup")
        both.page.get_by_role("button", name="cartes sur table").click()
        seen = 0
        for _ in range(10):
            assert both.wait()
            if back.count():
                seen += 1
                both.shoot(f"{game}-take-back-{size['width']}-{seen}")
                prompt = box(both.page.locator(".controls .awaited"))
                assert prompt[2] - prompt[0] > 150
                for tool in both.page.locator(".controls .tools button").all():
                    if tool.is_visible():
                        assert apart(box(tool), prompt)
                        assert box(tool)[2] <= size["width"]
                assert both.sticks_out() <= 0
            both.moves.first.press("Enter")
            both.page.wait_for_timeout(150)
        assert seen > 0


@pytest.mark.parametrize("game", [OPEN, HANDS])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["upright", "small"])
def test_the_possessions_of_each_seat_fit_on_a_phone(
    size: dict[str, int], game: str, browser: Browser, house: House
) -> None:
    """Nothing is cut off."""
    with visit(browser, house.address, size=size, language="fr") as ada:
        ada.open_table(game, ["me", *["gentle"] * (CROWD[game] - 1)])
        metas = ada.page.locator(".seats .meta")
        expect(metas).to_have_count(CROWD[game])
        expect(metas.first.locator("svg").first).to_be_attached()
        cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
        assert metas.evaluate_all(cut) == 0


@pytest.mark.parametrize("size", [PHONE, SMALL, SIDEWAYS], ids=["upright", "small", "sideways"])
def test_a_tap_enlarges_the_board_of_another_player(
    size: dict[str, int], browser: Browser, house: House
) -> None:
    """With eight players; another tap shows one's own again."""
    with visit(browser, house.address, size=size) as ada:
        ada.open_table(ROUNDS, ["me", *["gentle"] * 7])
        assert ada.wait()
        looks = ada.page.locator("button.look")
        expect(looks).to_have_count(7)
        small = box(looks.first)
        looks.first.click()
        expect(looks).to_have_count(1)
        expect(looks).to_have_attribute("aria-pressed", "true")
        large = box(looks)
        assert large[2] - large[0] > 1.7 * (small[2] - small[0])
        ada.shoot(f"{ROUNDS}-large-{size['width']}")
        looks.click()
        expect(looks).to_have_count(7)


def test_an_eliminated_seat_is_readable(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.open_table(BOARDS, ["me", "me", "gentle"], names=["Ada", "Bob"])
        ada.page.get_by_role("button", name="More at this table").click()
        ada.page.get_by_role("menuitem", name="Resign").click()
        ada.page.get_by_role("dialog").get_by_role("button").last.click()
        expect(ada.page.locator(".seats .out")).to_have_count(1)
        assert ada.violations() == []
        ada.shoot(f"{BOARDS}-out")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_counted_cards_are_explained(language: str, browser: Browser, house: House) -> None:
    """Some cards stay in the box, so more cards are unseen than the pile holds."""
    with visit(browser, house.address, language=language) as ada:
        ada.open_table(OPEN)
        assert ada.wait()
        label = {"en": "Cards not seen yet:", "fr": "Cartes pas encore vues :"}[language]
        expect(ada.page.locator(".notes .values")).to_contain_text(label)
        turn = {"en": "Your turn. Which of your turtles", "fr": "À vous de jouer. Laquelle"}[
            language
        ]
        said = re.sub(r"\s+", " ", ada.page.locator(".controls .awaited").inner_text())
        assert turn in said


def test_a_button_names_its_move_once_and_in_full(browser: Browser, house: House) -> None:
    """On one's own trap it can be lifted, which is among many moves."""
    with visit(browser, house.address) as ada:
        ada.open_table(HANDS)
        lift = ada.page.locator("button[data-move=lift]")
        for _ in range(60):
            if not ada.wait():  # the hunt ended early: another one
                ada.open_table(HANDS)
                continue
            if lift.count():
                break
            trap = ada.page.locator("button[data-move=trap]")
            (trap if trap.count() else ada.moves.first).press("Enter")
            ada.page.wait_for_timeout(150)
        words = lift.locator(".words").inner_text()
        assert re.fullmatch(r"Lift the trap\s+your own, on [a-g]\d", words)
        detail = lift.locator(".detail")
        assert detail.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


@pytest.mark.parametrize("path", ["/", f"/new/{ROUNDS}", "/account", "/table"])
def test_nothing_overflows_at_200_percent(path: str, browser: Browser, house: House) -> None:
    """At 200 % a window of 1280 × 800 has room for 640 × 400."""
    with visit(browser, house.address, language="fr", size={"width": 640, "height": 400}) as ada:
        if path == "/table":
            ada.open_table(HANDS)
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
            ada.resize(size)
            board = box(ada.page.locator(NEEDED[game]).first)
            controls = box(ada.page.locator("div.controls"))
            assert apart(box(note), board)
            assert apart(box(note), controls)
            assert apart(board, controls)
            assert board[3] <= size["height"] + 1
            assert ada.sticks_out() <= 0


def apart(one: Box, other: Box) -> bool:
    """Return whether two boxes don't overlap; edges may touch."""
    return any(
        first[side + 2] <= second[side] + 1
        for first, second in ((one, other), (other, one))
        for side in (0, 1)
    )


def test_the_note_of_a_guided_game_does_not_cover_the_log(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go(f"/learn/{OPEN}")
        ada.page.get_by_role("button", name="Begin").click()
        note = ada.page.locator("aside.guide:not(.empty)")
        expect(note).to_be_visible()
        ada.page.wait_for_timeout(100)
        assert box(ada.page.locator("aside.panel"))[3] <= box(note)[1]
