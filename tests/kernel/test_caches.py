"""The cache of compiled rules: our own old files are deleted, all others are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tablee.kernel.compile.caches import KEPT_CACHES, forget_old, why_not_kept
from tablee.kernel.compile.cpu import compile_rules
from tablee.kernel.contract import legal
from tablee.kernel.rule import driver


def test_only_our_own_files_are_deleted(tmp_path: Path) -> None:
    letters = [tmp_path / name for name in ("letters", "photos", "0123456789abcdef.old")]
    ours = [tmp_path / f"{number:016x}" for number in range(KEPT_CACHES + 3)]
    for age, folder in enumerate([*letters, *ours]):
        folder.mkdir()
        (folder / "something").write_text("dear")
        os.utime(folder, (age, age))
    forget_old(ours[-1])
    assert all((folder / "something").exists() for folder in letters)
    assert [folder.exists() for folder in ours] == [False] * 3 + [True] * KEPT_CACHES


def test_an_impossible_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "file" / "cache"))
    assert why_not_kept() == "Not a directory"
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "new" / "cache"))
    assert why_not_kept() is None


def test_the_working_directory_does_not_name_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "script.py").write_text("print()")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    made: dict[str, Any] = {}
    exec("def found_nowhere(): return 1", made)
    compile_rules(nothing, {}, "one")
    compile_rules(nothing, {legal: made["found_nowhere"]}, "two")
    assert len(list((tmp_path / "cache").iterdir())) == 1


@driver
def nothing() -> None:
    """Do nothing."""
