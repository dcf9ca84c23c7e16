"""Background tasks: an error in one is logged and stops none of the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from tablee.server.store.contract import StoreDown

LOG = logging.getLogger("tablee.hall")


class BackgroundTasks:
    """Background tasks of a process."""

    def __init__(self) -> None:
        self._tasks: dict[asyncio.Task[None], None] = {}  # in the order they were started
        self._cancelled = False

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task, unless all were cancelled."""
        if self._cancelled:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._done)

    def cancel(self) -> None:
        """Cancel all tasks, and start none from now on."""
        self._cancelled = True
        for task in list(self._tasks):
            task.cancel()

    async def finished(self) -> None:
        """Wait until no task is left."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        problem = None if task.cancelled() else task.exception()
        if isinstance(problem, StoreDown):
            LOG.warning("the store cannot be reached: %s", problem)
        elif problem is not None:
            LOG.error("a background task has failed", exc_info=problem)


async def for_each(tables: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Do something for one table after the other; an error at one is logged."""
    for table in tables:
        try:
            await work(table)
        except StoreDown:
            raise
        except Exception:
            LOG.exception("something is wrong with table %s; the others go on", table)


async def log_errors(work: Awaitable[None]) -> None:
    """Await a step of a loop that has to go on whatever happens."""
    try:
        await work
    except StoreDown as down:
        LOG.warning("the store cannot be reached: %s", down)
    except Exception:
        LOG.exception("a periodic task has failed; it is tried again")
