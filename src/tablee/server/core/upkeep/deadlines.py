"""Timers for the clocks of players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class DeadlineTimers:
    """Calls back for each table when a clock there may have expired.

    Deadlines move with every move. A timer that is early stays, since an early call does no harm.
    """

    def __init__(self, now: Callable[[], int], expired: Callable[[str], None]) -> None:
        self._now = now
        self._expired = expired
        self._timers: dict[str, tuple[int, asyncio.TimerHandle]] = {}  # with their deadlines

    def set(self, table: str, deadline: int | None) -> None:
        """Call back at that time, or not at all."""
        if deadline is None:
            self.stop(table)
        elif table not in self._timers or self._timers[table][0] > deadline:
            self.stop(table)
            loop = asyncio.get_running_loop()
            wait = min(3600.0, max(10, deadline - self._now()) / 1000)  # never a hot loop
            self._timers[table] = deadline, loop.call_later(wait, self._wake, table)

    def __contains__(self, table: str) -> bool:
        return table in self._timers

    def stop(self, table: str) -> None:
        """Cancel the call for this table."""
        _, timer = self._timers.pop(table, (0, None))
        if timer is not None:
            timer.cancel()

    def stop_all(self) -> None:
        """Cancel all calls."""
        for table in list(self._timers):
            self.stop(table)

    def _wake(self, table: str) -> None:
        self._timers.pop(table, None)
        self._expired(table)
