"""The lock files cover the dependencies in pyproject.toml, and a gap is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import lock

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def test_the_lock_files_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert lock.check() == 0, capsys.readouterr().err


@pytest.mark.parametrize("file", LOCKS, ids=lambda file: file.stem)
def test_every_package_is_pinned_with_hashes_and_names_no_registry(file: Path) -> None:
    text = file.read_text("utf-8")
    assert "://" not in text
    assert "-index" not in text
    entries = re.split(r"\n(?=[a-z])", text)[1:]
    assert len(entries) == len([line for line in text.splitlines() if lock.PIN.match(line)]) > 0
    assert all("--hash=sha256:" in entry for entry in entries)


def changed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str) -> None:
    """Make `lock` read a changed pyproject.toml."""
    text = lock.PYPROJECT.read_text("utf-8")
    assert old in text
    file = tmp_path / "pyproject.toml"
    file.write_text(text.replace(old, new), "utf-8")
    monkeypatch.setattr(lock, "PYPROJECT", file)


def test_a_new_dependency_is_missing_from_each_of_its_lock_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(monkeypatch, tmp_path, '"rich>=13"', '"rich>=13", "brand-new>=1"')
    assert lock.check() == 1
    told = capsys.readouterr().err
    for name in ("serve", "play", "test", "bench"):
        assert f"requirements/{name}.txt lacks brand-new" in told
    assert "uv.txt" not in told
    assert "make lock" in told


def test_a_raised_minimum_version_is_noticed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(monkeypatch, tmp_path, '"pytest>=8.3"', '"pytest>=99"')
    assert lock.check() == 1
    assert re.search(r"requirements/test.txt has pytest [\d.]+, not >=99", capsys.readouterr().err)


def test_a_missing_lock_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    assert lock.check() == 1
    assert "requirements/play.txt is missing" in capsys.readouterr().err


def test_extras_of_the_package_itself_are_resolved() -> None:
    names = {one.name for one in lock.wanted(lock.TEST)}
    assert {"pytest", "hatchling", "rich"} <= names
    assert "tablee" not in names


FORKS = (
    "scipy==1.2 ; python_full_version < '3.12' \\\n    --hash=sha256:0\n"
    "scipy==1.3 ; python_full_version >= '3.12' \\\n    --hash=sha256:1\n"
)


def test_versions_for_ranges_of_pythons_are_read() -> None:
    assert [str(lock.version_of(one)) for one in lock.pins(FORKS)["scipy"]] == ["1.2", "1.3"]


@pytest.mark.parametrize(
    ("wanted", "lack"),
    [
        ("scipy>=1.2", None),
        ("scipy>=1.3", "has scipy 1.2, not >=1.3, for Python 3.11 on Linux"),
        ("scipy<1.3", "has scipy 1.3, not <1.3, for Python 3.12 on Linux"),
        ("scipy>=1.3; python_version >= '3.12'", None),
        ("scipy>1.2; os_name == 'nt'", "has scipy 1.2, not >1.2, for Python 3.11 on Windows"),
    ],
)  # fmt: skip
def test_every_python_and_system_is_compared(wanted: str, lack: str | None) -> None:
    assert lock.lack(Requirement(wanted), lock.pins(FORKS)["scipy"]) == lack


def test_a_pin_for_some_systems_only_is_noticed() -> None:
    there = lock.pins("uvloop==0.23 ; sys_platform == 'linux' \\\n")["uvloop"]
    wanted = Requirement("uvloop>=0.21; sys_platform != 'win32'")
    assert lock.lack(wanted, there) == "lacks uvloop for Python 3.11 on Darwin"


def test_what_the_build_system_asks_for_is_compared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(monkeypatch, tmp_path, '"hatchling>=1.27", "nodejs', '"hatchling>=99", "nodejs')
    text = lock.PYPROJECT.read_text("utf-8")  # of the two places, the build system alone
    page = text.index("\npage = ")
    lock.PYPROJECT.write_text(text[:page] + text[page:].replace("hatchling>=99", "hatchling>=1"))
    assert lock.check() == 1
    told = capsys.readouterr().err
    assert {line.split()[0].split("/")[1] for line in told.splitlines()[:-1]} == {
        f"{name}.txt" for name in ("test", "play", "bench", "audit")
    }
    assert "not >=99" in told
