"""Reviews as text, SVG, PNG and HTML, and the output of the commands."""

from __future__ import annotations

import json
import re
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from samples import BOARDS, HANDS, OPEN
from tablee.cli.main import main
from tablee.coach import html_report, plot, report
from tablee.coach.advice import advise
from tablee.coach.review import Review, Verdict, review
from tablee.print import typesetting
from tablee.words import LANGUAGES

from .plays import choices, match, played

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Bérénice <b>", "A name that is much too long & more", "D")


@cache
def found(name: str = HANDS) -> Review:
    return replace(review(played(name, 4, 3), simulations=6000), names=NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [HANDS, BOARDS])
def test_the_text_fits_80_columns(name: str, language: str) -> None:
    text = report.text(found(name), language)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "Bérénice <b>" in text
    assert "█" in text
    for account in found(name).accounts:
        assert f"{account.seat}. {NAMES[account.seat - 1][:3]}"[:4] in text


def test_a_review_without_names_numbers_seats() -> None:
    text = report.text(replace(found(), names=()), "fr")
    assert "place 3" in text
    text = report.text(replace(found(), finished=False), "en")
    assert "no result" in text


def test_bars_of_text() -> None:
    assert plot.spark([0, 0.5, 1], 10) == "▁▅█"
    assert plot.spark([0] * 50 + [1] * 51, 5) == "▁▁███"
    assert len(plot.spark([0.3] * 1000, 40)) == 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_svg_is_well_formed(language: str) -> None:
    root = ElementTree.fromstring(plot.svg(found(), language))
    inside = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f"{inside}polyline")
    assert len(lines) == 4
    rows = len(plot.shown_rows(found()))
    for line in lines:
        places = line.attrib["points"].split()
        assert len(places) == rows
        for place in places:
            x, y = map(float, place.split(","))
            assert plot.LEFT - 1 <= x <= plot.WIDTH - plot.RIGHT + 1
            assert plot.TOP - 1 <= y <= plot.HEIGHT - plot.BOTTOM + 1
    marked = sum(
        ply.judgement is not None and ply.judgement.verdict in (Verdict.MISTAKE, Verdict.BLUNDER)
        for ply in found().plies
    )
    assert len(root.findall(f"{inside}path")) == marked
    assert len(root.findall(f"{inside}circle")) == len(found().turning_points())


def test_no_text_is_too_small() -> None:
    style = html_report.html(found())
    pixels = [float(size) for size in re.findall(r"font(?:-size)?:([\d.]+)px", style)]
    relative = [16 * float(size) for size in re.findall(r"font-size:([\d.]+)r?em", style)]
    assert len(pixels) >= 2
    assert min(*pixels, *relative) >= 14


def test_the_deal_is_one_step_of_the_chart() -> None:
    rows = plot.shown_rows(found())
    assert found().deal > 40  # tiles and cards
    assert rows[:2] == [0, found().deal]
    assert rows[-1] == len(found().values) - 1


def test_names_in_the_chart_never_overlap() -> None:
    heights = sorted(plot.label_heights(found(), plot.Frame(found())).values())
    assert all(b - a >= plot.LABEL_GAP - 1e-9 for a, b in pairwise(heights))
    assert heights[-1] <= plot.HEIGHT


def test_the_png_is_valid() -> None:
    data = typesetting.png(plot.svg(found()), plot.WIDTH)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    assert (wide, high) == (2 * plot.WIDTH, 2 * plot.HEIGHT)
    start, pixels = 8, b""
    while start < len(data):
        (length,) = struct.unpack(">I", data[start : start + 4])
        kind, body = data[start + 4 : start + 8], data[start + 8 : start + 8 + length]
        (check,) = struct.unpack(">I", data[start + 8 + length : start + 12 + length])
        assert check == zlib.crc32(kind + body)
        pixels += body if kind == b"IDAT" else b""
        start += 12 + length
    rows = zlib.decompress(pixels)
    assert len(set(rows)) > 20  # it is not blank


class Checker(HTMLParser):
    """Counts tags, and checks that each opened tag is closed."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_has_both_languages_and_no_scripts() -> None:
    text = html_report.html(found(), "fr")
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert checker.seen["section"] == 2
    assert checker.seen["svg"] == 2
    assert "script" not in checker.seen
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "<b>" not in text.replace("<b>0", "").replace("<b>1", "")  # names are escaped
    assert 'id="in-fr" checked' in text
    for words in ("Luck and skill", "Chance et adresse"):
        assert words in text


def test_the_text_of_a_hint() -> None:
    position = next(choices(HANDS, 3))
    advice = advise(position.view(position.to_act), simulations=300)
    for language in LANGUAGES:
        text = report.hint(advice, language)
        assert advice.best in text
        assert max(len(line) for line in text.splitlines()) <= 80
    assert len(advice.moves) > report.SHOWN_MOVES
    assert "and" in report.hint(advice).splitlines()[-3] or advice.odds


# --- the commands --------------------------------------------------------------------------------


def saved(folder: Path, name: str, moves: int = 10**6) -> str:
    path = folder / f"{name}.tablee"
    path.write_text(match(name, 3, 6, moves=moves).transcript.text(), "utf-8")
    return str(path)


def test_the_review_command_prints_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, BOARDS)
    for kind in ("html", "svg", "png", "json", "txt"):
        out = tmp_path / f"report.{kind}"
        assert main(["review", file, "--simulations", "500", "--out", str(out), "-l", "fr"]) == 0
        printed = capsys.readouterr().out
        assert "Chance et adresse" in printed
        assert str(out) in printed
        assert out.stat().st_size > 1000
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["game"] == BOARDS
    assert main(["review", file, "--simulations", "500", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["accounts"]


def test_refusals_of_the_review_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, open_ = saved(tmp_path, BOARDS), saved(tmp_path, HANDS, moves=5)
    for arguments, words in (
        ([file, "--out", "report.pdf"], "not as 'report.pdf'"),
        ([file, "--out", str(tmp_path / "no" / "r.txt"), "--simulations", "300"], "cannot be"),
        ([str(tmp_path / "nothing")], "nothing"),
        ([open_], "not over"),
        ([file, "--simulations", "0"], "simulations"),
    ):
        assert main(["review", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_the_hint_command_advises_the_seat_to_act(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, HANDS, moves=5)
    few = ["--simulations", "200"]
    assert main(["hint", file, *few, "-l", "en"]) == 0
    assert "simulated games" in capsys.readouterr().out
    assert main(["hint", file, *few, "--json"]) == 0
    advice = json.loads(capsys.readouterr().out)
    other = advice["moves"][-1]["move"]
    assert main(["hint", file, *few, "--why-not", other, "-l", "en"]) == 0
    assert other in " ".join(capsys.readouterr().out.split("\n\n")[-1].split())
    assert main(["hint", file, *few, "--why-not", other, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["why_not"]


def test_refusals_of_the_hint_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", saved(tmp_path, BOARDS), "-l", "en"]) == 2
    assert "No player is to move" in capsys.readouterr().err
    quiet = tmp_path / "quiet.tablee"
    quiet.write_text(match(OPEN, 2, 3, moves=2, hints=False).transcript.text(), "utf-8")
    assert main(["hint", str(quiet), "-l", "en"]) == 2
    assert "Hints are off" in capsys.readouterr().err
    file = saved(tmp_path, HANDS, moves=5)
    assert main(["hint", file, "--simulations", "99", "--why-not", "nonsense", "-l", "en"]) == 2
    told = capsys.readouterr().err
    assert "'nonsense' is not a legal move right now" in told
    assert "Possible: " in told
