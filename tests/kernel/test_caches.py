"""The cache of compiled rules: our own old files are deleted, all others are kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablee.kernel.compile.caches import KEPT_CACHES, forget_old, why_not_kept


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
