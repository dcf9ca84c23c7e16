"""The finished PDF: pages, fonts, reproducible bytes, and refusals."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

import tablee
from print.pieces import usual_board
from samples import BOARDS, OPEN, SAMPLES, title
from tablee.discovery import names
from tablee.print import drawings, make_pdf
from tablee.print.contents import box_of
from tablee.print.pdf import data_of
from tablee.print.sheets import EDGE, PAPERS
from tablee.print.typesetting import FONTS
from tablee.words import LANGUAGES

pytestmark = pytest.mark.slow

PAGES = {name: sample.pages for name, sample in SAMPLES.items()}
"""The cover and its back, two pages for each sheet, two of rules."""
EVERY = [(game, paper, language) for game in names() for paper in PAPERS for language in LANGUAGES]
FACES = {"Tablee-Sans", "Tablee-Serif", "DejaVuSansMono"}


def count_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize(("game", "paper", "language"), EVERY)
def test_a_box_has_its_pages_in_our_fonts(game: str, paper: str, language: str) -> None:
    made = make_pdf(game, paper=paper, language=language)
    assert made.startswith(b"%PDF")
    assert count_of(made) == PAGES[game]
    names = {name.decode() for name in re.findall(rb"/BaseFont/[A-Z]{6}\+([\w-]+)", made)}
    assert names
    assert {name for name in names if not name.startswith(tuple(FACES))} == set()


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_has_a_glyph(game: str, language: str) -> None:
    known: set[int] = set(TTFont(FONTS / "TableeSans400.ttf").getBestCmap())
    for file in FONTS.glob("*.ttf"):
        known &= set(TTFont(file).getBestCmap())
    board = usual_board(game)
    drawn = box_of(tablee.game(game)).contents(PAPERS["a4"], None, board)
    data = data_of(tablee.game(game), drawn, PAPERS["a4"], language)
    missing = {letter for text in texts(data) for letter in text if ord(letter) not in known}
    assert missing == set()


def texts(data: Any) -> Iterator[str]:
    """Return all typeset words; code has a font of its own."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in ("made", "code"):
                yield from texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts(value)


def test_a_pdf_is_reproducible_byte_for_byte() -> None:
    assert make_pdf(BOARDS, language="fr") == make_pdf(BOARDS, language="fr")
    assert make_pdf(BOARDS, language="fr") != make_pdf(BOARDS, language="en")
    assert b"CreationDate" not in make_pdf(BOARDS)


def test_a_custom_board(tmp_path: Path) -> None:
    file = tmp_path / "reef.json"
    reef = {
        "name": "Reef",
        "squares": ["1-6", "17-22"],
        "gods": [14],
        "cannibals": [11],
        "canoe": 23,
    }
    file.write_text(json.dumps(reef))
    made = make_pdf(BOARDS, board=str(file), seats=3)
    assert count_of(made) == PAGES[BOARDS]
    assert len({made, make_pdf(BOARDS), make_pdf(BOARDS, board="short")}) == 3


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"game": "chess"}, f"no game called 'chess'. Possible: {OPEN}"),
        ({"game": OPEN, "paper": "a5"}, "no paper called 'a5'. Possible: a4, letter."),
        ({"game": OPEN, "language": "de"}, "no language called 'de'. Possible: en, fr."),
        ({"game": OPEN, "board": "short"}, f"{title(OPEN)} has one board only"),
        ({"game": BOARDS, "board": "round"}, "P3: there is no board called 'round'"),
        ({"game": BOARDS, "seats": 2}, f"P1: {title(BOARDS)} is played by 3 to 6, not by 2."),
    ],
)
def test_refusals_name_the_bad_argument(given: dict[str, Any], told: str) -> None:
    with pytest.raises(tablee.Refusal, match=re.escape(told)):
        make_pdf(**given)


def test_missing_drawings_are_refused_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "FOLDER", tmp_path / "nothing")
    with pytest.raises(tablee.Refusal, match="make page"):
        make_pdf(OPEN)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler-utils is not installed")
@pytest.mark.parametrize(("game", "paper"), [(game, paper) for game in names() for paper in PAPERS])
def test_the_margins_are_blank(game: str, paper: str, tmp_path: Path) -> None:
    dpi = 30
    file = tmp_path / "box.pdf"
    file.write_bytes(make_pdf(game, paper=paper, language="fr"))
    subprocess.run(
        ["pdftoppm", "-gray", "-r", str(dpi), file, tmp_path / "page"],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    margin = int((EDGE - 1) / 25.4 * dpi)
    images = sorted(tmp_path.glob("page-*.pgm"))
    assert len(images) == PAGES[game]
    for image in images:
        _, width, height, _, dots = image.read_bytes().split(maxsplit=4)
        rows = [dots[y * int(width) : (y + 1) * int(width)] for y in range(int(height))]
        edges = b"".join([*rows[:margin], *(row[:margin] + row[-margin:] for row in rows)])
        assert min(edges) > 250, image.name  # the caption is below
        assert min(dots) < 200, image.name
