"""The build: code that WebAssembly can't run is refused with function and line."""

from __future__ import annotations

import inspect
import math
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import wasmtime

import tablee
from samples import BOARDS, OPEN
from tablee.build.compiler import Exports, compiled
from tablee.build.module import build
from tablee.build.target import BuildError
from tablee.cli.main import main
from tablee.kernel.compile.signature import kinds
from tablee.kernel.contract import MODULE_OF
from tablee.kernel.wasm.stamp import FILE, PAGE_FILE, stamp_of
from tablee.lab.simulate import simulate


def logarithm(n: int) -> int:
    return int(math.log(n))


def power(n: int) -> int:
    return int((n + 0.5) ** 0.3)


def remainder(n: int) -> int:
    return int((n + 0.5) % 0.3)


def text(n: int) -> str:
    return str(n) + "!"


def growing(n: int) -> int:
    return len([i // 2 for i in range(n)])


def module_of_one(function: Any) -> bytes:
    exports = Exports()
    exports.add("one", compiled(function), list(kinds(function, {}).values()))
    return exports.module()


@pytest.mark.slow
@pytest.mark.parametrize("function", [logarithm, power, remainder, text, growing])
def test_calls_of_libraries_are_refused_with_function_and_line(function: Any) -> None:
    with pytest.raises(BuildError) as refusal:
        module_of_one(function)
    found = re.match(r"(.*):(\d+): (\w+) can’t be compiled to WebAssembly: .", str(refusal.value))
    assert found, str(refusal.value)
    lines, start = inspect.getsourcelines(function)
    assert Path(found[1]) == Path(__file__)
    assert start <= int(found[2]) < start + len(lines)
    assert found[3] == function.__name__


BEYOND_THE_RULES = ("play_matches", "advise", "outlook", "search", "sample", "subtract")


def root(n: int) -> int:
    return int(math.sqrt(n + 0.25) * 1000)


@pytest.mark.slow
def test_a_square_root_is_exact() -> None:
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, module_of_one(root))
    entry = wasmtime.Instance(store, module, []).exports(store)["one"]
    assert isinstance(entry, wasmtime.Func)
    assert [entry(store, n) for n in range(500)] == [root(n) for n in range(500)]


@pytest.mark.slow
def test_a_module_is_complete_and_reproducible() -> None:
    game = tablee.game(BOARDS)
    modules = build(game)
    assert build(game) == modules
    assert {*modules} == {FILE, PAGE_FILE}
    module = modules[FILE]
    loaded = wasmtime.Module(wasmtime.Engine(), module)
    assert loaded.imports == []
    assert {*MODULE_OF, *BEYOND_THE_RULES, "memory"} <= {one.name for one in loaded.exports}
    sources = stamp_of(module).sources
    assert {f"tablee.games.{BOARDS}.{part}" for part in ("state", "rules", "view")} <= set(sources)
    assert {"tablee.kernel.dice", "tablee.kernel.engines.playout", "tablee.kernel.record"} <= set(
        sources
    )
    assert not any("words" in name or "scene" in name for name in sources)


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "chess"]) == 2
    assert "There is no game called 'chess'." in capsys.readouterr().err


def test_a_missing_compiler_is_named_with_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [one for one in sys.modules if one.startswith("tablee.build.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert main(["-l", "en", "build", OPEN]) == 2
    assert capsys.readouterr().err == (
        "tablee: Building needs a compiler, and numba is missing. "
        "Install it with: pip install 'tablee[build]'\n"
    )


def test_policies_are_refused_in_webassembly() -> None:
    with pytest.raises(tablee.Refusal, match="Policies don’t run on the engine wasm"):
        simulate(OPEN, seats=2, games=1, engine="wasm", policies=["random", "random"])
