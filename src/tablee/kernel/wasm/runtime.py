"""The module of a game, and instances of it: memory with rows and records, and calls."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import wasmtime

from tablee.refusals import Refusal

from ..contract import GameParts
from ..layout import LETTERS, Layout, layout
from ..record import Record
from .stamp import FILE, DamagedModule, changed, stamp_of
from .watch import deadline, engine

R = TypeVar("R", bound=Record)
PAGE = 65536
ALIGNMENT = 16


class UnusableModule(Refusal):
    """The module of a game is missing, damaged, or older than the rules."""


class StoppedRules(Refusal):
    """Compiled rules ran for too long, wanted too much memory, or did what they may not do."""


@dataclass(frozen=True)
class Limits:
    """What a call may take."""

    seconds: float = 120.0
    bytes: int = 512 * 1024 * 1024


LIMITS = Limits()


def module_of(game: GameParts) -> wasmtime.Module:
    """Return the module of a game, ready to run, or raise UnusableModule."""
    return load(game.name, game.folder / FILE)


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


def load(name: str, path: Path) -> wasmtime.Module:
    """Return the module in a file; each is compiled once in a process."""
    return _loaded(name, path, os.getpid())


class Rows(Generic[R]):
    """Some records in the memory of an instance."""

    def __init__(self, instance: Instance, kind: Layout[R], address: int, length: int) -> None:
        self.arguments = (address, length)
        self._instance, self._kind = instance, kind

    def __getitem__(self, index: int) -> R:
        start = self.arguments[0] + index * self._kind.size
        return self._kind.unpack(self._instance.read(start, self._kind.size))

    def __setitem__(self, index: int, record: R) -> None:
        self._instance.write(self.arguments[0] + index * self._kind.size, self._kind.pack(record))


class Row:
    """Some integers in the memory of an instance."""

    def __init__(self, instance: Instance, bits: int, address: int, length: int) -> None:
        self.arguments = (address, length)
        self._instance, self._bits = instance, bits

    def tolist(self) -> list[int]:
        """Return the integers."""
        address, length = self.arguments
        data = self._instance.read(address, length * self._bits // 8)
        return array(LETTERS[self._bits], data).tolist()


class Instance:
    """A module with memory of its own, which only grows, up to a limit."""

    def __init__(self, game: str, module: wasmtime.Module, limits: Limits = LIMITS) -> None:
        self._game, self._limits = game, limits
        self._store = wasmtime.Store(engine())
        self._store.set_limits(memory_size=limits.bytes)
        self._store.set_epoch_deadline(1)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory, base = self._exports["memory"], self._exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(base, wasmtime.Global)
        self._memory = memory
        self._free = int(base.value(self._store))

    def records(self, first: R, length: int = 1) -> Rows[R]:
        """Make a row of records: the first as given, the others zero."""
        kind = layout(type(first))
        rows = Rows(self, kind, self._take(kind.size * length), length)
        rows[0] = first
        return rows

    def integers(self, bits: int, length: int, values: Iterable[int] = ()) -> Row:
        """Make a row of integers: the first as given, the others zero."""
        row = Row(self, bits, self._take(bits // 8 * length), length)
        self.write(row.arguments[0], array(LETTERS[bits], values).tobytes())
        return row

    def call(self, function: str, *arguments: Rows[Any] | Row | int) -> int | None:
        """Call an exported function, or raise StoppedRules."""
        flat = [
            part
            for one in arguments
            for part in ((one,) if isinstance(one, int) else one.arguments)
        ]
        return self._call(function, flat)

    def verb(self, function: str, state: Rows[Any], *arguments: Rows[Any] | Row | int) -> int:
        """Call a verb of the contract, which takes the record itself."""
        flat: list[int] = [state.arguments[0]]
        for one in arguments:
            if isinstance(one, int):
                flat.append(one)
            else:
                flat += one.arguments if isinstance(one, Row) else one.arguments[:1]
        return self._call(function, flat) or 0

    def _call(self, function: str, arguments: Sequence[int]) -> int | None:
        entry = self._exports[function]
        assert isinstance(entry, wasmtime.Func)
        try:
            with deadline(self._store, self._limits.seconds):
                result: int | None = entry(self._store, *arguments)
                return result
        except wasmtime.Trap as trap:
            if trap.trap_code is wasmtime.TrapCode.INTERRUPT:
                raise self._stopped("slow", seconds=f"{self._limits.seconds:g}") from None
            code = trap.trap_code
            reason = code.name.lower().replace("_", " ") if code else trap.message
            raise self._stopped("trapped", reason=reason) from None

    def read(self, address: int, size: int) -> bytearray:
        """Return some bytes of the memory."""
        return self._memory.read(self._store, address, address + size)

    def write(self, address: int, data: bytes) -> None:
        """Write into the memory."""
        self._memory.write(self._store, data, address)

    def _take(self, size: int) -> int:
        address = -(-self._free // ALIGNMENT) * ALIGNMENT
        self._free = address + size
        lacking = self._free - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except wasmtime.WasmtimeError:
                most = self._limits.bytes // 2**20
                raise self._stopped("large", megabytes=str(most)) from None
        return address

    def _stopped(self, key: str, **values: str) -> StoppedRules:
        return StoppedRules(f"common.rules_{key}", game=self._game, **values)
