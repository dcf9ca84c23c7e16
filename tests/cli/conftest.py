"""A keyboard and a screen for the tests of the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablee.cli.main import main


@dataclass(frozen=True)
class Typed:
    """What came of a command: its exit code and both outputs."""

    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output without the breaks of its lines."""
        return " ".join(self.out.split())


TypeIn = Callable[..., Typed]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the user's is touched, and nothing of his has a say."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TABLEE_LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setattr("os.fsync", lambda handle: None)  # no test cuts the power


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> TypeIn:
    """Runs `tablee` with these arguments and these lines on its standard input."""

    def run(*arguments: str, lines: Iterable[str] = ()) -> Typed:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        capsys.readouterr()
        code = main(list(arguments))
        return Typed(code, *capsys.readouterr())

    return run
