"""What is shipped: the wheel and the source distribution carry all they need."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import tablee

ROOT = Path(__file__).parents[1]


def test_the_wheel_has_rules_words_and_boards(tmp_path: Path) -> None:
    tree = tmp_path / "tree"  # a copy: other tests look at the page meanwhile
    left_out = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "page", "mutants")
    shutil.copytree(ROOT, tree, ignore=left_out)
    (tree / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(tmp_path), str(tree)],
        check=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    code = """
import sys
sys.path.insert(0, sys.argv[1])
import tablee
assert tablee.__file__.startswith(sys.argv[1])
for game in tablee.all_games():
    assert game.paragraphs("en").keys() == game.paragraphs("fr").keys()
    print(game.start(seats=game.seats[0]).prompt("fr"))
tablee.game("papua").start(seats=3, board="long")
from tablee.print import make_pdf
assert make_pdf("papua", board="long").startswith(b"%PDF")
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(unpacked)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4


def test_what_the_pages_point_to_is_in_the_source_distribution() -> None:
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


def test_the_changelog_tells_of_this_version() -> None:
    assert re.search(
        rf"^## {re.escape(tablee.__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), re.M
    )
