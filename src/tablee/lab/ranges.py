"""Work cut into ranges of numbered games: played anywhere, in any order, each counted once.

What a range gives depends on its numbers alone, so the sum over all ranges is the same however the
work is divided, on whichever worker, and in whichever order the ranges are finished.

>>> list(gaps([(0, 10), (30, 5)], 40))
[(10, 20), (35, 5)]
>>> Cutter([(10, 20), (35, 5)]).take(16)
(10, 16)
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any, Protocol

from tablee.refusals import Refusal

FORMAT = 1  # of checkpoint files
Range = tuple[int, int]  # the number of the first game, and how many
Progress = Callable[[int], None]


class Task(Protocol):
    """What plays the games of a range and returns what came of them, ready for JSON."""

    def __call__(self, first: int, count: int, progress: Progress | None = None) -> Any: ...


Runner = Callable[[Any, "Cutter", Progress | None], Generator[tuple[Range, Any]]]
"""Plays the ranges of a cutter with a task, and yields them as they are finished."""


class WrongCheckpoint(Refusal):
    """A checkpoint that can't be used: of another run, or no checkpoint at all."""


def gaps(finished: Iterable[Range], total: int) -> Iterator[Range]:
    """Yield the ranges that are missing among the first `total` games."""
    next_one = 0
    for first, count in sorted(finished):
        first = min(first, total)
        if first > next_one:
            yield next_one, first - next_one
        next_one = max(next_one, min(first + count, total))
    if next_one < total:
        yield next_one, total - next_one


class Cutter:
    """Cuts ranges into smaller ones as they are asked for."""

    def __init__(self, ranges: Iterable[Range]) -> None:
        self._ranges = [one for one in ranges if one[1] > 0][::-1]

    @property
    def left(self) -> int:
        """The number of games not assigned yet."""
        return sum(count for _, count in self._ranges)

    def take(self, size: int) -> Range | None:
        """Return the next range of at most this size, or None if nothing is left."""
        if not self._ranges:
            return None
        first, count = self._ranges.pop()
        if count > size:
            self._ranges.append((first + size, count - size))
        return first, min(size, count)


class Checkpoint(AbstractContextManager["Checkpoint"]):
    """A file of finished ranges: a line that says of which run, and then one for each range.

    A range is written as soon as it is finished. A last line that was cut off is dropped.
    """

    def __init__(self, path: Path, run: dict[str, Any], total: int) -> None:
        self.finished: dict[Range, Any] = {}
        self._run = json.loads(json.dumps(run))
        self._path = path
        self._file: IO[bytes] = path.open("a+b")
        try:
            self._read(total)
        except BaseException:
            self._file.close()
            raise

    def __exit__(self, *problem: object) -> None:
        self._file.close()

    def add(self, one: Range, result: Any) -> None:
        """Write a finished range."""
        self._append({"first": one[0], "count": one[1], "result": result})

    def _append(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _read(self, total: int) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        try:
            lines = [json.loads(line) for line in text[:whole].splitlines()]
            if not lines and text[whole:].strip(b"\0"):
                raise ValueError(text[whole:])
            self._check(lines[0] if lines else None)
            ranges = {(one["first"], one["count"]): one["result"] for one in lines[1:]}
        except (ValueError, KeyError, TypeError) as problem:
            if isinstance(problem, WrongCheckpoint):
                raise
            raise WrongCheckpoint("lab.no_checkpoint", file=str(self._path)) from None
        self._file.truncate(whole)
        if not lines:
            self._append({"tablee": FORMAT, "run": self._run})
        end = 0
        for (first, count), result in sorted(ranges.items(), key=lambda item: item[0]):
            if end <= first and first + count <= total:  # each game is counted once
                self.finished[first, count] = result
                end = first + count

    def _check(self, head: Any) -> None:
        """Raise WrongCheckpoint if the file belongs to another run."""
        if head is None:
            return
        if head["tablee"] != FORMAT:
            raise ValueError(head)
        there, here = head["run"], self._run
        for name in {**here, **there}:
            if there.get(name) != here.get(name):
                raise WrongCheckpoint(
                    "lab.other_run",
                    file=str(self._path),
                    name=name,
                    there=there.get(name),
                    here=here.get(name),
                )


def play_ranges(
    task: Task,
    total: int,
    runner: Runner,
    *,
    run: dict[str, Any],
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Generator[tuple[Range, Any]]:
    """Play all games and yield the ranges: first those of the checkpoint, then the others.

    `run` says what the results depend on; a checkpoint of another run is refused.
    """
    if checkpoint is None:
        yield from runner(task, Cutter([(0, total)]), progress)
        return
    with Checkpoint(Path(checkpoint), run, total) as kept:
        if progress is not None and kept.finished:
            progress(sum(count for _, count in kept.finished))
        yield from kept.finished.items()
        for one, result in runner(task, Cutter(gaps(kept.finished, total)), progress):
            kept.add(one, result)
            yield one, result


def in_order(played: Iterable[tuple[Range, Any]]) -> Iterator[tuple[Range, Any]]:
    """Yield ranges by their numbers, each as soon as all before it are finished.

    >>> list(in_order([((3, 2), "b"), ((0, 3), "a"), ((5, 1), "c")]))
    [((0, 3), 'a'), ((3, 2), 'b'), ((5, 1), 'c')]
    """
    early: dict[int, tuple[Range, Any]] = {}
    expected = 0
    for one, result in played:
        early[one[0]] = one, result
        while expected in early:
            found = early.pop(expected)
            yield found
            expected += found[0][1]


class Here:
    """Plays ranges one after the other in this process."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __call__(
        self, task: Task, cutter: Cutter, progress: Progress | None
    ) -> Generator[tuple[Range, Any]]:
        """Play the ranges; the task reports its own progress."""
        while one := cutter.take(self.size):
            yield one, task(*one, progress)


class Processes:
    """Plays ranges in processes of this machine."""

    def __init__(self, workers: int, size: int) -> None:
        self.workers = workers
        self.size = size

    def __call__(
        self, task: Task, cutter: Cutter, progress: Progress | None
    ) -> Generator[tuple[Range, Any]]:
        """Play the ranges; those not begun are dropped when the caller stops."""
        if self.workers == 1:
            yield from Here(self.size)(task, cutter, progress)
            return
        pending: dict[Future[Any], Range] = {}
        pool = ProcessPoolExecutor(self.workers)
        try:
            while cutter.left or pending:
                while len(pending) < 2 * self.workers and (one := cutter.take(self.size)):
                    pending[pool.submit(task, *one)] = one
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    one = pending.pop(future)
                    result = future.result()
                    if progress is not None:
                        progress(one[1])
                    yield one, result
        finally:
            pool.shutdown(cancel_futures=True)


def spread(total: int, places: int, size: int) -> int:
    """Return how large ranges should be so that each place gets several, up to a size."""
    return max(1, min(size, -(-total // (8 * places))))
