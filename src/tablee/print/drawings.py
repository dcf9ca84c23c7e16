"""The drawings of the page, as the build of the page has left them, ready for paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablee.games.papua.boards import KINDS, given, spaces_of
from tablee.refusals import Refusal

FOLDER = Path(__file__).parents[1] / "page" / "print"
KIND = re.compile(r"\bkind-(\d+)\b")
VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def folder() -> Path:
    """Where the drawings are; a refusal says what to do if there are none."""
    if not FOLDER.is_dir():
        raise Refusal("print.no_drawings")
    return FOLDER


def drawing(name: str) -> str:
    """A drawing as SVG."""
    return (folder() / f"{name}.svg").read_text("utf-8")


def shape(svg: str) -> float:
    """The width of a drawing by its height."""
    found = VIEW_BOX.search(svg)
    assert found is not None
    return float(found[1]) / float(found[2])


def papua_board(board: str | Mapping[str, Any]) -> str:
    """The board of that length, with its spaces in the kinds they have."""
    fields = given(board) if isinstance(board, str) else board
    listed = {space: kind[:-1] for kind in KINDS for space in spaces_of(fields, kind)}
    return KIND.sub(
        lambda found: listed.get(int(found[1]), "round"), drawing(f"papua-board-{fields['canoe']}")
    )
