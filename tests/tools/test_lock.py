"""The lock files cover the dependencies in pyproject.toml, and a gap is named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def test_versions_for_ranges_of_pythons_are_read() -> None:
    text = "scipy==1.2 ; python_full_version < '3.12' \\\n    --hash=sha256:0\nscipy==1.3 \\\n"
    assert [str(one) for one in lock.pins(text)["scipy"]] == ["1.2", "1.3"]
