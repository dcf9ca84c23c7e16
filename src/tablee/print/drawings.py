"""The drawings of the page, as the build of the page has left them, ready for paper."""

from __future__ import annotations

import re
from pathlib import Path

from tablee.refusals import Refusal

FOLDER = Path(__file__).parents[1] / "page" / "print"
VIEW_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def folder() -> Path:
    """Return where the drawings are; a refusal says what to do if there are none."""
    if not FOLDER.is_dir():
        raise Refusal("print.no_drawings")
    return FOLDER


def drawing(name: str) -> str:
    """Return a drawing as SVG."""
    return (folder() / f"{name}.svg").read_text("utf-8")


def shape(svg: str) -> float:
    """Return the width of a drawing by its height."""
    found = VIEW_BOX.search(svg)
    assert found is not None
    return float(found[1]) / float(found[2])
