"""`tablee print` and `GET /api/print/…` give the same file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from litestar.testing import TestClient

from samples import BOARDS, HANDS, OPEN, title
from tablee.cli.main import main
from tablee.cli.output import print_
from tablee.print import make_pdf
from tablee.server.app import create_app
from tablee.server.runtime.config import Config
from tablee.server.service import Service
from tablee.server.store import open_store


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "box.pdf"
    asked = ["print", OPEN, "--out", str(file), "--paper", "letter", "--seats", "4", "-l", "fr"]
    assert main(asked) == 0
    assert file.read_bytes() == make_pdf(OPEN, paper="letter", seats=4, language="fr")
    assert str(file) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "chess"),
        ([OPEN, "--paper", "a5"], "'a5'"),
        ([HANDS, "--board", "short"], title(HANDS)),
        ([BOARDS, "--board", "nowhere.json"], "nowhere.json"),
        ([BOARDS, "--seats", "7"], "3"),
    ],
)
def test_refusals_of_the_print_command(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "box.pdf"
    assert main(["print", *arguments, "--out", str(file)]) == 2
    assert told in capsys.readouterr().err
    assert not file.exists()


def test_an_unwritable_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nowhere" / "box.pdf"
    assert main(["print", BOARDS, "--out", str(file)]) == 2
    assert os.fspath(file) in capsys.readouterr().err


def test_slow_printing_shows_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(print_, "PATIENCE", 0.0)
    assert main(["print", BOARDS, "--out", str(tmp_path / "box.pdf")]) == 0
    assert "Laying out" in capsys.readouterr().err


def test_the_server_sends_the_same_file() -> None:
    app = create_app(Service(Config(), open_store("memory:")))
    with TestClient(app) as client:
        answer = client.get(f"/api/print/{BOARDS}.pdf?paper=letter&language=fr&board=short&seats=3")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert f'filename="{BOARDS}-letter-fr.pdf"' in answer.headers["content-disposition"]
        expected = make_pdf(BOARDS, paper="letter", language="fr", board="short", seats=3)
        assert answer.content == expected
        for path, status in (
            ("chess.pdf", 404),
            (f"{OPEN}.txt", 404),
            (f"{OPEN}.pdf?paper=a5", 400),
            (f"{OPEN}.pdf?board=short", 400),
            (f"{BOARDS}.pdf?board=/etc/board.json", 400),
            (f"{BOARDS}.pdf?seats=2", 400),
        ):
            refused = client.get(f"/api/print/{path}")
            assert refused.status_code == status, path
            assert set(refused.json()) == {"why", "paragraph", "instead"}
