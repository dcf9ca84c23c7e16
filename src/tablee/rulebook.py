"""The rulebooks as people read them: `docs/rules`, cut into paragraphs by id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tablee.words import LANGUAGES

HEADING = re.compile(r"^### (?P<id>[A-Z]\d+[a-z]?) · (?P<title>.+)$")


@dataclass(frozen=True)
class Paragraph:
    """One rule: its id, section, title and text (Markdown)."""

    id: str
    section: str
    title: str
    text: str


_folders: dict[str, Path] = {}


def add_folder(game: str, folder: Path) -> None:
    """Add the rulebook of a game, `rulebook.en.md` and `rulebook.fr.md` in its folder."""
    _folders[game] = folder
    paragraphs.cache_clear()


def folder() -> Path:
    """Return where the pages are: in the installed package, or in the project's own docs."""
    installed = Path(__file__).parent / "docs" / "rules"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "docs" / "rules"


def page(game: str, language: str) -> str:
    """Return the whole page of a game, in another language if it is not there in this one."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    if game not in _folders:
        return (folder() / f"{game}.{language}.md").read_text("utf-8")
    for one in (language, *LANGUAGES):
        if (file := _folders[game] / f"rulebook.{one}.md").is_file():
            return file.read_text("utf-8")
    return ""


@cache
def paragraphs(game: str, language: str) -> dict[str, Paragraph]:
    """Return the paragraphs of a game by id, in the order of the page."""
    found: dict[str, Paragraph] = {}
    section = ""
    heading: re.Match[str] | None = None
    lines: list[str] = []

    def close() -> None:
        if heading is not None:
            text = "\n".join(lines).strip()
            found[heading["id"]] = Paragraph(heading["id"], section, heading["title"], text)

    for line in page(game, language).splitlines():
        if line.startswith(("# ", "## ", "### ")):
            close()
            heading, lines = HEADING.match(line), []
            if line.startswith("## "):
                section = line.removeprefix("## ")
        else:
            lines.append(line)
    close()
    return found


def appendices(game: str, language: str) -> dict[str, str]:
    """Return the sections that have no paragraphs, such as *In short*: their texts by title."""
    _, *sections = page(game, language).split("\n## ")
    split = (section.partition("\n") for section in sections if "\n### " not in section)
    return {title: text.strip() for title, _, text in split}
