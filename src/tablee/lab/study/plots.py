"""The plots of a study as SVG: intervals beside a line, and curves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from tablee.coach.plot import COLOURS, DASHES, STYLE, points, shortened
from tablee.lab.estimate import Estimate

WIDTH = 980
LABELS, RIGHT, TOP, BOTTOM = 330, 110, 12, 44  # margins
ROW = 30  # between intervals
HEIGHT, LEFT, NAMES = 330, 70, 230  # of curves, and the room for their names
LABEL_GAP = 20
TICKS = 5

Write = Callable[[float], str]
Point = tuple[float, float]


def intervals(title: str, rows: Sequence[tuple[str, Estimate]], write: Write) -> str:
    """Return means with their intervals, one below the other, beside a line at 0."""
    ends = [end for _, one in rows for end in (one.low, one.high) if math.isfinite(end)]
    marks = ticks(min([0.0, *ends]), max([0.0, *ends]))
    low, high = marks[0], marks[-1]
    floor = TOP + ROW * len(rows)

    def x(value: float) -> float:
        inside = min(high, max(low, value))
        return LABELS + (WIDTH - LABELS - RIGHT) * (inside - low) / (high - low)

    parts = [opening(title, floor + BOTTOM)]
    for mark in marks:
        place = x(mark)
        thick = ' stroke-width="2"' if mark == 0 else ""
        parts.append(
            f'<line class="grid" x1="{place:.1f}" x2="{place:.1f}" y1="{TOP}" y2="{floor}"{thick}/>'
            + text(place, floor + 20, write(mark), "middle")
        )
    for number, (label, one) in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        parts.append(
            text(LABELS - 14, y + 5, shortened(label, 44), "end")
            + f'<line stroke="{COLOURS[0]}" stroke-width="3" x1="{x(one.low):.1f}" '
            f'x2="{x(one.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle fill="{COLOURS[0]}" cx="{x(one.mean):.1f}" cy="{y}" r="5"/>'
            + text(WIDTH - RIGHT + 14, y + 5, write(one.mean), "start")
        )
    return "\n".join([*parts, "</svg>\n"])


def curves(title: str, series: Sequence[tuple[str, Sequence[Point]]], write: Write) -> str:
    """Return curves over a common x axis, with their names at the right."""
    places = [place for _, line in series for place in line]
    across = ticks(min(x for x, _ in places), max(x for x, _ in places))
    marks = ticks(0.0, max(y for _, y in places))
    wide, high = WIDTH - LEFT - NAMES, HEIGHT - TOP - BOTTOM

    def at(place: Point) -> Point:
        x = (place[0] - across[0]) / (across[-1] - across[0])
        return LEFT + wide * x, TOP + high * (1 - place[1] / marks[-1])

    parts = [opening(title, HEIGHT)]
    for mark in marks:
        y = at((across[0], mark))[1]
        parts.append(
            f'<line class="grid" x1="{LEFT}" x2="{LEFT + wide}" y1="{y:.1f}" y2="{y:.1f}"/>'
            + text(LEFT - 8, y + 5, write(mark), "end")
        )
    for mark in across:
        x = at((mark, 0.0))[0]
        parts.append(text(x, HEIGHT - BOTTOM + 20, f"{mark:g}", "middle"))
    for number, (name, line) in enumerate(series):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        x, y = LEFT + wide + 14, TOP + 10 + LABEL_GAP * number
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2"{dashed} '
            f'stroke-linejoin="round" points="{points([at(place) for place in line])}"/>'
            f'<line stroke="{colour}" stroke-width="2"{dashed} x1="{x}" x2="{x + 22}" y1="{y}" '
            f'y2="{y}"/>' + text(x + 30, y + 5, shortened(name, 24), "start")
        )
    return "\n".join([*parts, "</svg>\n"])


def opening(title: str, height: int) -> str:
    """Return the beginning of a drawing, with its title for screen readers."""
    said = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{said}"><title>{said}</title><style>{STYLE}</style>'
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>'
    )


def text(x: float, y: float, words: str, anchor: str) -> str:
    """Return some words at a place."""
    said = escape(words)
    return f'<text class="text" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'


def ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers, evenly spaced, around an interval.

    >>> ticks(0, 43), ticks(-0.02, 0.011)
    ([0.0, 10.0, 20.0, 30.0, 40.0, 50.0], [-0.02, -0.01, 0.0, 0.01, 0.02])
    """
    span = high - low or 1.0
    size = 10.0 ** math.floor(math.log10(span / TICKS))
    step = next(size * factor for factor in (1, 2, 5, 10) if span / (size * factor) <= TICKS)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * place, 10) for place in range(first, max(last, first + 1) + 1)]
