"""Chores of a hall: what is done beside the commands, and goes wrong without stopping the rest."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from tablee.server.store.contract import StoreDown

LOG = logging.getLogger("tablee.hall")


class Chores:
    """Tasks that nobody waits for; what goes wrong with one is told in the log."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[None], None] = {}  # in the order they were begun
        self._over = False

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Does something soon, unless the end has come."""
        if self._over:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._ended)

    def cancel(self) -> None:
        """The end has come: breaks off whatever is not done."""
        self._over = True
        for task in list(self._tasks):
            task.cancel()

    async def ended(self) -> None:
        """Waits until nothing is left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        problem = None if task.cancelled() else task.exception()
        if isinstance(problem, StoreDown):
            LOG.warning("the store cannot be reached: %s", problem)
        elif problem is not None:
            LOG.error("a task of the hall has failed", exc_info=problem)


class Alarms:
    """Rings for each table when somebody there runs out of time.

    An alarm that comes too early stays: deadlines move with every move, and it does no harm.
    """

    def __init__(self, now: Callable[[], int], ring: Callable[[str], None]) -> None:
        self._now = now
        self._ring = ring
        self._set: dict[str, tuple[int, asyncio.TimerHandle]] = {}  # with the time they mean

    def set(self, table: str, deadline: int | None) -> None:
        """Rings at that time, or not at all."""
        if deadline is None:
            self.stop(table)
        elif table not in self._set or self._set[table][0] > deadline:
            self.stop(table)
            loop = asyncio.get_running_loop()
            wait = min(3600.0, max(10, deadline - self._now()) / 1000)  # never a hot loop
            self._set[table] = deadline, loop.call_later(wait, self._wake, table)

    def stop(self, table: str) -> None:
        """Does not ring for this table."""
        _, timer = self._set.pop(table, (0, None))
        if timer is not None:
            timer.cancel()

    def stop_all(self) -> None:
        """Does not ring any more."""
        for table in list(self._set):
            self.stop(table)

    def _wake(self, table: str) -> None:
        self._set.pop(table, None)
        self._ring(table)


async def each(tables: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Does something for one table after the other; one that is broken holds up no other."""
    for table in tables:
        try:
            await work(table)
        except StoreDown:
            raise
        except Exception:
            LOG.exception("something is wrong with table %s; the others go on", table)


async def bravely(work: Awaitable[None]) -> None:
    """A store that is gone for a while is no reason to stop looking."""
    try:
        await work
    except StoreDown as down:
        LOG.warning("the store cannot be reached: %s", down)
    except Exception:
        LOG.exception("looking after the tables has failed; it is tried again")
