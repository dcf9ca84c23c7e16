"""The page's own rules give the same matches, scenes, sentences, refusals and bots as Python."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import hatch_build
import pytest
from playwright.sync_api import Browser

import tablee
from tablee import discovery
from tablee.kernel.wasm.stamp import FILE

from .traces import match, settings

GAMES = [game.name for game in discovery.own_games()]
IN_NODE = """
import { readFileSync } from "node:fs";
const { compared } = await import(process.argv[2]);
const { game, matches, module } = JSON.parse(readFileSync(process.argv[3], "utf8"));
console.log(JSON.stringify(await compared(game, matches, module)));
"""
IN_BROWSER = """async ([script, { game, matches, module }]) => {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { compared } = await import(address);
    return compared(game, matches, module);
}"""


@pytest.fixture(scope="session")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bundle the page's rules with the comparison into one script."""
    folder = tmp_path_factory.mktemp("engine")
    hatch_build.node(hatch_build.WEB / "tests" / "engine" / "bundle.mjs", str(folder), "same")
    (folder / "compare.mjs").write_text(IN_NODE, "utf-8")
    return next(folder.glob("same.*"))


def trace(name: str, share: float, *, all_settings: bool, seed: int = 0) -> dict[str, Any]:
    """Record random matches: with the fewest and the most seats, or in all settings."""
    game = tablee.game(name)
    found = list(settings(game))
    matches = [
        match(game, seats, options, f"{name} {seed} {number}", share)
        for number, (seats, options) in enumerate(found if all_settings else [found[0], found[-1]])
    ]
    module = (game.folder / FILE).read_bytes()
    return {"game": name, "matches": matches, "module": b64encode(module).decode()}


def in_node(script: Path, told: dict[str, Any], folder: Path, capfd: Any) -> list[Any]:
    """Return how many things were compared in Node, and the differences."""
    file = folder / "trace.json"
    file.write_text(json.dumps(told), "utf-8")
    capfd.readouterr()
    hatch_build.node(script.with_name("compare.mjs"), str(script), str(file))
    found: list[Any] = json.loads(capfd.readouterr().out)
    return found


def check(told: dict[str, Any], found: list[Any]) -> None:
    count, *differences = found
    assert differences == []
    assert count > 10 * sum("shown" in ply for one in told["matches"] for ply in one["plies"]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_page_plays_and_shows_the_same_as_python(
    game: str, script: Path, tmp_path: Path, capfd: Any
) -> None:
    told = trace(game, 0.1, all_settings=False)
    check(told, in_node(script, told, tmp_path, capfd))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_in_chromium(game: str, script: Path, browser: Browser) -> None:
    told = trace(game, 0.02, all_settings=False)
    page = browser.new_page()
    check(told, page.evaluate(IN_BROWSER, [script.read_text("utf-8"), told]))
    page.close()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_rules_with_all_seats_and_options(
    game: str, seed: int, script: Path, tmp_path: Path, capfd: Any
) -> None:
    told = trace(game, 0.2, all_settings=True, seed=seed)
    check(told, in_node(script, told, tmp_path, capfd))
