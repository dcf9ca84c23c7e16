"""An event loop whose time passes only when there is nothing left to do: runs are repeatable."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping
from typing import Any


class Stuck(Exception):
    """Everybody waits for something that will never happen."""


class _NoSelector(selectors.BaseSelector):
    """Nothing ever comes from outside; waiting makes time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.keys: dict[Any, selectors.SelectorKey] = {}

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = selectors.SelectorKey(fileobj, 0, events, data)
        self.keys[fileobj] = key
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self.keys.pop(fileobj)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck
        self.now += max(0.0, timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self.keys


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop with a time of its own, in seconds from 0."""

    def __init__(self) -> None:
        self._virtual = _NoSelector()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """A thread would have a time of its own: what was to be done in one is done at once."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as problem:
            done.set_exception(problem)
        return done


def run(main: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine to its end in a loop of its own."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(main)
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
