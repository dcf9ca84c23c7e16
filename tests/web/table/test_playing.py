"""Each game played to its end in a browser: by keyboard, and in words alone."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from samples import BOARDS, OPEN, ROUNDS, title
from server.live import House

from ..browsing import DESKTOP, DOUBLE, PHONE, SEATS, TITLES, visit
from ..late import BEGINNINGS, open_late, open_whole_or_late
from ..touching import moves_made

pytestmark = pytest.mark.slow

GAMES = list(SEATS)
FEW_TURNS = {**SEATS, OPEN: 7}
"""Numbers of seats that leave few turns to each."""


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_start_a_game(game: str, browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        ada.go("/")
        card = ada.page.locator("article, li").filter(
            has=ada.page.get_by_role("heading", name=TITLES[game])
        )
        card.get_by_role("link", name="Play").or_(
            card.get_by_role("button", name="Play")
        ).first.click()
        ada.page.get_by_role("button", name="Play").last.click()
        assert ada.wait()
        expect(ada.page.locator("section.board .drawing")).to_be_visible()
        ada.shoot(f"{game}-desktop-en")


@pytest.mark.parametrize("whole", BEGINNINGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keyboard(game: str, whole: bool, browser: Browser, house: House) -> None:
    with visit(browser, house.address, language="fr") as ada:
        least = open_whole_or_late(ada, house, whole, game)
        assert ada.play_to_the_end(ada.play_by_key) >= least
        ada.shoot(f"{game}-result-fr")


@pytest.mark.parametrize("whole", BEGINNINGS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_the_text_form_only(
    game: str, whole: bool, browser: Browser, house: House
) -> None:
    """Play to the end, with no picture, no mouse and no keys but Tab and Enter."""
    with visit(browser, house.address, text="only", keys=False) as ada:
        seats = ["me", *["gentle"] * (FEW_TURNS[game] - 1)]
        least = open_whole_or_late(ada, house, whole, game, seats)
        ada.wait()
        expect(ada.page.locator("section.board h2").first).to_be_visible()
        assert ada.violations() == []
        ada.listen()
        before = len(ada.log())

        heard: list[str] = []

        def play(random: Random) -> None:
            assert ada.page.locator("section.board svg").count() == 0
            told = ada.heard()
            assert not heard or told != heard[-1]
            heard.append(told)
            ada.play_by_tab(random)

        assert ada.play_to_the_end(play) >= least
        title = ada.result.get_by_role("heading")
        expect(title).to_be_focused()
        expect(title).to_contain_text(re.compile("won|share"))
        expect(ada.result.get_by_role("listitem")).to_have_count(FEW_TURNS[game])
        told = ada.heard()
        assert [piece for piece in ada.log()[before:] if piece not in told] == []
        assert ada.violations() == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_a_double_click_plays_one_move(
    size: dict[str, int], browser: Browser, house: House
) -> None:
    """Without animation the next moves appear at once, under the second click."""
    with visit(browser, house.address, size=size, list=True) as ada:
        made = moves_made(ada)
        ada.open_table(ROUNDS)
        ada.page.evaluate(
            "addEventListener('click', (e) => (window.at ??= []).push(e.timeStamp), true)"
        )
        doubles = 0
        for _ in range(6):
            assert ada.wait()
            before = len(made)
            found = ada.moves.first.bounding_box()
            assert found is not None
            x, y = found["x"] + found["width"] / 2, found["y"] + found["height"] / 2
            ada.page.mouse.click(x, y)
            ada.page.wait_for_timeout(120)
            ada.page.mouse.click(x, y)
            ada.page.wait_for_timeout(DOUBLE)
            if ada.page.evaluate("at.at(-1) - at.at(-2)") < 400:  # else the machine was slow
                doubles += 1
                assert len(made) == before + 1
                assert ada.page.get_by_role("dialog").count() == 0
        assert doubles


def test_a_key_held_down_plays_one_move(browser: Browser, house: House) -> None:
    with visit(browser, house.address) as ada:
        made = moves_made(ada)
        ada.open_table(OPEN)
        for count, key in enumerate(("1", "Enter"), 1):
            assert ada.wait()
            ada.moves.first.focus()
            for _ in range(5):
                ada.page.keyboard.down(key)
                ada.page.wait_for_timeout(120)
            ada.page.keyboard.up(key)
            assert len(made) == count


def test_a_win_by_the_turn_limit_is_explained(browser: Browser, house: House) -> None:
    """[P42] No islander is in the canoe when the turns are over."""
    with visit(browser, house.address) as ada:
        open_late(ada, house, BOARDS)
        ada.play_to_the_end(ada.play_by_key)
        expect(ada.result).to_contain_text("Nobody reached the canoe in time")
        ada.result.get_by_role("button", name="P42").click()
        rules = ada.page.get_by_role("complementary", name=f"Rules of {title(BOARDS)}")
        expect(rules.locator("article.here")).to_have_attribute("data-paragraph", "P42")
