"""The wheel as a user gets it, and empty environments to install it in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".*", "__pycache__", "node_modules", "page", "mutants", "artefacts")


def build_wheel(folder: Path) -> Path:
    """Build the wheel from a copy of the tree, since other tests use the page meanwhile."""
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (tree / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(folder), str(tree)],
        check=True,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


class Environment:
    """An empty virtual environment."""

    def __init__(self, folder: Path) -> None:
        subprocess.run(
            [sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, folder],
            check=True,
        )
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.programs / "python"

    def install(self, *what: str) -> None:
        """Install ready-made packages; nothing is compiled."""
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--only-binary", ":all:",
             "--python", self.python, *what],
            check=True,
        )  # fmt: skip

    def install_locked(self, wheel: Path) -> None:
        """Install a wheel with what the container image has: no Numba, NumPy or compiler."""
        self.install("--require-hashes", "--requirement", str(ROOT / "requirements" / "serve.txt"))
        self.install("--no-deps", str(wheel))
