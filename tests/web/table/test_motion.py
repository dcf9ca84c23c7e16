"""Things move the way hands move them, and stay still for those who prefer no motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from samples import OPEN
from server.live import House

from ..browsing import SEATS, Visit, visit
from ..late import open_late

pytestmark = pytest.mark.slow

WATCH = """
    window.moved = [];
    const told = new Set();
    const look = () => {
        for (const one of document.getAnimations()) {
            if (one.playState !== "running" || told.has(one)) continue;
            told.add(one);
            const name = one.animationName ?? one.transitionProperty ?? "animate";
            moved.push(`${name}: ${one.effect.target.cloneNode().outerHTML}`);
        }
        requestAnimationFrame(look);
    };
    look();
"""
"""Record every animation and transition that runs."""

FLIGHTS = r"""
    window.tumbles = 0;
    window.arrivals = [];
    const PLACE = /^translate\((-?[\d.e-]+)px, (-?[\d.e-]+)px\) scale/;
    const seatAt = ({x, y}) => document.elementsFromPoint(x, y)
        .find((one) => one.matches("[data-seat]"))?.dataset.seat;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...timing) {
        const end = Array.isArray(frames) ? frames.at(-1)?.transform ?? "" : "";
        if (/rotate\(-?360deg/.test(end)) tumbles += 1;
        const [, x, y] = PLACE.exec(end) ?? [];
        if (x !== undefined && this.matches("svg .egg")) {
            const board = this.parentNode.getScreenCTM();
            arrivals.push(seatAt(new DOMPoint(x, y).matrixTransform(board)));
        }
        return animate.call(this, frames, ...timing);
    };
"""
"""Record what turns over while it falls, and at which seats the prize of the game arrives."""


def round_of(ada: Visit, turns: int = 2) -> None:
    """Play some turns of mine, with those of the others between them."""
    for _ in range(turns):
        if not ada.wait():
            return
        ada.page.keyboard.press("1")
        ada.page.wait_for_timeout(300)
    ada.wait()


@pytest.mark.parametrize("game", SEATS)
def test_nothing_moves_for_those_who_prefer_no_motion(
    game: str, browser: Browser, house: House
) -> None:
    with visit(browser, house.address, motion=None) as ada:
        ada.page.emulate_media(reduced_motion="reduce")
        ada.open_table(game)
        assert ada.wait()
        ada.page.evaluate(WATCH)
        round_of(ada)
        assert ada.page.evaluate("moved") == []


def test_a_stack_that_falls_tumbles(browser: Browser, house: House) -> None:
    with visit(browser, house.address, motion="fast") as ada:
        ada.page.add_init_script(FLIGHTS)
        ada.open_table(OPEN)
        for _ in range(100):  # rolls, of which every third or so loses the balance
            if ada.page.evaluate("tumbles"):
                return
            assert ada.wait()
            ada.page.keyboard.press("1")
            ada.page.wait_for_timeout(50)
        raise AssertionError("nothing falls")


def test_the_last_prize_flies_to_the_winner(browser: Browser, house: House) -> None:
    with visit(browser, house.address, motion="fast") as ada:
        ada.page.add_init_script(FLIGHTS)
        open_late(ada, house, OPEN, left=1)
        ada.play_to_the_end(ada.play_by_key)
        expect(ada.result).to_be_visible()
        arrivals = ada.page.evaluate("arrivals")
        assert len(arrivals) == 7
        assert len(set(arrivals)) == 1
        assert arrivals[0] in ("1", "2")
