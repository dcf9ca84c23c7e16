"""Every lock file can be installed from wheels on each system with each Python it is made for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lock

SYSTEMS = ("linux", "aarch64-unknown-linux-gnu", "aarch64-apple-darwin", "windows")
INTEL_MAC = "x86_64-apple-darwin"
PLACES = [
    pytest.param(one, system, f"3.{minor}", id=f"{one.name}-{system}-3.{minor}")
    for one in lock.LOCKS
    for system in (*SYSTEMS, *([INTEL_MAC] if one.intel else []))
    for minor in lock.PYTHONS
]


@pytest.mark.soak
@pytest.mark.parametrize(("locked", "system", "python"), PLACES)
def test_a_lock_file_can_be_installed(
    locked: lock.Lock, system: str, python: str, tmp_path: Path
) -> None:
    place = ["--target", str(tmp_path), "--python-platform", system, "--python-version", python]
    dependencies = [] if locked.dependencies else ["--no-deps"]
    done = subprocess.run(
        [sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--require-hashes",
         "--only-binary", ":all:", *place, *dependencies, "--requirement", str(locked.path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
