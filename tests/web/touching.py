"""A person who plays by touching the board alone, with the list of moves folded."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Literal

from playwright.sync_api import Locator

from .browsing import Visit

Hand = Literal["mouse", "finger"]
Point = tuple[float, float]

PLACES = """() => {
    const board = document.querySelector("section.board .drawing");
    if (!board) return [];
    return [...board.querySelectorAll("[data-touch]")].map((one) => {
        const box = (one.querySelector("[data-hit]") ?? one).getBoundingClientRect();
        return {move: one.dataset.touch, from: "from" in one.dataset,
            x: box.x + box.width / 2, y: box.y + box.height / 2};
    });
}"""
"""The touch targets: the middle of each place, and its move."""
INSIDE = """() => {
    const menu = document.querySelector(".place-menu");
    if (!menu) return true;
    const {left, top, right, bottom} = menu.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
"""Whether the menu of a place, if there is one, lies inside the window."""


def moves_made(ada: Visit) -> list[str]:
    """Record the moves that the page sends from now on."""
    sent: list[str] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["do"] == "move":
            sent.append(message["move"])

    ada.page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def touch(ada: Visit, hand: Hand, at: Point) -> None:
    """Touch a place: click there with the mouse, or tap with a finger."""
    if hand == "mouse":
        ada.page.mouse.move(*at)
        ada.page.mouse.click(*at)
    else:
        ada.page.touchscreen.tap(*at)


def places(ada: Visit, *, landing: bool = False) -> list[tuple[str, Point]]:
    """Return the moves that the board offers now, each with its place.

    With `landing` only those where a piece can be put down.
    """
    found = [one for one in ada.page.evaluate(PLACES) if not (landing and one["from"])]
    return [(one["move"], (one["x"], one["y"])) for one in found]


def touch_some_move(ada: Visit, hand: Hand, random: Random, *, axe: bool = False) -> bool:
    """Touch a place twice; where several moves share it, choose one from the menu.

    Return whether there was a menu; it lies inside the window, and passes axe if that is asked for.
    """
    cards = ada.page.locator("section.board .drawing [data-piece^='card ']:enabled")
    if cards.count() and random.random() < 0.3:  # prefer a card, which can also be discarded
        touch(ada, hand, middle(cards.nth(random.randrange(cards.count()))))
    found = places(ada)
    if not found:
        return False
    _, at = random.choice(found)
    touch(ada, hand, at)
    choices = ada.page.locator(".place-menu [data-choice]")
    offered = choices.count() > 0
    if offered:
        assert ada.page.evaluate(INSIDE)
        assert not axe or ada.violations() == []
        touch(ada, hand, middle(choices.nth(random.randrange(choices.count()))))
    if ada.page.locator("section.controls .primary").count():  # it is previewed, and waits
        touch(ada, hand, at)
    return offered


def toucher(ada: Visit, hand: Hand) -> Callable[[Random], None]:
    """Return a player by touch, for `Visit.play_to_the_end`."""
    examined = False  # a menu, by axe

    def play(random: Random) -> None:
        nonlocal examined
        assert ada.page.locator("ol.folded").count() == 1
        examined |= touch_some_move(ada, hand, random, axe=not examined)

    return play


def middle(one: Locator) -> Point:
    """Return where to touch an element."""
    box = one.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Fingers:
    """Any number of fingers on the screen; the browser takes them for real ones."""

    def __init__(self, ada: Visit) -> None:
        self.session = ada.context.new_cdp_session(ada.page)

    def put(self, *at: Point) -> None:
        """Put or move fingers to these places."""
        kind = "touchStart" if at else "touchEnd"
        self._send(kind, at)

    def slide(self, *at: Point) -> None:
        """Slide them there without leaving the screen."""
        self._send("touchMove", at)

    def _send(self, kind: str, at: tuple[Point, ...]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
