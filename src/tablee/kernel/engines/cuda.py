"""The GPU engine: the same matches, one thread each, thousands at a time."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np

# Some releases of numba-cuda still look for names that NumPy 2.5 no longer has.
for _gone, _now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _gone):
        setattr(np, _gone, getattr(np, _now))

import numba  # noqa: E402
import numba.core.config  # noqa: E402
import numba.cuda  # noqa: E402

from tablee.refusals import Refusal  # noqa: E402

from ..compile.arrays import dtype_of  # noqa: E402
from ..compile.cpu import constant  # noqa: E402
from ..contract import GameParts  # noqa: E402
from ..dice import WORD, Dice  # noqa: E402
from ..rule import Slot, Table, specialise  # noqa: E402
from .playout import MAX_SEATS, Tally, begin_tally, merge, play_matches  # noqa: E402
from .policy import SHOW, Cast, Run, play_policies, rows_of, show_compiled  # noqa: E402

THREADS_A_BLOCK = 128
BLOCKS = 132 * 8  # enough to fill the largest cards of today
GAMES_A_LAUNCH_AND_THREAD = 64  # many, so that few threads wait for the longest game of all

cuda: Any = numba.cuda  # untyped, and what it offers is made up at run time
int16, int64 = numba.int16, numba.int64

STATE: Any = Slot()
DICE: Any = Slot()
MAX_MOVES: Any = Slot()
CODE: Any = Slot()  # the type of a code
ROWS: Any = Slot()
RUN: Any = Slot()
CUDA: Any = Slot()  # `numba.cuda`, or its substitute where a local array is aligned
HANDS = 1 + MAX_SEATS  # dice of chance, and of each seat
ALIGNED = 16  # bytes; a local array of records is not aligned of its own accord


class NoGpu(Refusal):
    """There is no CUDA device to run on."""


def play_on_threads(
    tallies: Any,
    options: Any,
    seats: int,
    seed_low: int,
    seed_high: int,
    first: int,
    games: int,
    audit: int,
) -> None:
    """Play the matches first + i, first + i + threads, … into tallies[i], in thread i."""
    thread = cuda.grid(1)
    threads = cuda.gridsize(1)
    if thread < games:
        states = CUDA.local.array(1, STATE, ALIGNED)
        dices = CUDA.local.array(1, DICE, ALIGNED)
        moves = cuda.local.array(MAX_MOVES, CODE)
        weights = cuda.local.array(MAX_MOVES, CODE)
        points = cuda.local.array(MAX_SEATS, int64)
        ranks = cuda.local.array(MAX_SEATS, int64)
        count = (games - thread + threads - 1) // threads
        play_matches(
            states, dices, tallies[thread : thread + 1], moves, weights, points, ranks,
            seats, options, seed_low, seed_high, first + thread, count, threads, audit,
        )  # fmt: skip


def play_policies_on_threads(tallies: Any, options: Any, runs: Any, first: int, games: int) -> None:
    """Play the same matches of a cast into tallies[i], in thread i."""
    thread = cuda.grid(1)
    threads = cuda.gridsize(1)
    if thread < games:
        states = CUDA.local.array(2, STATE, ALIGNED)
        dices = CUDA.local.array(HANDS, DICE, ALIGNED)
        rows = CUDA.local.array(1, ROWS, ALIGNED)
        own = CUDA.local.array(1, RUN, ALIGNED)
        own[0] = runs[0]
        own[0].first = first + thread
        own[0].count = (games - thread + threads - 1) // threads
        own[0].stride = threads
        play_policies(states, dices, tallies[thread : thread + 1], rows, options, own)


def gpu_is_there() -> bool:
    """Return whether there is a CUDA device, or its simulator."""
    return bool(cuda.is_available())


def simulated() -> bool:
    """Return whether Numba's simulator replaces a GPU (NUMBA_ENABLE_CUDASIM=1)."""
    config: Any = numba.core.config
    return bool(config.ENABLE_CUDASIM)


@cache
def _kernel(game: GameParts) -> Any:
    from .engine import verbs_of

    simulator = simulated()
    return compile_kernel(
        play_on_threads,
        verbs_of(game)
        | {
            STATE: dtype_of(game.state.State, wide=simulator),
            DICE: dtype_of(Dice, wide=simulator),
            MAX_MOVES: game.state.MAX_MOVES,
            CODE: int64 if simulator else int16,
        },
        game.name,
    )


@cache
def _cast_kernel(cast: Cast) -> Any:
    simulator = simulated()
    return compile_kernel(
        play_policies_on_threads,
        cast.fillings()
        | {
            SHOW: show_compiled,
            STATE: dtype_of(cast.game.state.State, wide=simulator),
            DICE: dtype_of(Dice, wide=simulator),
            ROWS: dtype_of(rows_of(cast.game), wide=simulator),
            RUN: dtype_of(Run, wide=simulator),
        },
        cast.game.name,
    )


def compile_kernel(function: Callable[..., Any], fillings: Mapping[Any, Any], prefix: str) -> Any:
    """Compile a kernel with its verbs and slots filled, and all it calls as device functions."""
    simulator = simulated()
    _never_fuse()

    def convert(twin: types.FunctionType) -> Any:
        if twin.__name__ == function.__name__:
            return cuda.jit(twin)
        return twin if simulator else cuda.jit(device=True)(twin)

    def convert_table(numbers: Table) -> Any:
        # In the simulator NumPy's narrow scalars would overflow: `6 * NEIGHBOUR[i]` in 8 bits.
        return numbers if simulator else constant(numbers)

    filled = {**fillings, CUDA: _Simulated if simulator else cuda}
    return specialise(function, filled, prefix, convert, convert_table)


class _Simulated:
    """Stands in for `numba.cuda` in the simulator, whose local arrays know no alignment."""

    class local:  # noqa: N801
        """As in `numba.cuda.local`."""

        @staticmethod
        def array(length: int, kind: Any, alignment: int) -> Any:
            """Return a local array."""
            return np.zeros(length, kind)


@cache
def _never_fuse() -> None:
    """Let no multiplication and addition be rounded as one: a CPU rounds twice, and so do we."""
    if simulated():
        return
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    nvvm.compile_ir = partial(nvvm.compile_ir, fma=False)


def tally_on_gpu(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    games: int,
    seed: int,
    first: int,
    audit: bool,
    *,
    progress: Callable[[int], None] | None = None,
    threads_a_block: int = THREADS_A_BLOCK,
    blocks: int = BLOCKS,
    cast: Cast | None = None,
) -> Tally:
    """Play the matches on the GPU; NoGpu where there is none."""
    if not gpu_is_there():
        raise NoGpu("common.no_gpu", instead=("cpu", "python"))
    launch = _launcher(game, seats, options, seed, audit, cast)
    threads = threads_a_block * blocks
    total = Tally()
    begin_tally(total)
    end = first + games
    for start in range(first, end, threads * GAMES_A_LAUNCH_AND_THREAD):
        size = min(threads * GAMES_A_LAUNCH_AND_THREAD, end - start)
        used = min(blocks, (size + threads_a_block - 1) // threads_a_block)
        tallies = cuda.to_device(_fresh_tallies(used * threads_a_block))
        launch(used, threads_a_block, tallies, start, size)
        part = _sum(tallies.copy_to_host())
        merge(total, part)
        if progress is not None:
            progress(part.games)
    return total


def _launcher(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    seed: int,
    audit: bool,
    cast: Cast | None,
) -> Callable[[int, int, Any, int, int], None]:
    """Return a function that launches the kernel: tallies, first match, matches."""
    device_options = cuda.to_device(np.array(options, np.int64))
    if cast is None:
        kernel = _kernel(game)
        low, high = seed & WORD, (seed >> 32) & WORD

        def launch(blocks: int, threads: int, tallies: Any, start: int, size: int) -> None:
            kernel[blocks, threads](
                tallies, device_options, seats, low, high, start, size, int(audit)
            )

        return launch
    cast_kernel = _cast_kernel(cast)
    runs = np.zeros(1, dtype_of(Run, wide=simulated()))
    cast.run(seats, seed, 0, 0).write(runs[0])
    device_runs = cuda.to_device(runs)

    def launch_cast(blocks: int, threads: int, tallies: Any, start: int, size: int) -> None:
        cast_kernel[blocks, threads](tallies, device_options, device_runs, start, size)

    return launch_cast


def _fresh_tallies(count: int) -> Any:
    tally = Tally()
    begin_tally(tally)
    tallies = np.zeros(count, dtype_of(Tally, wide=simulated()))
    tally.write(tallies[0])
    tallies[:] = tallies[0]
    return tallies


def _sum(tallies: Any) -> Tally:
    """Sum many tallies, by columns."""
    total = Tally()
    for name, field in Tally.fields.items():
        column = tallies[name]
        if name == "shortest":
            total.shortest = int(column.min())
        elif name == "longest":
            total.longest = int(column.max())
        elif field.length is None:
            setattr(total, name, int(column.sum()))
        else:
            setattr(total, name, column.sum(axis=0).tolist())
    return total
