"""The compiled module of a game: found in its folder, checked against the rules, ready to run."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import wasmtime

from tablee.refusals import Refusal

from ..contract import GameParts
from .stamp import FILE, DamagedModule, changed, stamp_of
from .watch import engine


class UnusableModule(Refusal):
    """The module of a game is missing, damaged, or older than the rules."""


def module_of(game: GameParts) -> wasmtime.Module:
    """Return the module of a game, or raise UnusableModule."""
    return load(game.name, game.folder / FILE)


def load(name: str, path: Path) -> wasmtime.Module:
    """Return the module in a file; each is compiled once in a process."""
    return _loaded(name, path, os.getpid())


@cache
def _loaded(name: str, path: Path, process: int) -> wasmtime.Module:
    def unusable(key: str, **values: str) -> UnusableModule:
        return UnusableModule(f"common.module_{key}", game=name, file=str(path), **values)

    try:
        data = path.read_bytes()
    except OSError:
        raise unusable("missing") from None
    try:
        sources = stamp_of(data).sources
        module = wasmtime.Module(engine(), data)
    except (DamagedModule, wasmtime.WasmtimeError) as problem:
        raise unusable("damaged", reason=str(problem).strip().splitlines()[0]) from None
    if old := changed(sources):
        raise unusable("old", source=old[0])
    if module.imports:
        raise unusable("damaged", reason=f"it imports {module.imports[0].name}")
    return module
