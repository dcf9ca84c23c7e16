"""The layout on paper, in millimetres from the upper left corner.

A sheet has a front and a back. It is printed on both sides and turned over on its long edge, so
what is on the left of the front is on the right of the back: `mirrored` alone knows that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

EDGE = 8.0  # mm around the paper that are left free: not every printer reaches further
MARK = 4.0  # the length of a cut mark
GAP = 1.0  # from a cut mark to what is cut
ROOM = EDGE + MARK + GAP  # around what has cut marks
FLAP = 10.0  # of one half of a board, that goes under the other


@dataclass(frozen=True)
class Paper:
    """A size of paper."""

    width: float
    height: float

    def on_its_side(self) -> Paper:
        """Return the same paper, wider than high."""
        return Paper(self.height, self.width)


PAPERS = {"a4": Paper(210.0, 297.0), "letter": Paper(215.9, 279.4)}


@dataclass(frozen=True)
class Box:
    """A place on paper."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True)
class Piece:
    """A drawing in its place: upside down, or only as much of it as a window shows."""

    drawing: str
    box: Box
    upside_down: bool = False
    window: Box | None = None


@dataclass(frozen=True)
class Line:
    """A straight line: to cut or to fold along, or to write between."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "cut"  # or fold, or rule


@dataclass(frozen=True)
class Label:
    """A few words around a point."""

    x: float
    y: float
    text: str
    size: float = 9.0  # pt


@dataclass(frozen=True)
class Page:
    """One side of a sheet."""

    paper: Paper
    pieces: tuple[Piece, ...] = ()
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper, named by the message `print.sheet_…`."""

    name: str
    front: Page
    back: Page | None = None


def mirrored(box: Box, paper: Paper) -> Box:
    """Return the place on the back of a sheet behind a place on its front."""
    return replace(box, x=paper.width - box.right)


def behind(front: Page, drawing: str) -> Page:
    """Return the back of a page: a drawing behind each piece, with cut marks if it has any."""
    boxes = [mirrored(piece.box, front.paper) for piece in front.pieces]
    pieces = tuple(Piece(drawing, box) for box in boxes)
    return Page(front.paper, pieces, marks(boxes) if front.lines else ())


def grid(paper: Paper, width: float, height: float) -> list[Box]:
    """Return all places of a size that fit on the paper, row by row, with room for cut marks."""
    columns = int((paper.width - 2 * ROOM) // width)
    rows = int((paper.height - 2 * ROOM) // height)
    x = (paper.width - columns * width) / 2
    y = (paper.height - rows * height) / 2
    return [
        Box(x + column * width, y + row * height, width, height)
        for row in range(rows)
        for column in range(columns)
    ]


def honeycomb(paper: Paper, radius: float) -> list[Box]:
    """Return the places of hexagons with a corner on top; every other row is one shorter."""
    width = 3**0.5 * radius
    columns = int((paper.width - 2 * EDGE) // width)
    rows = int((paper.height - 2 * EDGE - radius / 2) // (1.5 * radius))
    top = (paper.height - (1.5 * rows + 0.5) * radius) / 2
    places = []
    for row in range(rows):
        count = columns - row % 2
        left = (paper.width - count * width) / 2
        for column in range(count):
            at = (left + column * width, top + 1.5 * row * radius)
            places.append(Box(*at, width, 2 * radius))
    return places


def marks(boxes: Sequence[Box]) -> tuple[Line, ...]:
    """Cut marks around places that lie side by side."""
    left, right = min(box.x for box in boxes) - GAP, max(box.right for box in boxes) + GAP
    top, bottom = min(box.y for box in boxes) - GAP, max(box.bottom for box in boxes) + GAP
    lines = []
    for x in sorted({round(x, 3) for box in boxes for x in (box.x, box.right)}):
        lines += [Line(x, top - MARK, x, top), Line(x, bottom, x, bottom + MARK)]
    for y in sorted({round(y, 3) for box in boxes for y in (box.y, box.bottom)}):
        lines += [Line(left - MARK, y, left, y), Line(right, y, right + MARK, y)]
    return tuple(lines)


def outline(box: Box) -> tuple[Line, ...]:
    """Return a place to be cut out by itself."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (
        Line(x, y, right, y),
        Line(right, y, right, bottom),
        Line(right, bottom, x, bottom),
        Line(x, bottom, x, y),
    )


def card_sheets(
    name: str, paper: Paper, size: tuple[float, float], fronts: Sequence[str], back: str
) -> list[Sheet]:
    """Lay out cards side by side with cut marks, and their backs."""
    places = grid(paper, *size)
    return [
        Sheet(name, front, behind(front, back))
        for front in laid(paper, places, fronts, with_marks=True)
    ]


def tile_sheets(
    name: str, paper: Paper, radius: float, fronts: Sequence[str], back: str
) -> list[Sheet]:
    """Lay out hexagons side by side, to be cut apart along their edges, and their backs."""
    places = honeycomb(paper, radius)
    return [Sheet(name, front, behind(front, back)) for front in laid(paper, places, fronts)]


def laid(
    paper: Paper, places: Sequence[Box], drawings: Sequence[str], *, with_marks: bool = False
) -> list[Page]:
    """Put drawings into the places of as many pages as they need."""
    pages = []
    for first in range(0, len(drawings), len(places)):
        here = drawings[first : first + len(places)]
        pieces = tuple(Piece(one, box) for one, box in zip(here, places, strict=False))
        boxes = [piece.box for piece in pieces]
        pages.append(Page(paper, pieces, marks(boxes) if with_marks else ()))
    return pages


def halves(name: str, paper: Paper, drawing: str, shape: float) -> list[Sheet]:
    """Return a board of a shape (width by height) on two sheets, beside or below each other.

    The first half has a flap, over which the second is glued.
    """
    beside = shape > 1
    page = paper if beside else paper.on_its_side()
    turn = _as_it_is if beside else _turned
    whole = turn(Box(0, 0, page.width, page.height))
    ratio = shape if beside else 1 / shape
    half = min(whole.width - 2 * ROOM - FLAP, (whole.height - 2 * ROOM) * ratio / 2)
    across = 2 * half / ratio
    y = (whole.height - across) / 2
    sheets = []
    for before, shown in ((0.0, half + FLAP), (half, half)):
        x = (whole.width - shown) / 2
        window = turn(Box(x, y, shown, across))
        piece = Piece(drawing, turn(Box(x - before, y, 2 * half, across)), window=window)
        half_of_it = turn(Box(x, y, half, across))  # up to where the flap begins
        sheets.append(Sheet(name, Page(page, (piece,), marks([window, half_of_it]))))
    return sheets


def _as_it_is(box: Box) -> Box:
    return box


def _turned(box: Box) -> Box:
    return Box(box.y, box.x, box.height, box.width)
