"""The shipped modules match their rules, and are reproduced by the build."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import tablee
from packages.pig import PIG, install
from tablee.build.module import build, tools
from tablee.discovery import own_games
from tablee.kernel.wasm.module import load
from tablee.kernel.wasm.stamp import FILE, PAGE_FILE, stamp_of
from tables import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_modules_match_the_rules(game: tablee.Game) -> None:
    assert load(game.name, game.folder / FILE).exports
    assert load(game.name, game.folder / PAGE_FILE).exports


def test_the_module_of_the_example_matches_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PIG))
    assert load("pig", PIG / "pig" / FILE).exports


def test_modules_are_small() -> None:
    """The limits are generous; docs/benchmarks.md has the sizes (*WebAssembly beside Numba*)."""
    sizes = {
        file: [len(gzip.compress((game.folder / file).read_bytes(), 9)) for game in own_games()]
        for file in (FILE, PAGE_FILE)
    }
    assert sum(sizes[FILE]) <= 66_000
    assert max(sizes[PAGE_FILE]) <= 15_000


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_the_build_is_reproducible_byte_for_byte(game: tablee.Game) -> None:
    shipped = {file: (game.folder / file).read_bytes() for file in (FILE, PAGE_FILE)}
    assert stamp_of(shipped[FILE]).tools == tools()
    assert build(game) == shipped


@pytest.mark.soak
def test_the_build_of_the_example_is_reproducible_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    environment = install(tmp_path_factory.mktemp("pig"))
    module = Path(environment["PYTHONPATH"], "pig", FILE)
    module.unlink()
    command = [sys.executable, "-m", "tablee", "build", "pig"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert module.read_bytes() == (PIG / "pig" / FILE).read_bytes()
