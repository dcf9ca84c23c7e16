"""The module of a game: everything of it that runs compiled, in one file in its folder."""

from __future__ import annotations

import sys
from importlib.metadata import version
from types import FunctionType
from typing import Any

from tablee.build.compiler import Exports, compiled
from tablee.build.sources import modules_of
from tablee.gamebox import Game
from tablee.kernel import contract
from tablee.kernel.compiled import constant
from tablee.kernel.dice import Dice
from tablee.kernel.engine import verbs_of
from tablee.kernel.playout import play_matches
from tablee.kernel.record import Record
from tablee.kernel.rule import Copies, specialise
from tablee.kernel.signature import kinds
from tablee.kernel.wasm.stamp import FILE, Stamp, fingerprints


def build(game: Game) -> bytes:
    """Return the module of a game: the same bytes from the same sources and tools."""
    fillings = verbs_of(game)
    exports, copies = Exports(), Copies()
    records: set[type[Record]] = {game.state.State, Dice}

    def export(function: Any, described: Any) -> None:
        """Export a function with the parameters of another, which is annotated in full."""
        made = specialise(function, fillings, game.name, compiled, constant, copies)
        parameters = kinds(described, game.state.State)
        records.update(kind.record for kind in parameters.values() if kind.record)
        exports.add(described.__name__, made, list(parameters.values()))

    for verb, part in contract.MODULE_OF.items():
        export(getattr(getattr(game, part), verb), getattr(contract, verb))
    for driver in (play_matches,):
        export(driver, driver)
    functions: list[FunctionType] = [original for original, _ in copies]
    return Stamp(fingerprints(modules_of(functions, records)), tools()).on(exports.module())


def tools() -> dict[str, str]:
    """Return the versions of all that has a say in the bytes of a module."""
    versions = {name: version(name) for name in ("llvmlite", "numba", "ziglang")}
    return versions | {"python": ".".join(map(str, sys.version_info[:2]))}


def write(game: Game) -> bytes:
    """Build the module of a game into its folder, and return it."""
    module = build(game)
    (game.folder / FILE).write_bytes(module)
    return module
