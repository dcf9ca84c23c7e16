"""The pages of the documentation, and their code blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FRONT = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "SECURITY")]
PAGES = [*FRONT, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```", re.M | re.S)
TITLE = re.compile(r'title="([^"]+)"')
GENERATED = re.compile(r"<!-- generated: |^::: ", re.M)


def name_of(page: Path) -> str:
    """Return the name of a page for the id of a test."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """Yield the code blocks in a language, each with the number of the line before its first."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        if found[2] == language and not TITLE.search(found[3]):
            indent = len(found[1])
            lines = [line[indent:] for line in found[4].splitlines()]
            yield text.count("\n", 0, found.start(4)), "\n".join(lines) + "\n"


def files(page: Path) -> dict[str, str]:
    """Return the files that a page shows in full, by the titles of their blocks."""
    found = FENCE.finditer(page.read_text("utf-8"))
    return {title[1]: block[4] for block in found if (title := TITLE.search(block[3]))}


def prose(page: Path) -> str:
    """Return a page without its code blocks."""
    return FENCE.sub("", page.read_text("utf-8"))
