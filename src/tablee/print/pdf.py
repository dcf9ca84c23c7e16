"""A box as PDF: cover, rules in short, the sheets front and back, the rules. Same box, same bytes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typst

import tablee
from tablee import gamebox
from tablee.refusals import Refusal
from tablee.words import LANGUAGES, say

from . import rules
from .box import Board, Contents, contents
from .drawings import folder
from .sheets import PAPERS, Page, Paper, Sheet

TEMPLATE = Path(__file__).with_name("box.typ")


def make_pdf(
    game: str,
    *,
    paper: str = "a4",
    language: str = "en",
    seats: int | None = None,
    board: str | None = None,
) -> bytes:
    """The box of a game to print; a board, by name or as a file, is for Papua."""
    box = gamebox.game(game)
    if paper not in PAPERS:
        raise Refusal("print.no_paper", instead=list(PAPERS), paper=repr(paper))
    if language not in LANGUAGES:
        raise Refusal("print.no_language", instead=LANGUAGES, language=repr(language))
    if board is not None and "board" not in box.options:
        raise Refusal("print.no_board", title=box.title)
    if seats is not None:
        box.read_seats(seats)
    path: Board = box.options["board"].read(board or "standard") if "board" in box.options else ""
    drawn = contents(game, PAPERS[paper], seats, path)
    return compiled(data_of(box, drawn, PAPERS[paper], language))


def compiled(data: dict[str, Any]) -> bytes:
    """What typst makes of it."""
    root = folder()
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[root / "fonts"])
    made = typst.compile(
        TEMPLATE.read_bytes(),
        root=root,
        font_paths=fonts,
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        timestamp=0,
    )
    assert isinstance(made, bytes)
    return made


def data_of(game: gamebox.Game, drawn: Contents, paper: Paper, language: str) -> dict[str, Any]:
    """Everything that typst has to know."""

    def words(key: str, **values: object) -> str:
        return say(f"print.{key}", language, **values)

    names = Counter(sheet.name for sheet in drawn.sheets)
    return {
        "language": language,
        "title": game.title,
        "paper": asdict(paper),
        "subject": words("subject", title=game.title),
        "introduction": rules.introduction(game.name, language),
        "inside": words("inside"),
        "sheets": [
            {
                "name": words(f"sheet_{name}"),
                "count": words("sheets_one" if count == 1 else "sheets_many", count=count),
                "how": words(f"how_{name}"),
            }
            for name, count in names.items()
        ],
        "needed": words("needed"),
        "needs": words(f"needs_{game.name}"),
        "printing": words("printing"),
        "steps": [words("step_scale"), words("step_sides")],
        "ruler": words("ruler"),
        "licence": words("licence", version=tablee.__version__),
        "short": rules.in_short(game.name, language),
        "rules": words("rules"),
        "sections": rules.sections(game.name, language),
        "pages": pages_of(game.title, drawn.sheets, language),
        "made": drawn.made,
    }


def pages_of(title: str, sheets: Sequence[Sheet], language: str) -> list[dict[str, Any]]:
    """Two pages a sheet, so that what belongs on a back comes there; each with a caption."""
    pages = []
    for number, sheet in enumerate(sheets, 1):
        values = {
            "title": title,
            "name": say(f"print.sheet_{sheet.name}", language),
            "number": number,
            "count": len(sheets),
        }
        empty = Page(sheet.front.paper)
        back = ("caption_back", sheet.back) if sheet.back else ("caption_empty", empty)
        for key, page in (("caption_front", sheet.front), back):
            pages.append({**asdict(page), "caption": say(f"print.{key}", language, **values)})
    return pages
