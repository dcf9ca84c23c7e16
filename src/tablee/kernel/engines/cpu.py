"""The engine `cpu`: drivers compiled by Numba, on rows that are NumPy arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import numpy as np

from ..compile.arrays import dtype_of
from ..compile.cpu import compile_rules
from ..contract import GameParts
from ..dice import WORD, Dice
from ..record import Record
from .copying import COPY, copy_compiled
from .engine import verbs_of
from .instance import LocalInstance, Rows
from .playout import MAX_SEATS, Tally, begin_tally, play_matches
from .policy import SHOW, Cast, play_policies, rows_of, show_compiled

R = TypeVar("R", bound=Record)


class CpuRows(Generic[R]):
    """A NumPy array of records."""

    def __init__(self, kind: type[R], count: int) -> None:
        self.kind = kind
        self.raw = np.zeros(count, dtype_of(kind))

    def __len__(self) -> int:
        return len(self.raw)

    def __getitem__(self, index: int) -> R:
        return self.kind.read(self.raw[index])

    def __setitem__(self, index: int, record: R) -> None:
        record.write(self.raw[index])


class CpuInstance(LocalInstance):
    """Drivers compiled by Numba."""

    def rows(self, kind: type[R], count: int) -> Rows[R]:
        """Return a row of records, all zero."""
        return CpuRows(kind, count)

    def _make(self, function: Callable[..., None]) -> Any:
        fillings = {**self._fillings, COPY: copy_compiled}
        return compile_rules(function, fillings, self._game.name)


@cache
def compiled(game: GameParts, function: Callable[..., Any] = play_matches) -> Any:
    """Return a driver bound to a game, compiled for the CPU."""
    return compile_rules(function, verbs_of(game), game.name)


def play_on_cpu(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    seed: int,
    first: int,
    count: int,
    audit: bool,
) -> Tally:
    """Play random matches in compiled code."""
    moves = game.state.MAX_MOVES
    tally = Tally()
    begin_tally(tally)
    tallies = np.zeros(1, dtype_of(Tally))
    tally.write(tallies[0])
    compiled(game)(
        np.zeros(1, dtype_of(game.state.State)), np.zeros(1, dtype_of(Dice)), tallies,
        np.zeros(moves, np.int16), np.zeros(moves, np.int16),
        np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64),
        seats, np.array(options, np.int64), seed & WORD, (seed >> 32) & WORD,
        first, count, 1, int(audit),
    )  # fmt: skip
    return Tally.read(tallies[0])


@cache
def compiled_cast(cast: Cast) -> Any:
    """Return the driver of a cast, compiled for the CPU."""
    fillings = cast.fillings() | {SHOW: show_compiled}
    return compile_rules(play_policies, fillings, cast.game.name, cast.label())


def cast_on_cpu(
    cast: Cast, seats: int, options: Sequence[int], seed: int, first: int, count: int
) -> Tally:
    """Play matches of a cast in compiled code."""
    tally, run = Tally(), cast.run(seats, seed, first, count)
    begin_tally(tally)
    tallies, runs = np.zeros(1, dtype_of(Tally)), np.zeros(1, dtype_of(type(run)))
    tally.write(tallies[0])
    run.write(runs[0])
    compiled_cast(cast)(
        np.zeros(2, dtype_of(cast.game.state.State)), np.zeros(1 + MAX_SEATS, dtype_of(Dice)),
        tallies, np.zeros(1, dtype_of(rows_of(cast.game))), np.array(options, np.int64), runs,
    )  # fmt: skip
    return Tally.read(tallies[0])
