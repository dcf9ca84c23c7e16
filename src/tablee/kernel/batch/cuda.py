"""The batch driver on a GPU: the columns live there, and every row has a thread of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile.arrays import dtype_of
from ..dice import WORD, Dice
from ..engines.cuda import (
    ALIGNED,
    CUDA,
    DICE,
    ROWS,
    STATE,
    NoGpu,
    compile_kernel,
    cuda,
    gpu_is_there,
    simulated,
)
from ..engines.policy import rows_of
from ..rule import Slot
from .dlpack import SharedArray
from .driver import COLUMNS, Plan, run_rows
from .engine import Layout

THREADS_A_BLOCK = 128
PLAN: Any = Slot()
_kernels: dict[tuple[object, ...], Any] = {}


def rows_on_threads(columns: Any, options: Any, plans: Any, task: int) -> None:
    """Do the task in thread i with the rows i, i + threads, …"""
    own = CUDA.local.array(1, PLAN, ALIGNED)
    dices = CUDA.local.array(1, DICE, ALIGNED)
    rowses = CUDA.local.array(1, ROWS, ALIGNED)
    shown = CUDA.local.array(1, STATE, ALIGNED)
    own[0] = plans[0]
    own[0].first = cuda.grid(1)
    own[0].stride = cuda.gridsize(1)
    own[0].task = task
    run_rows(columns, options, own, dices, rowses, shown)


def copy_flat(target: Any, source: Any) -> None:
    """Copy a row of values, whatever its type."""
    for i in range(cuda.grid(1), len(target), cuda.gridsize(1)):
        target[i] = source[i]


def _kernel(layout: Layout) -> Any:
    key = layout.key()
    if key not in _kernels:
        wide = simulated()
        game = layout.game
        fillings = layout.fillings() | {
            PLAN: dtype_of(Plan, wide=wide),
            STATE: dtype_of(game.state.State, wide=wide),
            DICE: dtype_of(Dice, wide=wide),
            ROWS: dtype_of(rows_of(game), wide=wide),
        }
        _kernels[key] = compile_kernel(rows_on_threads, fillings, game.name)
    return _kernels[key]


def _on_device(values: Any) -> Any:
    """Return an array of the device as Numba's; None if it is none."""
    if isinstance(values, SharedArray):
        return values.array
    return cuda.as_cuda_array(values) if hasattr(values, "__cuda_array_interface__") else None


class CudaEngine:
    """The rows on a GPU."""

    def __init__(
        self, layout: Layout, size: int, seats: int, options: list[int], again: bool
    ) -> None:
        if not gpu_is_there():
            raise NoGpu("common.no_gpu", instead=("cpu",))
        host = layout.columns(size, seats, wide=simulated())
        self._arrays = {name: cuda.to_device(column) for name, column in host.items()}
        device = 0 if simulated() else int(cuda.get_current_device().id)
        self.columns = {
            name: SharedArray(array, cuda.synchronize, device)
            for name, array in self._arrays.items()
        }
        self._kernel = _kernel(layout)
        self._copy = cuda.jit(copy_flat)
        self._all = tuple(self._arrays[name] for name in COLUMNS)
        self._options = cuda.to_device(np.array(options, np.int64))
        self._plan = np.zeros(1, dtype_of(Plan, wide=simulated()))
        self._plan["end"], self._plan["seats"], self._plan["again"] = size, seats, again
        self._plans = cuda.to_device(self._plan)
        self._seed: int | None = None
        self._blocks = -(-size // THREADS_A_BLOCK)

    def run(self, task: int, seed: int) -> None:
        """Do a task with every row."""
        if seed != self._seed:
            self._plan["seed_low"], self._plan["seed_high"] = seed & WORD, (seed >> 32) & WORD
            self._plans = cuda.to_device(self._plan)
            self._seed = seed
        self._kernel[self._blocks, THREADS_A_BLOCK](self._all, self._options, self._plans, task)

    def put(self, name: str, values: Any) -> None:
        """Copy values, from the host or from this device, into a column."""
        column, source = self._arrays[name], _on_device(values)
        if source is None:
            source = cuda.to_device(np.broadcast_to(values, column.shape).astype(column.dtype))
        self._copy[self._blocks, THREADS_A_BLOCK](column, source)

    def read(self, values: Any) -> Any:
        """Return values that `put` takes as a NumPy array."""
        source = _on_device(values)
        return np.asarray(values) if source is None else source.copy_to_host()

    def host(self, name: str) -> Any:
        """Return a column as a NumPy array."""
        return self._arrays[name].copy_to_host()

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of all columns."""
        copies = {name: cuda.device_array_like(column) for name, column in self._arrays.items()}
        for name, column in self._arrays.items():
            copies[name].copy_to_device(column)
        return copies

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Copy such columns back."""
        for name, column in self._arrays.items():
            column.copy_to_device(snapshot[name])
