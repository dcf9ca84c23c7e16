"""The examples of the documentation: Python runs, and commands exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from packages.pig import PIG, install
from tablee.cli.main import build_parser

from .pages import PAGES, ROOT, blocks, files, name_of

WITH_PYTHON = [page for page in PAGES if any(blocks(page, "python"))]
WITH_COMMANDS = [page for page in PAGES if any(blocks(page, "sh"))]


def run(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the examples of a page in a process and a folder of their own."""
    paths = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "docs.run_examples", str(page)],
        cwd=folder, env={**os.environ, "PYTHONPATH": paths},
        capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_PYTHON, ids=name_of)
def test_the_python_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.name == "add-a-game.md":  # a reader who has come to its end has installed the game
        for name, value in install(tmp_path).items():
            monkeypatch.setenv(name, value)
    done = run(page, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tutorials_have_python_examples() -> None:
    names = {name_of(page) for page in WITH_PYTHON}
    assert {"README.md", "docs/tutorials/research.md", "docs/tutorials/add-a-game.md"} <= names


@pytest.mark.slow
@pytest.mark.parametrize("block", [">>> 1 + 1\n3", "assert False"])
def test_a_wrong_example_is_found(block: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n\n```python\n{block}\n```\n", "utf-8")
    assert run(page, tmp_path).returncode != 0


def test_the_tutorial_shows_every_file_of_its_game() -> None:
    shown = files(ROOT / "docs" / "tutorials" / "add-a-game.md")
    for title, text in shown.items():
        assert (ROOT / "examples" / "pig" / title).read_text("utf-8") == text, title
    kept = {file.relative_to(PIG).as_posix() for file in PIG.rglob("*.*") if file.is_file()}
    french = {name for name in kept if "/fr/" in name or ".fr." in name}
    made = {name for name in kept if "__pycache__" in name or name.endswith(".wasm")}
    assert kept - french - made == set(shown)


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_exist(page: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M)
    for _, block in blocks(page, "sh"):
        for line in block.splitlines():
            words = line.partition("#")[0].split()
            if "|" in words:
                words = words[words.index("|") + 1 :]
            if words[:1] == ["tablee"]:
                assert hasattr(build_parser().parse_args(words[1:]), "run"), line
            elif words[:1] == ["make"]:
                assert words[1] in targets, line
            elif words[:1] == ["python"] and words[1] != "-m":
                assert (ROOT / words[1]).is_file(), line
