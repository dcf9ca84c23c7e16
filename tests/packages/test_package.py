"""The wheel and the source distribution contain everything they need."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import tablee
from packages.wheels import Environment
from samples import BOARDS

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.xdist_group("wheel")
def test_the_wheel_has_rules_words_and_boards(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = f"""
import sys
sys.path.insert(0, sys.argv[1])
import tablee
assert tablee.__file__.startswith(sys.argv[1])
for game in tablee.all_games():
    assert game.paragraphs("en").keys() == game.paragraphs("fr").keys()
    print(game.start(seats=game.seats[0]).prompt("fr"))
tablee.game("{BOARDS}").start(seats=3, board="long")
from tablee.print import make_pdf
assert make_pdf("{BOARDS}", board="long").startswith(b"%PDF")
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(tmp_path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4


PLAYS = """
import tablee
from tablee.lab.simulate import simulate
from tablee.server.ops.run import serve
for game in tablee.all_games():
    simulate(game.name, seats=game.seats[0], games=20, seed=1, engine="python")
    for engine in ("cpu", "wasm"):
        print(simulate(game.name, seats=game.seats[0], games=20, seed=1, engine=engine).games)
"""


@pytest.mark.soak
@pytest.mark.xdist_group("wheel")
@pytest.mark.parametrize("resolution", ["lowest-direct", "highest"])
def test_the_oldest_and_newest_allowed_dependencies_work(
    resolution: str, wheel: Path, tmp_path: Path
) -> None:
    environment = Environment(tmp_path / "environment")
    environment.install("--resolution", resolution, f"{wheel}[lab]")
    done = subprocess.run(
        [environment.python, "-I", "-c", PLAYS], capture_output=True, text=True,
        env={"HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["20"] * 2 * len(tablee.all_games())


def test_the_source_distribution_contains_what_the_docs_point_to() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    kept = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    folders = "|".join(one.name for one in ROOT.iterdir() if one.is_dir() and one.name[0] != ".")
    named = {
        name
        for page in pages
        for name in re.findall(rf"[`(]({folders})/[\w.]+", page.read_text("utf-8"))
    }
    assert "deploy" in named
    assert named <= set(kept)


def test_the_changelog_lists_this_version() -> None:
    assert re.search(
        rf"^## {re.escape(tablee.__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), re.M
    )
