"""What is cut out by itself: flat tokens, and tents that stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .sheets import EDGE, Box, Line, Page, Paper, Piece, outline

APART = 3.0  # mm between two things that are cut out
Drawn = tuple[tuple[Piece, ...], tuple[Line, ...]]


@dataclass(frozen=True)
class Token:
    """Lies flat: cut along its outline, or round the drawing itself."""

    drawing: str
    width: float
    height: float
    outlined: bool = True

    def at(self, x: float, y: float) -> Drawn:
        box = Box(x, y, self.width, self.height)
        return (Piece(self.drawing, box),), outline(box) if self.outlined else ()


@dataclass(frozen=True)
class Tent:
    """Stands: a strip with the drawing on both slopes, and a flap at each end for its floor."""

    drawing: str
    width: float
    slope: float
    flap: float

    @property
    def height(self) -> float:
        return 2 * (self.slope + self.flap)

    def at(self, x: float, y: float) -> Drawn:
        folds = [y + self.flap + self.slope * n for n in range(3)]
        back, front = (Box(x, fold, self.width, self.slope) for fold in folds[:2])
        return (
            (Piece(self.drawing, back, upside_down=True), Piece(self.drawing, front)),
            (
                *outline(Box(x, y, self.width, self.height)),
                *(Line(x, fold, x + self.width, fold, "fold") for fold in folds),
            ),
        )


def spread(paper: Paper, *groups: Sequence[Token | Tent]) -> Page:
    """Put everything on one page, in rows; each group begins a row of its own."""
    rows = [row for group in groups for row in _rows(group, paper.width - 2 * EDGE)]
    heights = [max(one.height for one in row) for row in rows]
    y = (paper.height - sum(heights) - APART * 2 * (len(rows) - 1)) / 2
    pieces: list[Piece] = []
    lines: list[Line] = []
    for row, height in zip(rows, heights, strict=True):
        x = (paper.width - _width(row)) / 2
        for one in row:
            drawn, around = one.at(x, y)
            pieces += drawn
            lines += around
            x += one.width + APART
        y += height + 2 * APART
    return Page(paper, tuple(pieces), tuple(lines))


def _width(row: Sequence[Token | Tent]) -> float:
    return sum(one.width + APART for one in row) - APART


def _rows(group: Sequence[Token | Tent], room: float) -> list[list[Token | Tent]]:
    rows: list[list[Token | Tent]] = [[]]
    for one in group:
        if _width([*rows[-1], one]) > room:
            rows.append([])
        rows[-1].append(one)
    return rows
