"""A simulated keyboard and screen for tests of the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablee.cli.main import main


@dataclass(frozen=True)
class Typed:
    """The exit code and both outputs of a command."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """Return the output without its line breaks."""
        return " ".join(self.out.split())


TypeIn = Callable[..., Typed]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the user's files and settings out of the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TABLEE_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no test cuts the power


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> TypeIn:
    """Provide a function that runs `tablee` with arguments and lines on its standard input."""

    def run(*arguments: str, lines: Iterable[str] = ()) -> Typed:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main(list(arguments))
        return Typed(code, *capsys.readouterr())

    return run
