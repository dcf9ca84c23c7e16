"""Playing by touching the board; only deliberate touches play."""

from __future__ import annotations

import re
from itertools import product
from math import hypot

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, HANDS, OPEN, ROUNDS
from server.live import House

from ..browsing import DESKTOP, DOUBLE, PHONE, SEATS, Visit, visit
from ..touching import Fingers, Hand, Point, middle, moves_made, places, touch, toucher

pytestmark = pytest.mark.slow
ARMED = "section.controls .primary"  # the button that plays the move touched once
PREVIEW = "section.board [data-preview]"  # whatever is drawn of a move that has not been played


@pytest.mark.parametrize(("game", "hand"), list(product(SEATS, ("mouse", "finger"))))
def test_a_game_by_touching_the_board_alone(
    game: str, hand: Hand, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, size=DESKTOP if hand == "mouse" else PHONE) as ada:
        made = moves_made(ada)
        ada.open_table(game)
        tries = ada.play_to_the_end(toucher(ada, hand))
        assert 4 <= len(made) <= tries
        assert ada.sticks_out() <= 0


def my_turn(ada: Visit, game: str) -> None:
    """Open a table at which I am to act, with a board that can be touched."""
    ada.open_table(game)
    assert ada.wait()
    expect(ada.page.locator("[data-touch]").first).to_be_attached()
    ada.page.wait_for_timeout(DOUBLE)


@pytest.mark.parametrize("hand", ["mouse", "finger"])
@pytest.mark.parametrize("game", SEATS)
def test_a_first_touch_previews_and_escape_or_another_touch_cancels(
    game: str, hand: Hand, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, size=DESKTOP if hand == "mouse" else PHONE) as ada:
        made = moves_made(ada)
        my_turn(ada, game)
        move, at = places(ada)[0]
        armed = ada.page.locator(ARMED)
        touch(ada, hand, at)
        expect(armed).to_be_visible()
        touch(ada, hand, (3, 120))
        expect(armed).to_have_count(0)
        touch(ada, hand, at)
        expect(armed).to_be_visible()
        ada.page.keyboard.press("Escape")
        expect(armed).to_have_count(0)
        assert made == []
        touch(ada, hand, at)
        armed.click()
        ada.page.wait_for_timeout(200)
        assert made == [move]


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_setting_plays_on_the_first_touch(hand: Hand, browser: Browser, house: House) -> None:
    size = DESKTOP if hand == "mouse" else PHONE
    with visit(browser, house.address, size=size, confirm="never") as ada:
        made = moves_made(ada)
        my_turn(ada, ROUNDS)
        move, at = places(ada)[0]
        touch(ada, hand, at)
        ada.page.wait_for_timeout(100)
        assert made == [move]


def test_an_only_move_is_played_automatically_and_announced(browser: Browser, house: House) -> None:
    """The first islander must leave the pot, whatever the die shows."""
    with visit(browser, house.address, lone=True) as ada:
        made = moves_made(ada)
        ada.open_table(BOARDS)
        mine = ada.page.locator("aside.panel [role=tabpanel] li").filter(has_text="You roll")
        expect(mine.filter(has_text="leave the pot").first).to_be_visible()
        assert made[0] == "alone 0"


@pytest.mark.parametrize("game", SEATS)
def test_a_resting_pointer_shows_no_preview(game: str, browser: Browser, house: House) -> None:
    """The mouse rests where a touch target will appear, without asking for anything."""
    with visit(browser, house.address) as ada:
        my_turn(ada, game)
        said, drawn = ada.page.locator(".awaited [data-shown]"), ada.page.locator(PREVIEW)
        expect(drawn).to_have_count(0)
        for _ in range(4):
            _, at = places(ada)[0]
            ada.page.mouse.move(at[0] + 2, at[1])
            ada.page.mouse.move(*at)
            expect(drawn).not_to_have_count(0)
            assert ada.page.locator(".place-menu").count() == 0
            ada.page.keyboard.press("1")
            ada.page.wait_for_timeout(400)
            if not ada.wait():
                return
            ada.page.wait_for_timeout(400)
            for preview in (said, drawn, ada.page.locator(ARMED)):
                assert preview.count() == 0


@pytest.mark.parametrize(
    ("game", "where", "paragraph"),
    [
        (OPEN, "[data-why^=turtle]", "M"),
        (HANDS, "[data-why='place d4']", "H"),
        (BOARDS, "[data-why='alone 30']", "P12"),
        (ROUNDS, "[data-why=draw]", "W"),
    ],
)
def test_touching_a_place_without_a_move_says_why(
    game: str, where: str, paragraph: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address) as ada:
        my_turn(ada, game)
        touch(ada, "mouse", middle(ada.page.locator(where).first))
        told = ada.page.get_by_role("alert")
        expect(told).to_contain_text(re.compile(r"\w+ \w+.*"))
        expect(told.get_by_role("button")).to_have_attribute("aria-label", re.compile(paragraph))
        assert ada.page.locator(ARMED).count() == 0


def test_two_fingers_at_once_play_nothing(browser: Browser, house: House) -> None:
    with visit(browser, house.address, size=PHONE, confirm="never") as ada:
        made = moves_made(ada)
        my_turn(ada, ROUNDS)
        fingers = Fingers(ada)
        (_, one), (_, other) = places(ada)[:2]
        fingers.put(one)
        fingers.put(one, other)
        fingers.put(other)
        fingers.put()
        ada.page.wait_for_timeout(200)
        assert made == []
        touch(ada, "finger", one)  # then one finger alone plays
        ada.page.wait_for_timeout(200)
        assert len(made) == 1


@pytest.mark.parametrize("game", SEATS)
def test_a_touch_while_a_bot_moves_plays_nothing(game: str, browser: Browser, house: House) -> None:
    """It skips the animation; a finger put down earlier selects nothing."""
    with visit(browser, house.address, size=PHONE, motion="slow", confirm="never") as ada:
        made = moves_made(ada)
        my_turn(ada, game)
        _, at = places(ada)[0]
        for _ in range(3):
            ada.page.keyboard.press("1")
            ada.page.wait_for_timeout(150)
            before = len(made)
            fingers = Fingers(ada)
            fingers.put(at)
            ada.page.wait_for_timeout(60)
            ada.page.keyboard.press("Escape")  # the choices appear while the finger is down
            ada.page.wait_for_timeout(60)
            fingers.put()
            ada.page.wait_for_timeout(300)
            assert len(made) == before
            if not ada.wait():
                return


FINGER = 21  # pixels; a touch so far from the middle of a target still selects it


def apart(ada: Visit) -> list[tuple[str, Point]]:
    """Return the targets that no other target is near."""
    found = places(ada)
    return [(move, at) for move, at in found if sum(far(at, other) < 66 for _, other in found) == 1]


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@pytest.mark.parametrize("game", SEATS)
def test_a_target_with_room_around_it_is_as_large_as_a_finger(
    game: str, browser: Browser, house: House
) -> None:
    """The preview it then shows passes axe."""
    with visit(browser, house.address, size=PHONE) as ada:
        my_turn(ada, game)
        for _ in range(20):
            if apart(ada):
                break
            ada.page.keyboard.press("1")
            ada.page.wait_for_timeout(300)
            assert ada.wait()
        move, (x, y) = apart(ada)[0]
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            touch(ada, "finger", (x + FINGER * right, y + FINGER * down))
            expect(ada.page.locator(ARMED)).to_be_visible()
            shown = ada.page.locator(".awaited [data-shown]")
            assert shown.get_attribute("data-shown") == move
            if (right, down) == (0, 1):
                assert ada.violations() == []
            ada.page.keyboard.press("Escape")
            expect(ada.page.locator(ARMED)).to_have_count(0)


PIECES = """() => {
    const pieces = document.querySelectorAll(".board svg [data-drag], .board [data-piece=hand]");
    const shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
    for (const piece of pieces) {
        const {left, top, width, height} = piece.getBoundingClientRect();
        for (const down of shares) for (const right of shares) {
            const [x, y] = [left + right * width, top + down * height];
            if (document.elementFromPoint(x, y)?.closest("[data-drag]") === piece)
                return [piece.dataset.drag.split(";"), [x, y]];
        }
    }
}"""
"""A piece on the board that can be dragged: its moves, and a point of it that nothing covers."""


def piece_to_drag(ada: Visit) -> tuple[list[str], Point]:
    """Play until there is a piece to drag; return its moves, and where to take hold of it."""
    for _ in range(20):
        found = ada.page.evaluate(PIECES)
        if found:
            moves, (x, y) = found
            return moves, (x, y)
        ada.page.keyboard.press("1")
        ada.page.wait_for_timeout(300)
        assert ada.wait()
    raise AssertionError("nothing can be dragged")


def drag(ada: Visit, hand: Hand, fingers: Fingers) -> tuple[Point, Point]:
    """Pick up a piece, and bring it to where it can be put down."""
    wanted, start = piece_to_drag(ada)
    pick_up = (start[0] + 8, start[1] + 14)
    if hand == "mouse":
        ada.page.mouse.move(*start)
        ada.page.mouse.down()
        ada.page.mouse.move(*pick_up, steps=4)
    else:
        fingers.put(start)
        fingers.slide(pick_up)
    expect(ada.page.locator(".drawing.dragging")).to_be_attached(timeout=9000)
    end = next(at for move, at in places(ada, landing=True) if move in wanted)
    if hand == "mouse":
        ada.page.mouse.move(*end, steps=4)
    else:
        fingers.slide(end)
    return start, end


def cancel(ada: Visit, what: str, fingers: Fingers, start: Point, end: Point) -> None:
    """Do in mid-drag what is not meant to play anything."""
    if what == "second":
        fingers.put(end, start)
    elif what == "escape":
        ada.page.keyboard.press("Escape")
    elif what == "resize":
        ada.resize({"width": 500, "height": 700})
    elif what == "lost":
        ada.context.set_offline(True)
    if what != "drop":
        expect(ada.page.locator(".drawing.dragging")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "hand"), [*((game, "finger") for game in SEATS), (ROUNDS, "mouse")]
)
def test_a_drag_plays_where_it_ends_and_a_cancelled_drag_nothing(
    game: str, hand: Hand, browser: Browser, house: House
) -> None:
    size = DESKTOP if hand == "mouse" else PHONE
    with visit(browser, house.address, size=size) as ada:
        ada.expected = ["WebSocket", "ERR_", "fetching the script"]
        made = moves_made(ada)
        my_turn(ada, game)
        fingers = Fingers(ada)
        cancels = (
            ["escape", "resize", "lost"]
            if hand == "mouse"
            else ["second", "escape", "resize", "lost"]
        )
        for what in (*cancels, "drop"):
            start, end = drag(ada, hand, fingers)
            before = len(made)
            cancel(ada, what, fingers, start, end)
            if hand == "mouse":
                ada.page.mouse.up()
            else:
                fingers.put()
            ada.page.wait_for_timeout(200)
            assert len(made) == before + (what == "drop"), what
            if what == "lost":
                ada.context.set_offline(False)
                expect(ada.page.locator("header .middle")).to_be_empty()
            if what == "resize":
                ada.resize(size)
