"""An instance of a game's module: memory with rows and records, and calls into it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import wasmtime

from tablee.refusals import Refusal

from ..compile.layout import LETTERS, Layout, layout
from ..contract import GameParts
from ..record import Record
from .module import UnusableModule, module_of
from .watch import deadline, engine

R = TypeVar("R", bound=Record)
PAGE = 65536
ALIGNMENT = 16


class StoppedRules(Refusal):
    """Compiled rules ran for too long, wanted too much memory, or did what they may not do."""


@dataclass(frozen=True)
class Limits:
    """What an instance may take."""

    seconds: float = 120.0  # for one call
    bytes: int = 512 * 2**20


LIMITS = Limits()


class Block:
    """Some memory of an instance, given back when nothing refers to it any more."""

    def __init__(self, instance: WasmInstance, size: int) -> None:
        self._instance, self.size = instance, size
        self.address = instance.take(size)

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self._instance.give_back(self.address, self.size)

    def read(self, start: int, size: int) -> bytearray:
        """Return some of its bytes."""
        assert 0 <= start <= start + size <= self.size, "outside the row"
        return self._instance.read(self.address + start, size)

    def write(self, start: int, data: bytes | bytearray) -> None:
        """Write some of its bytes."""
        assert 0 <= start <= start + len(data) <= self.size, "outside the row"
        self._instance.write(self.address + start, data)


class WasmRows(Generic[R]):
    """Records in the memory of an instance."""

    def __init__(self, instance: WasmInstance, kind: type[R], count: int) -> None:
        self._layout: Layout[R] = layout(kind)
        self._count = count
        self.block = Block(instance, self._layout.size * count)

    @property
    def raw(self) -> tuple[int, int]:
        """Where they are, and how many."""
        return self.block.address, self._count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> R:
        size = self._layout.size
        return self._layout.unpack(self.block.read(index * size, size))

    def __setitem__(self, index: int, record: R) -> None:
        self.block.write(index * self._layout.size, self._layout.pack(record))


class WasmIntegers:
    """Integers in the memory of an instance."""

    def __init__(self, instance: WasmInstance, bits: int, count: int) -> None:
        self._letter, self._count = LETTERS[bits], count
        self.block = Block(instance, bits // 8 * count)

    @property
    def raw(self) -> tuple[int, int]:
        """Where they are, and how many."""
        return self.block.address, self._count

    def fill(self, numbers: Iterable[int]) -> None:
        """Write the first of them."""
        self.block.write(0, array(self._letter, numbers).tobytes())

    def tolist(self) -> list[int]:
        """Return all of them."""
        return array(self._letter, self.block.read(0, self.block.size)).tolist()


class WasmInstance:
    """The drivers of a game in WebAssembly, on memory of their own."""

    def __init__(
        self, game: GameParts, module: wasmtime.Module | None = None, limits: Limits = LIMITS
    ) -> None:
        self._game, self._limits = game, limits
        module = module_of(game) if module is None else module
        self._store = wasmtime.Store(engine())
        self._store.set_limits(memory_size=limits.bytes)
        self._store.set_epoch_deadline(1)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory, base = self._exports["memory"], self._exports["__heap_base"]
        assert isinstance(memory, wasmtime.Memory)
        assert isinstance(base, wasmtime.Global)
        self._memory, self._end = memory, int(base.value(self._store))
        self._free: dict[int, list[int]] = {}

    # --- rows --------------------------------------------------------------------------------

    def rows(self, kind: type[R], count: int) -> WasmRows[R]:
        """Return a row of records, all zero."""
        return WasmRows(self, kind, count)

    def integers(self, bits: int, count: int, numbers: Iterable[int] = ()) -> WasmIntegers:
        """Return a row of integers: the first as given, the others zero."""
        row = WasmIntegers(self, bits, count)
        row.fill(numbers)
        return row

    def share(self, rows: Any) -> WasmRows[Any]:
        """Return a copy of a row of another instance, of whatever engine, in this memory."""
        copy = self.rows(type(rows[0]), len(rows))
        for index in range(len(rows)):
            copy[index] = rows[index]
        return copy

    # --- calls -------------------------------------------------------------------------------

    def run(self, function: Callable[..., None], *arguments: Any) -> None:
        """Run a driver on rows of this instance."""
        flat: list[int] = []
        for one in arguments:
            flat += (one,) if isinstance(one, int) else one.raw
        self.call(function.__name__, flat)

    def call(self, function: str, arguments: Sequence[int] = ()) -> int | None:
        """Call what the module exports; a row is an address and a length, a record an address."""
        entry = self._exports.get(function)
        if not isinstance(entry, wasmtime.Func):
            raise UnusableModule("common.module_lacks", game=self._game.name, function=function)
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

    def _stopped(self, key: str, **values: str) -> StoppedRules:
        return StoppedRules(f"common.rules_{key}", game=self._game.name, **values)

    # --- memory ------------------------------------------------------------------------------

    def take(self, size: int) -> int:
        """Return the address of zeroed bytes."""
        if self._free.get(size):
            address = self._free[size].pop()
            self.write(address, bytes(size))
            return address
        address = -(-self._end // ALIGNMENT) * ALIGNMENT
        lacking = address + size - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-lacking // PAGE))
            except wasmtime.WasmtimeError:
                most = self._limits.bytes // 2**20
                raise self._stopped("large", megabytes=str(most)) from None
        self._end = address + size
        return address

    def give_back(self, address: int, size: int) -> None:
        """Keep some bytes for the next row of that size."""
        self._free.setdefault(size, []).append(address)

    def read(self, address: int, size: int) -> bytearray:
        """Return some bytes of the memory."""
        return self._memory.read(self._store, address, address + size)

    def write(self, address: int, data: bytes | bytearray) -> None:
        """Write into the memory."""
        self._memory.write(self._store, data, address)
