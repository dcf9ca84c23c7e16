"""Geometry: backs match their fronts, nothing leaves the paper, halves of a board meet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tablee
from samples import BOARDS, HANDS
from tablee.discovery import names
from tablee.print.contents import box_of
from tablee.print.sheets import EDGE, FLAP, PAPERS, Box, Page, Paper, Sheet, halves, mirrored

EXACT = 1e-6
BOARD = {BOARDS: "standard"}
EVERY = [(game, paper) for game in names() for paper in PAPERS]


def sheets(game: str, paper: str, seats: int | None = None) -> list[Sheet]:
    return box_of(tablee.game(game)).contents(PAPERS[paper], seats, BOARD.get(game)).sheets


def pages(game: str, paper: str) -> Iterator[Page]:
    for sheet in sheets(game, paper):
        yield sheet.front
        if sheet.back:
            yield sheet.back


def test_turning_over_the_long_edge_mirrors_left_and_right() -> None:
    paper = Paper(200, 300)
    corner = Box(10, 20, 30, 40)
    assert mirrored(corner, paper) == Box(160, 20, 30, 40)
    assert mirrored(mirrored(corner, paper), paper) == corner


@pytest.mark.parametrize(("game", "paper"), EVERY)
def test_every_front_has_its_back_behind_it(game: str, paper: str) -> None:
    width = PAPERS[paper].width
    for sheet in sheets(game, paper):
        if sheet.back is None or sheet.name == "scores":
            continue
        assert len(sheet.front.pieces) == len(sheet.back.pieces)
        assert len({piece.drawing for piece in sheet.back.pieces}) == 1
        for front, back in zip(sheet.front.pieces, sheet.back.pieces, strict=True):
            assert front.box.x + back.box.right == pytest.approx(width, abs=EXACT)
            assert (front.box.y, front.box.height) == (back.box.y, back.box.height)


@pytest.mark.parametrize(("game", "paper"), EVERY)
def test_cut_marks_of_both_sides_meet(game: str, paper: str) -> None:
    width = PAPERS[paper].width
    for sheet in sheets(game, paper):
        if sheet.name != "cards":
            continue
        assert sheet.back is not None
        through = {
            frozenset({(round(width - one.x1, 2), one.y1), (round(width - one.x2, 2), one.y2)})
            for one in sheet.back.lines
        }
        assert through == {
            frozenset({(round(one.x1, 2), one.y1), (round(one.x2, 2), one.y2)})
            for one in sheet.front.lines
        }
        for piece in sheet.front.pieces:  # with one at each corner of each card
            xs = {round(line.x1, 2) for line in sheet.front.lines if line.x1 == line.x2}
            ys = {round(line.y1, 2) for line in sheet.front.lines if line.y1 == line.y2}
            assert {round(piece.box.x, 2), round(piece.box.right, 2)} <= xs
            assert {round(piece.box.y, 2), round(piece.box.bottom, 2)} <= ys


@pytest.mark.parametrize(("game", "paper"), EVERY)
def test_everything_is_within_the_paper(game: str, paper: str) -> None:
    for page in pages(game, paper):
        most_x, most_y = page.paper.width - EDGE, page.paper.height - EDGE
        seen = [piece.window or piece.box for piece in page.pieces]
        seen += [
            Box(
                min(one.x1, one.x2), min(one.y1, one.y2), abs(one.x2 - one.x1), abs(one.y2 - one.y1)
            )
            for one in page.lines
        ]
        for box in seen:
            assert box.x >= EDGE - EXACT
            assert box.y >= EDGE - EXACT
            assert box.right <= most_x + EXACT
            assert box.bottom <= most_y + EXACT


@pytest.mark.parametrize(("game", "paper"), EVERY)
def test_no_two_pieces_overlap(game: str, paper: str) -> None:
    for page in pages(game, paper):
        boxes = [piece.box for piece in page.pieces if not is_tile(piece.drawing)]
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                beside = one.right <= other.x + EXACT or other.right <= one.x + EXACT
                above = one.bottom <= other.y + EXACT or other.bottom <= one.y + EXACT
                assert beside or above


def is_tile(drawing: str) -> bool:
    return drawing.split("-")[1] in ("rock", "grass", "snow", "cross", "tile")


@pytest.mark.parametrize("paper", PAPERS)
def test_hexagons_share_edges_and_never_overlap(paper: str) -> None:
    for sheet in sheets(HANDS, paper):
        if sheet.name != "tiles":
            continue
        boxes = [piece.box for piece in sheet.front.pieces]
        width = boxes[0].width
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
                assert apart >= width - EXACT  # of neighbouring hexagons


@pytest.mark.parametrize("paper", PAPERS.values())
@pytest.mark.parametrize("shape", [0.92, 1.23, 1.5])
def test_the_halves_of_a_board_make_the_whole(paper: Paper, shape: float) -> None:
    first, second = (one.front.pieces[0] for one in halves("board", paper, "x", shape))
    assert first.window
    assert second.window
    assert first.box.width == pytest.approx(second.box.width)
    assert first.box.width / first.box.height == pytest.approx(shape)
    if shape > 1:
        first_end = first.window.right - first.box.x
        second_start, second_end = (
            second.window.x - second.box.x,
            second.window.right - second.box.x,
        )
        whole = first.box.width
    else:
        first_end = first.window.bottom - first.box.y
        second_start, second_end = (
            second.window.y - second.box.y,
            second.window.bottom - second.box.y,
        )
        whole = first.box.height
    assert first_end - second_start == pytest.approx(FLAP)
    assert second_end == pytest.approx(whole)
    assert second_start == pytest.approx(whole / 2)
