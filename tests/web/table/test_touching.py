"""Playing by touching the board; only deliberate touches play."""

from __future__ import annotations

import re
from itertools import product

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


def hand_to_drag(ada: Visit) -> tuple[Point, Point]:
    """Find the card in my hand, and a place in my garden."""
    my_turn(ada, ROUNDS)
    for _ in range(6):
        if ada.page.locator("[data-piece=hand]").count():
            break
        ada.page.keyboard.press("1")
        ada.page.wait_for_timeout(300)
        assert ada.wait()
    start = middle(ada.page.locator("[data-piece=hand]"))
    end = next(at for move, at in places(ada) if move.startswith("swap"))
    return start, end


@pytest.mark.parametrize("what", ["drop", "resize", "second", "lost", "escape"])
@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_a_drag_plays_where_it_ends_and_a_cancelled_drag_nothing(
    what: str, hand: Hand, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, size=DESKTOP if hand == "mouse" else PHONE) as ada:
        ada.expected = ["WebSocket", "ERR_"]
        made = moves_made(ada)
        start, end = hand_to_drag(ada)
        before = len(made)
        fingers = Fingers(ada)
        if hand == "mouse":
            ada.page.mouse.move(*start)
            ada.page.mouse.down()
            ada.page.mouse.move(*end, steps=4)
        else:
            fingers.put(start)
            fingers.slide(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
            fingers.slide(end)
        expect(ada.page.locator(".drawing.dragging")).to_be_attached()
        if what == "resize":
            ada.page.set_viewport_size({"width": 500, "height": 700})
        elif what == "second" and hand == "finger":
            fingers.put(end, start)
        elif what == "lost":
            ada.context.set_offline(True)
            expect(ada.page.locator(".drawing.dragging")).to_have_count(0)
        elif what in ("escape", "second"):
            ada.page.keyboard.press("Escape")
        if what != "drop":
            expect(ada.page.locator(".drawing.dragging")).to_have_count(0)
        if hand == "mouse":
            ada.page.mouse.up()
        else:
            fingers.put()
        ada.context.set_offline(False)
        ada.page.wait_for_timeout(300)
        assert len(made) == before + (what == "drop")
