"""The batch driver on a device: it holds the columns and runs a task over all rows."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from .. import encoding
from ..compile.arrays import dtype_of
from ..contract import GameParts
from ..dice import TWO_TO_32, WORD, Dice
from ..encoding import EncodePart, width
from ..engines.engine import verbs_of
from ..engines.policy import rows_of
from .driver import COLUMNS, LOOK, Plan, look_hiding, look_open, run_rows, same_action

ROWS_A_THREAD = 1024  # fewer are not worth a thread of their own


class Layout:
    """What a batch of a game is made of."""

    def __init__(self, game: GameParts, part: EncodePart, hides: bool, by_code: bool) -> None:
        self.game = game
        self.part = part
        self.hides = hides
        self.by_code = by_code  # actions are the codes of moves
        self.actions = max(game.notation.NOTATION) + 1 if by_code else part.ACTIONS
        self.features = width(part.FEATURES)

    def code_of(self, state: Any, action: int) -> int:
        """Return the code of an action in a state; -1 if there is none."""
        return action if self.by_code else self.part.code_of(state, action)

    def key(self) -> tuple[object, ...]:
        """Return what the compiled driver depends on."""
        return self.game, self.hides, self.by_code

    def fillings(self) -> dict[Any, Any]:
        """Return what takes the place of the verbs in the driver."""
        return verbs_of(self.game) | {
            encoding.encode: self.part.encode,
            encoding.action_of: same_action if self.by_code else self.part.action_of,
            encoding.code_of: same_action if self.by_code else self.part.code_of,
            LOOK: look_hiding if self.hides else look_open,
        }

    def columns(self, size: int, seats: int, wide: bool = False) -> dict[str, Any]:
        """Return empty columns, as NumPy arrays."""
        state = dtype_of(self.game.state.State, wide=wide)
        return {
            "states": np.zeros(size, state),
            "matches": np.arange(size, dtype=np.int64) - TWO_TO_32,  # before the first
            "plies": np.zeros(size, np.int64),
            "to_act": np.zeros(size, np.int8),
            "done": np.zeros(size, np.bool_),
            "reward": np.zeros((size, seats), np.float32),
            "points": np.zeros((size, seats), np.int32),
            "ranks": np.zeros((size, seats), np.int8),
            "counts": np.zeros(size, np.int16),
            "actions": np.zeros((size, self.game.state.MAX_MOVES), np.int16),
            "mask": np.zeros((size, self.actions), np.bool_),
            "observation": np.zeros((size, self.features), np.int16),
            "chosen": np.zeros(size, np.int64),
            "flags": np.ones(size, np.uint8),
            "asked": np.zeros(size, np.int8),
            "views": np.zeros((size, self.features), np.int16),
        }


class Engine(Protocol):
    """Runs tasks over the rows of a batch."""

    columns: dict[str, Any]

    def run(self, task: int, seed: int) -> None:
        """Do a task with every row."""

    def put(self, name: str, values: Any) -> None:
        """Copy values into a column."""

    def read(self, values: Any) -> Any:
        """Return values that `put` takes as a NumPy array."""

    def host(self, name: str) -> Any:
        """Return a column as a NumPy array."""

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of all columns."""

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Copy such columns back."""


_compiled: dict[tuple[object, ...], Any] = {}


def _driver(layout: Layout) -> Any:
    from ..compile.cpu import compile_rules

    key = layout.key()
    if key not in _compiled:
        label = ".by_code" if layout.by_code else ""
        _compiled[key] = compile_rules(run_rows, layout.fillings(), layout.game.name, label)
    return _compiled[key]


class CpuEngine:
    """The rows in memory, shared out among threads."""

    def __init__(
        self, layout: Layout, size: int, seats: int, options: list[int], again: bool
    ) -> None:
        self.columns = layout.columns(size, seats)
        self._layout = layout
        self._run = _driver(layout)
        self._size, self._seats, self._again = size, seats, again
        self._options = np.array(options, np.int64)
        count = min(os.cpu_count() or 1, -(-size // ROWS_A_THREAD))
        edges = [size * i // count for i in range(count + 1)]
        self._spans = [self._span(a, b) for a, b in pairwise(edges)]
        self._pool = ThreadPoolExecutor(count) if count > 1 else None
        self._all = tuple(self.columns[name] for name in COLUMNS)

    def _span(self, first: int, end: int) -> tuple[Any, ...]:
        game = self._layout.game
        plans = np.zeros(1, dtype_of(Plan))
        plans["first"], plans["end"], plans["stride"] = first, end, 1
        plans["seats"], plans["again"] = self._seats, self._again
        rowses = np.zeros(1, dtype_of(rows_of(game)))
        shown = np.zeros(1, dtype_of(game.state.State))
        return plans, np.zeros(1, dtype_of(Dice)), rowses, shown

    def run(self, task: int, seed: int) -> None:
        """Do a task with every row."""
        for plans, *_ in self._spans:
            plans["task"] = task
            plans["seed_low"], plans["seed_high"] = seed & WORD, (seed >> 32) & WORD
        if self._pool is None:
            for span in self._spans:
                self._run(self._all, self._options, *span)
            return
        jobs = [self._pool.submit(self._run, self._all, self._options, *s) for s in self._spans]
        for job in jobs:
            job.result()

    def put(self, name: str, values: Any) -> None:
        """Copy values into a column."""
        self.columns[name][:] = values

    def read(self, values: Any) -> Any:
        """Return values that `put` takes as a NumPy array."""
        return np.asarray(values)

    def host(self, name: str) -> Any:
        """Return a column as a NumPy array."""
        return self.columns[name]

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of all columns."""
        return {name: column.copy() for name, column in self.columns.items()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Copy such columns back."""
        for name, column in self.columns.items():
            column[:] = snapshot[name]
