"""Modules for tests: those the games ship, or new ones where the rules have changed since."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import tablee
from tablee.build.module import build
from tablee.kernel.wasm.runtime import UnusableModule, module_of
from tablee.kernel.wasm.stamp import FILE


class Moved:
    """A game whose module is in another folder."""

    def __init__(self, game: tablee.Game, folder: Path) -> None:
        self.game, self.folder = game, folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


@cache
def with_module(name: str) -> Any:
    """Return a game with a module that fits its rules."""
    game = tablee.game(name)
    try:
        module_of(game)
    except UnusableModule:
        folder = Path(tempfile.mkdtemp(prefix=f"tablee-{name}-"))
        (folder / FILE).write_bytes(build(game))
        return Moved(game, folder)
    return game
