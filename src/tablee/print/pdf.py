"""A box as PDF, by typst: cover, sheets, rules. The same box is always the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tablee
from tablee.discovery import game as find_game
from tablee.gamebox import Game
from tablee.refusals import Refusal
from tablee.words import LANGUAGES, say

from . import rules, typesetting
from .contents import Contents, box_of
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
    """Return the box of a game to print; a board, by name or as a file, is for games with
    several.
    """
    box = find_game(game)
    if paper not in PAPERS:
        raise Refusal("print.no_paper", instead=list(PAPERS), paper=repr(paper))
    if language not in LANGUAGES:
        raise Refusal("print.no_language", instead=LANGUAGES, name=repr(language))
    if seats is not None:
        box.read_seats(seats)
    boards = box.options.get("board")
    if board is not None and boards is None:
        raise Refusal("print.no_board", title=box.title)
    chosen = boards.read(board or boards.default) if boards else None
    drawn = box_of(box).contents(PAPERS[paper], seats, chosen)
    return typesetting.pdf(TEMPLATE, folder(), data_of(box, drawn, PAPERS[paper], language))


def data_of(game: Game, drawn: Contents, paper: Paper, language: str) -> dict[str, Any]:
    """Return everything that typst has to know."""

    def words(key: str, **values: object) -> str:
        return say(f"print.{key}", language, **values)

    names = Counter(sheet.name for sheet in drawn.sheets)
    return {
        "language": language,
        "title": game.title,
        "paper": asdict(paper),
        "subject": words("subject", title=game.title),
        "lid": drawn.lid,
        "introduction": rules.introduction(game.name, language),
        "inside": words("inside"),
        "sheets": [
            {
                "name": say(f"print.sheet_{name}", language),
                "count": words("sheets", count=count),
                "how": say(f"print.how_{name}", language),
            }
            for name, count in names.items()
        ],
        "needed": words("needed"),
        "needs": say(f"{game.name}.print_needs", language),
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
    """Put two pages on a sheet, so that backs come where they belong; each with a caption."""
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
