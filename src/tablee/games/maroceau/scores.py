"""The score sheet of Maroc'eau: a column for each seat, a line for each round, totals below."""

from __future__ import annotations

from tablee.print.sheets import EDGE, Box, Label, Line, Page, Paper, Piece

ROUNDS = 18
MARGIN = EDGE + 6
NARROW = 12.0  # the column with the numbers of the rounds
HEAD = 26.0  # room for a seat's sign and a name
SIGN = 9.0


def score_page(paper: Paper, seats: int) -> Page:
    """Draw one side of the sheet."""
    left, top = MARGIN, MARGIN
    right, bottom = paper.width - MARGIN, paper.height - MARGIN
    column = (right - left - NARROW) / seats
    line = (bottom - top - HEAD) / (ROUNDS + 1)
    xs = [left, *(left + NARROW + column * seat for seat in range(seats + 1))]
    ys = [top, *(top + HEAD + line * number for number in range(ROUNDS + 2))]
    lines = [Line(x, top, x, bottom, "rule") for x in xs]
    lines += [Line(left, y, right, y, "rule") for y in ys]
    lines.append(Line(left, ys[-2] - 0.8, right, ys[-2] - 0.8, "rule"))  # twice, above the totals
    signs = [
        Piece(f"seat-{seat}", Box(x + (column - SIGN) / 2, top + 3, SIGN, SIGN))
        for seat, x in enumerate(xs[1:-1], 1)
    ]
    middle = left + NARROW / 2
    labels = [Label(middle, y + line / 2, str(n)) for n, y in enumerate(ys[1:-2], 1)]
    labels.append(Label(middle, ys[-2] + line / 2, "=", 12))
    return Page(paper, tuple(signs), tuple(lines), tuple(labels))
