"""The module of a game: everything of it that runs compiled, in one file in its folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version
from types import FunctionType
from typing import Any

from tablee.bots import contract as advice
from tablee.bots.entries import begin_search, choose_by_liking, most_visited
from tablee.bots.heuristics import fillings_of, has_rounds, heuristic_of
from tablee.bots.tree import Workspace, workspace_of
from tablee.build.compiler import Exports, compiled, link
from tablee.build.sources import modules_of
from tablee.coach.odds import odds_of
from tablee.coach.sampling import play_rounds
from tablee.discovery import own_games
from tablee.gamebox import Game
from tablee.kernel import contract
from tablee.kernel.compile import bits
from tablee.kernel.compile.cpu import constant
from tablee.kernel.compile.signature import kinds
from tablee.kernel.dice import Dice
from tablee.kernel.engines.copying import COPY, copy_compiled
from tablee.kernel.engines.playout import play_matches
from tablee.kernel.record import Record
from tablee.kernel.reports import WRITING, apply_reporting, reporting
from tablee.kernel.rule import ENTRIES, Copies, specialise
from tablee.kernel.wasm.stamp import FILE, PAGE_FILE, Stamp, fingerprints

SHOWING = (
    "setup", "to_act", "legal", "chance", "apply_reporting", "why_not", "score", "observe", "sees",
)  # fmt: skip
"""What the page calls of the rules to show a match (`web/src/lib/engine/rules.ts`)."""

OWN = ("tablee.kernel.", "tablee.bots.", "tablee.coach.")


def build(game: Game) -> dict[str, bytes]:
    """Return the modules of a game by file name: equal bytes from equal sources and tools."""
    fillings = fillings_of(game) | bits.COMPILED | {COPY: copy_compiled}
    stand_ins = {contract.State: game.state.State, Workspace: workspace_of(game)}
    exports, copies = Exports(), Copies()
    records: set[type[Record]] = {game.state.State, Dice}

    def add(function: Any, described: Any, filled: dict[Any, Any], meant: dict[Any, Any]) -> None:
        made = specialise(function, filled, game.name, compiled, constant, copies)
        parameters = kinds(described, meant)
        records.update(kind.record for kind in parameters.values() if kind.record)
        exports.add(described.__name__, made, list(parameters.values()))

    for function, described in exported(game):
        add(function, described, fillings, stand_ins)
    wide = stand_ins | {contract.State: reporting(game.state.State)}
    add(apply_reporting, apply_reporting, fillings | WRITING, wide)
    functions: list[FunctionType] = [original for original, _ in copies]
    stamp, code = Stamp(fingerprints(modules_of(functions, records)), tools()), exports.code()
    modules = {FILE: stamp.on(link(code, exports.names))}
    if game in own_games():
        modules[PAGE_FILE] = stamp.on(
            link(code, [*SHOWING, *(one.__name__ for one in queries(game))])
        )
    return modules


def queries(game: Game) -> tuple[Any, ...]:
    """Return the functions of the view that only the page calls."""
    return getattr(game.view, "QUERIES", ())


def exported(game: Game) -> Iterator[tuple[Any, Any]]:
    """Yield what a module exports, each with the function whose parameters are annotated."""
    for verb, part in contract.MODULE_OF.items():
        yield getattr(getattr(game, part), verb), getattr(contract, verb)
    for advising in (advice.advise, advice.at_rest, advice.outlook):
        yield getattr(heuristic_of(game), advising.__name__), advising
    for query in queries(game):
        yield query, query
    for driver in (play_matches, choose_by_liking, begin_search, most_visited):
        yield driver, driver
    assert odds_of(game)  # the part is loaded, with its entries
    for entry in ENTRIES:
        if entry is play_rounds and not has_rounds(game):
            continue
        if f"{entry.__module__}.".startswith((*OWN, f"{game.package}.")):
            yield entry, entry


def tools() -> dict[str, str]:
    """Return the versions of all that has a say in the bytes of a module."""
    versions = {name: version(name) for name in ("llvmlite", "numba", "ziglang")}
    return versions | {"python": ".".join(map(str, sys.version_info[:2]))}


def write(game: Game) -> bytes:
    """Build the modules of a game into its folder, and return the whole one."""
    modules = build(game)
    for file, module in modules.items():
        (game.folder / file).write_bytes(module)
    return modules[FILE]
