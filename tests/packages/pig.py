"""Pig, the game of examples/pig, installed beside Tablée."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tablee.kernel.compile.caches import cache_root

ROOT = Path(__file__).parents[2]
PIG = ROOT / "examples" / "pig"


def install(folder: Path) -> dict[str, str]:
    """Install the package into a folder; return the environment of a user who has it."""
    site = folder / "site"
    subprocess.run(
        [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps",
         "--no-build-isolation", "--python", sys.executable, "--target", site, PIG],
        check=True,
    )  # fmt: skip
    return {
        **os.environ,
        "PYTHONPATH": str(site),
        "HOME": str(folder),
        "TABLEE_CACHE": str(cache_root()),  # where the other games are compiled already
        "XDG_DATA_HOME": str(folder / "data"),
    }
