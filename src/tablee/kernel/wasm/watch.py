"""One wasmtime engine for the process, and the clock that stops what runs for too long.

Compiled loops look at the engine's epoch. While something runs, a thread moves it on; a store that
is past its deadline stops there, whatever the rules are doing.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import wasmtime

TICK = 0.02  # seconds
LINGER = 1.0  # seconds for which the clock goes on, so that it isn't started for every call


_forked = False  # wasmtime's compiling threads stay behind in the parent


@cache
def engine() -> wasmtime.Engine:
    """Return the engine that compiles modules to machine code."""
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.parallel_compilation = not _forked
    return wasmtime.Engine(config)


class _Clock:
    """Moves the epoch on while calls are running."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = 0
        self._idle_since = 0.0
        self._thread: threading.Thread | None = None

    @contextmanager
    def running(self) -> Iterator[None]:
        """Keep the clock going for a call."""
        with self._lock:
            self._running += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._tick, daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                self._idle_since = time.monotonic()

    def _tick(self) -> None:
        while True:
            time.sleep(TICK)
            engine().increment_epoch()
            with self._lock:
                if self._running == 0 and time.monotonic() - self._idle_since > LINGER:
                    self._thread = None
                    return


_clock = _Clock()


@contextmanager
def deadline(store: wasmtime.Store, seconds: float) -> Iterator[None]:
    """Stop the code of a store after some seconds, with a trap."""
    with _clock.running():
        store.set_epoch_deadline(max(1, round(seconds / TICK)) + 1)
        yield


def _begin_anew() -> None:
    """Start again in a forked process, which has none of its parent's threads."""
    global _clock, _forked
    _clock, _forked = _Clock(), True
    engine.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
