"""How a table uses the screen, measured in a real browser, and the limits.

`hold` measures the page of a table at one size and compares it with LIMITS; on failure it shows the
figures, and saves a screenshot to the folder artefacts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from samples import SAMPLES

from .browsing import Visit

BOARD = {name: sample.board for name, sample in SAMPLES.items()}
"""The printed board, without anything beside it."""
NEEDED = {name: sample.needed for name, sample in SAMPLES.items()}
"""Everything that must be visible for a move."""


@dataclass(frozen=True)
class Limit:
    """The limits at one size of the window."""

    width: int
    height: int
    side: float = 0.0  # shorter side of the board, as a share of the shorter side of the window
    cover: float = 0.0  # alternatively, share of the window covered by the board
    broad: bool = False  # the board takes the full width, except for SPARE
    letters: float = 0.0  # CSS pixels of the smallest text on the board
    targets: float = 0.0  # CSS pixels of the shorter side of the smallest button, for fingers
    apart: float = 0.0  # CSS pixels between two touch targets of the board
    zoom: int = 100  # percent, of all text


SPARE = 16.5  # CSS pixels: two margins of eight, and rounding
SMALLEST = 12.0
ONE_PLACE = 22.0  # CSS pixels; targets closer than that share a menu
FINGER: dict[str, Any] = {"targets": 44.0, "apart": 30.0}
"""A touch selects the nearest target within 22 pixels: a square of 44 pixels. Where two of them
overlap a small menu asks which was meant; targets are kept apart so that this is rare.
"""
LIMITS = {
    "desk": Limit(1280, 800, side=0.78, cover=0.55, letters=SMALLEST),
    "wide": Limit(1920, 1080, side=0.82, cover=0.58, letters=SMALLEST),
    "phone": Limit(390, 844, broad=True, letters=SMALLEST, **FINGER),
    "small": Limit(360, 640, broad=True, letters=SMALLEST, **FINGER),
    "sideways": Limit(844, 390, side=0.86, letters=SMALLEST, **FINGER),
    "upright": Limit(768, 1024, side=0.8, letters=SMALLEST),
    "tablet": Limit(1024, 768, side=0.75, letters=SMALLEST),
    "twice": Limit(640, 400, side=0.6, letters=SMALLEST),  # 1280 × 800 at 200 %
    "large": Limit(390, 844, side=0.5, zoom=200),  # a phone with text twice as large
    "larger": Limit(360, 640, side=0.5, zoom=200),
}

MEASURE = r"""
([board, needed, onePlace]) => {
    const box = (one) => one.getBoundingClientRect();
    const {width, height} = box(document.querySelector(board));
    const controls = document.querySelector("div.controls");
    const lid = box(controls);
    const all = [...document.querySelectorAll(needed)].map(box);
    const beyond = (r) => Math.max(-r.left, -r.top, r.right - innerWidth, r.bottom - innerHeight);
    const under = (r) => Math.min(r.bottom - lid.top, r.right - lid.left, lid.bottom - r.top);
    const seen = (one) => one.checkVisibility({visibilityProperty: true});
    const solid = (one) => {
        const {fill, fillOpacity} = getComputedStyle(one);
        const flat = fill === "none" || /^rgba.*, 0\)$/.test(fill) || fillOpacity < 0.5;
        if (!seen(one) || one.closest("defs, symbol, marker")) return false;
        if (flat && one instanceof SVGElement) return false;
        for (let at = one; at; at = at.parentElement)
            if (getComputedStyle(at).opacity < 0.5) return false;
        return true;
    };
    const covers = (one, r, {x, y}) => x > r.left && x < r.right && y > r.top && y < r.bottom
        && (!one.isPointInFill || one.isPointInFill(
            new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse())));
    const words = document.createTreeWalker(document.querySelector(".board"), NodeFilter.SHOW_TEXT);
    const letters = [];
    while (words.nextNode()) {
        const one = words.currentNode.parentElement;
        if (!words.currentNode.data.trim() || !seen(one) || box(one).width < 2) continue;
        if (one.closest(".unseen, style, title")) continue;
        letters.push(parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1));
    }
    const buttons = [...document.querySelectorAll(".table :is(button, a):not([data-touch])")]
        .filter((one) => seen(one) && !one.closest(".folded, .look"))
        .map((one) => [Math.min(box(one).width, box(one).height), one.ariaLabel || one.textContent])
        .sort(([one], [other]) => one - other);
    const places = [...document.querySelectorAll(".board [data-touch]")]
        .map((one) => box(one.querySelector("[data-hit]") ?? one))
        .map((r) => [r.x + r.width / 2, r.y + r.height / 2]);
    const gaps = places.flatMap(([x, y], i) =>
        places.slice(i + 1).map(([left, top]) => Math.hypot(left - x, top - y)));
    const cut = [...controls.querySelectorAll("button")].filter(seen)
        .filter((one) => !one.closest(".folded"))
        .filter((one) => beyond(box(one)) > 1 || box(one).bottom > lid.bottom + 1);
    const numbers = [...document.querySelectorAll(".board [data-numbers] text")];
    const pieces = [...document.querySelectorAll(".board :is(path, circle, ellipse, rect, .plate)")]
        .filter(solid).map((one) => [one, box(one)]);
    const hidden = (number) => {
        const {left, top, width, height} = box(number);
        const over = pieces.filter(([one, r]) =>
            number.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING
            && r.left < left + width && r.right > left && r.top < top + height && r.bottom > top);
        const spots = [.2, .35, .5, .65, .8].flatMap((x) =>
            [.3, .5, .7].map((y) => new DOMPoint(left + x * width, top + y * height)));
        const under = spots.filter((at) => over.some(([one, r]) => covers(one, r, at)));
        return under.length > 0.3 * spots.length;
    };
    return {
        side: Math.min(width, height) / Math.min(innerWidth, innerHeight),
        cover: width * height / innerWidth / innerHeight,
        left: innerWidth - width,
        size: `${Math.round(width)} × ${Math.round(height)}`,
        long: document.documentElement.scrollHeight - innerHeight,
        broad: document.documentElement.scrollWidth - innerWidth,
        beyond: Math.max(...all.map(beyond)),
        under: Math.max(...all.map(under)),
        letters: Math.min(...letters),
        words: letters.length,
        numbers: numbers.length,
        hidden: numbers.filter(hidden).map((one) => one.textContent),
        smallest: buttons[0],
        fingers: matchMedia("(pointer: coarse)").matches,
        apart: Math.min(9999, ...gaps.filter((gap) => gap > onePlace)),
        cut: cut.map((one) => one.dataset.move ?? one.ariaLabel ?? one.textContent),
        rest: controls.scrollHeight - controls.clientHeight,
    };
}
"""
CHOICES = """() => {
    const list = document.querySelector("div.controls ol");
    const sheet = document.querySelector("div.controls");
    const cut = [...list.querySelectorAll("button")].filter((one) => {
        one.scrollIntoView({block: "nearest"});
        const box = one.getBoundingClientRect();
        const inside = [list, sheet, document.documentElement].every((around) => {
            const {left, right, top, bottom} = around.getBoundingClientRect();
            return box.left >= left - 1 && box.right <= right + 1
                && box.top >= top - 1 && box.bottom <= bottom + 1;
        });
        return !inside || one.scrollWidth > one.clientWidth + 1;
    });
    list.scrollTop = sheet.scrollTop = 0;
    const page = document.documentElement;
    return [cut.map((one) => one.dataset.move), page.scrollHeight - innerHeight];
}"""
"""The moves of the unfolded list that cannot be seen whole, and by how much the page scrolls."""


def measured(ada: Visit, game: str) -> dict[str, Any]:
    """Measure the page as it is now."""
    found: dict[str, Any] = ada.page.evaluate(MEASURE, [BOARD[game], NEEDED[game], ONE_PLACE])
    return found


def resize(ada: Visit, limit: Limit) -> None:
    """Resize the window and zoom the text; wait until the page is drawn."""
    ada.page.set_viewport_size({"width": limit.width, "height": limit.height})
    zoom = f"document.documentElement.style.fontSize = '{17 * limit.zoom / 100}px'"
    ada.page.evaluate(zoom if limit.zoom != 100 else "document.documentElement.style.fontSize = ''")
    ada.page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def checks(found: dict[str, Any], limit: Limit) -> dict[str, bool]:
    """Return what may be wrong, and whether it is."""
    wrong = {
        "the board is too small": found["side"] < limit.side
        and not (limit.cover and found["cover"] >= limit.cover),
        "the board is too narrow": limit.broad and found["left"] > SPARE,
        "the page scrolls": found["long"] > 0 or found["broad"] > 0,
        "a part of the board is out of sight": found["beyond"] > 1,
        "a part of the board is under the controls": found["under"] > 1,
        "letters are too small": found["letters"] < limit.letters - 0.05,
        "the measurement finds no letters": not found["words"],
        "a number is hidden": found["hidden"],
        "buttons are too small": found["fingers"] and found["smallest"][0] < limit.targets - 0.5,
        "places are too close": found["apart"] < limit.apart,
        "choices are cut off": found["cut"] or found["rest"] > 1,
    }
    return {what: bool(holds) for what, holds in wrong.items()}


def faults(found: dict[str, Any], limit: Limit) -> list[str]:
    """Return what violates LIMITS."""
    return [what for what, wrong in checks(found, limit).items() if wrong]


def hold(ada: Visit, game: str, size: str) -> str:
    """Measure the table at one size, and fail with a screenshot; return the size of the board."""
    limit = LIMITS[size]
    resize(ada, limit)
    found = measured(ada, game)
    wrong = faults(found, limit)
    if wrong:
        picture = ada.keep_picture(f"{game}-{size}-{wrong[0].replace(' ', '-')}")
        raise AssertionError(f"{game} at {size}: {', '.join(wrong)}; {picture}; {found}")
    return str(found["size"])
