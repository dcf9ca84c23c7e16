"""Drivers of one game on one engine, and the rows of records that they work on.

A driver takes rows of records and integers, and nothing else. So it runs on every engine: plain
Python gives it lists of records, the CPU gets NumPy arrays, WebAssembly a memory of its own.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any, Generic, Protocol, TypeVar

from tablee.refusals import Refusal
from tablee.words import say

from ..contract import GameParts
from ..record import Record
from ..rule import specialise
from ..wasm.instance import WasmInstance
from ..wasm.module import UnusableModule, module_of
from .copying import COPY, copy_plain

CHOICES = ("auto", "cpu", "python", "shipped", "wasm")
log = logging.getLogger("tablee.engines")

R = TypeVar("R", bound=Record)


class Rows(Protocol[R]):
    """Records in a row, where an engine can reach them; reading and writing copies."""

    @property
    def raw(self) -> Any:
        """What the engine passes to a driver."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> R: ...
    def __setitem__(self, index: int, record: R) -> None: ...


class Instance(Protocol):
    """The drivers of a game on one engine."""

    def rows(self, kind: type[R], count: int) -> Rows[R]:
        """Return a row of records, all zero."""

    def share(self, rows: Rows[R]) -> Rows[R]:
        """Return a row of another instance where this one can read it."""

    def run(self, function: Callable[..., None], *arguments: Rows[Any] | int) -> None:
        """Run a driver on rows of this instance."""


def row_of(instance: Instance, *records: R) -> Rows[R]:
    """Return a row of these records."""
    row = instance.rows(type(records[0]), len(records))
    for index, record in enumerate(records):
        row[index] = record
    return row


def usual_engine(game: GameParts) -> str:
    """Return the engine that "auto" means: $TABLEE_ENGINE, or the fastest that is installed."""
    asked = os.environ.get("TABLEE_ENGINE", "auto")
    if asked not in CHOICES:
        raise Refusal("common.unknown_engine", instead=CHOICES, engine=repr(asked))
    if asked == "auto":
        return "cpu" if find_spec("numba") else _shipped(game)
    return _shipped(game) if asked == "shipped" else asked


@cache
def _shipped(game: GameParts) -> str:
    """Return the engine that needs no compiler; if that is plain Python, log why."""
    try:
        module_of(game)
    except UnusableModule as problem:
        log.warning(say("common.module_fallback", problem=problem))
        return "python"
    return "wasm"


def open_instance(game: GameParts, fillings: Mapping[Any, Any], engine: str) -> Instance:
    """Return an instance of a game whose verbs and slots are filled with these functions."""
    if engine == "wasm":
        return WasmInstance(game)
    if engine == "cpu":
        check_numba(engine)
        from .cpu import CpuInstance

        return CpuInstance(game, fillings)
    assert engine == "python"
    return PythonInstance(game, fillings)


def check_numba(engine: str) -> None:
    """Raise Refusal if an engine that compiles is asked for, and the compiler isn't installed."""
    if not find_spec("numba"):
        extra = "cuda" if engine == "cuda" else "lab"
        raise Refusal("common.no_numba", engine=engine, extra=extra)


class LocalInstance:
    """An instance in the memory of this process: every instance can read all rows."""

    def __init__(self, game: GameParts, fillings: Mapping[Any, Any]) -> None:
        self._game = game
        self._fillings = fillings
        self._made: dict[Callable[..., None], Any] = {}

    def share(self, rows: Rows[R]) -> Rows[R]:
        """Return the row itself."""
        return rows

    def run(self, function: Callable[..., None], *arguments: Rows[Any] | int) -> None:
        """Run a driver on rows of this instance."""
        if function not in self._made:
            self._made[function] = self._make(function)
        self._made[function](*(a if isinstance(a, int) else a.raw for a in arguments))

    def _make(self, function: Callable[..., None]) -> Any:
        raise NotImplementedError


class PythonRows(Generic[R]):
    """A list of records."""

    def __init__(self, kind: type[R], count: int) -> None:
        self.raw = [kind() for _ in range(count)]

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, index: int) -> R:
        return self.raw[index].copy()

    def __setitem__(self, index: int, record: R) -> None:
        self.raw[index] = record.copy()


class PythonInstance(LocalInstance):
    """Drivers as plain Python."""

    def rows(self, kind: type[R], count: int) -> Rows[R]:
        """Return a row of records, all zero."""
        return PythonRows(kind, count)

    def _make(self, function: Callable[..., None]) -> Any:
        fillings = {**self._fillings, COPY: copy_plain}
        return specialise(function, fillings, self._game.name, lambda f: f, lambda t: t)
