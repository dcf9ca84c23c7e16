"""The engines: plain Python, the CPU's cores, a GPU. The same matches, the same tally on each."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache, partial
from typing import Any

from tablee.refusals import Refusal

from .. import contract
from ..contract import GameParts
from ..dice import WORD, Dice
from ..reports import SILENT
from ..rule import specialise
from .instance import check_numba
from .playout import MAX_SEATS, Tally, begin_tally, merge, play_matches
from .policy import SHOW, Cast, play_policies, rows_of, show_plain

ENGINES = ("python", "cpu", "wasm", "cuda")
Progress = Callable[[int], None]


def verbs_of(game: GameParts) -> dict[Any, Any]:
    """Return the game's function for each verb of the contract; reports are left out."""
    verbs = {
        getattr(contract, verb): getattr(getattr(game, module), verb)
        for verb, module in contract.MODULE_OF.items()
    }
    return verbs | SILENT


@cache
def plain(game: GameParts, function: Callable[..., Any] = play_matches) -> Any:
    """Return a driver bound to a game, as plain Python."""
    return specialise(function, verbs_of(game), game.name, _as_it_is, _as_it_is)


def _as_it_is(value: Any) -> Any:
    return value


def tally_matches(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    games: int,
    *,
    seed: int = 0,
    first: int = 0,
    engine: str = "cpu",
    threads: int | None = None,
    audit: bool = False,
    progress: Progress | None = None,
    cast: Cast | None = None,
) -> Tally:
    """Play `games` matches numbered from `first` and count what came of them.

    Moves are chosen by the policies of the cast, or at random; an audit is of random games only.
    """
    if engine in ("cpu", "cuda"):
        check_numba(engine)
    if engine == "cuda":
        from .cuda import tally_on_gpu

        return tally_on_gpu(
            game, seats, options, games, seed, first, audit, progress=progress, cast=cast
        )
    if cast is None:
        run = partial(_play_on(engine), game, seats, options, seed, audit=audit)
    else:
        run = partial(_cast_on(engine), cast, seats, options, seed)
    workers = 1 if engine == "python" else threads or os.cpu_count() or 1
    if engine != "python":
        run(first, 0)  # compiles, once, before the threads
    chunk = 16 if engine == "python" else 2048
    total = Tally()
    begin_tally(total)
    pending: set[Future[Tally]] = set()
    start, end = first, first + games
    with ThreadPoolExecutor(workers) as pool:
        while start < end or pending:
            while start < end and len(pending) < 2 * workers:
                size = min(chunk, end - start)
                pending.add(pool.submit(run, start, size))
                start += size
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                part = future.result()
                merge(total, part)
                if progress is not None:
                    progress(part.games)
    return total


def _play_on(engine: str) -> Callable[..., Tally]:
    """Return the function that plays random matches on an engine."""
    if engine == "cpu":
        from .cpu import play_on_cpu

        return play_on_cpu
    if engine == "wasm":
        from ..wasm.playout import tally_in_wasm

        return tally_in_wasm
    return play_in_python


def _cast_on(engine: str) -> Callable[..., Tally]:
    """Return the function that plays matches of a cast on an engine."""
    if engine == "cpu":
        from .cpu import cast_on_cpu

        return cast_on_cpu
    if engine == "wasm":
        raise Refusal("common.no_policies", instead=("cpu", "cuda", "python"), engine=engine)
    return cast_python


def play_in_python(
    game: GameParts,
    seats: int,
    options: Sequence[int],
    seed: int,
    first: int,
    count: int,
    audit: bool,
) -> Tally:
    """Play random matches in plain Python."""
    tally = Tally()
    begin_tally(tally)
    plain(game)(
        [game.state.State()], [Dice()], [tally],
        [0] * game.state.MAX_MOVES, [0] * game.state.MAX_MOVES,
        [0] * MAX_SEATS, [0] * MAX_SEATS,
        seats, list(options), seed & WORD, (seed >> 32) & WORD, first, count, 1, int(audit),
    )  # fmt: skip
    return tally


@cache
def plain_cast(cast: Cast) -> Any:
    """Return the driver of a cast as plain Python."""
    fillings = cast.fillings() | {SHOW: show_plain}
    return specialise(play_policies, fillings, cast.game.name, _as_it_is, _as_it_is)


def cast_python(
    cast: Cast, seats: int, options: Sequence[int], seed: int, first: int, count: int
) -> Tally:
    """Play matches of a cast in plain Python."""
    state, rows = cast.game.state.State, rows_of(cast.game)
    tally = Tally()
    begin_tally(tally)
    plain_cast(cast)(
        [state(), state()], [Dice() for _ in range(1 + MAX_SEATS)], [tally], [rows()],
        list(options), [cast.run(seats, seed, first, count)],
    )  # fmt: skip
    return tally
