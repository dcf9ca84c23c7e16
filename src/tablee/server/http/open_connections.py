"""Count open HTTP connections by address, and refuse more before anything is read from them.

Connections of trusted proxies are not counted by address: all its clients would count as one.
WebSockets have limits of their own and count only towards what the process can hold open.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Protocol

from tablee.server.errors import TooManyRequests
from tablee.server.http.proxy import address_that_counts, read_address, trusts
from tablee.server.runtime.metrics import Metrics
from tablee.server.service import Service

RETRY_SECONDS = 5
QUIET_SECONDS = 60.0  # between two lines in the log about the same address
REMEMBERED = 1_000  # addresses that were logged
RESERVED_FILES, FILES_PER_WORKER = 64, 6  # for the store, the log, workers
LOGGED = {
    "connections": "has too many open connections",
    "full": "is refused: the server has as many connections as it can hold open",
    "evicted": "lost its oldest connection to an address with fewer",
    "headers": "took too long to send the headers of a request",
    "body": "took too long to send the body of a request",
    "reader": "does not read the answer to its request",
}
"""What the log says, by the reason that the metric counts."""

log = logging.getLogger("tablee.http")


class Open(Protocol):
    """An open connection."""

    address: str

    def drop(self) -> None:
        """Close it at once."""


class OpenConnections:
    """The open HTTP connections of a process."""

    def __init__(
        self,
        each: int,
        most: int,
        *,
        is_proxy: Callable[[str], bool],
        others: Callable[[], int],
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._each, self._most = each, most
        self._is_proxy = is_proxy
        self._others = others  # connections that are counted elsewhere
        self._metrics = metrics
        self._clock = clock
        self._open: dict[str, dict[Open, None]] = {}  # by address, the oldest first
        self._count = 0
        self._logged: dict[tuple[str, str], float] = {}

    @classmethod
    def of(cls, service: Service, files: int | None) -> OpenConnections:
        """Return the limits of a service in a process with this limit of open files."""
        config, each, most = service.config, service.config.http_connections, 2**31
        if files is not None:
            reserved = RESERVED_FILES + FILES_PER_WORKER * config.bot_workers
            each, most = min(each, max(1, files // 4)), max(files // 2, files - reserved)
        return cls(
            each,
            most,
            is_proxy=lambda address: trusts(config.trusted_proxies, read_address(address)),
            others=lambda: len(service.connections),
            metrics=service.metrics,
        )

    def enter(self, one: Open) -> None:
        """Count a new connection; `TooManyRequests` if its address has too many.

        If the process can hold no more, the address with the most connections loses its oldest one,
        unless that is this address.
        """
        address = address_that_counts(one.address)
        mine = self._open.get(address, {})
        if len(mine) >= self._each and not self._is_proxy(one.address):
            self._refuse(address, "connections")
        if self._count + self._others() >= self._most:
            busiest = max(self._open, key=lambda other: len(self._open[other]), default=address)
            if len(self._open.get(busiest, {})) <= len(mine) + 1:
                self._refuse(address, "full")
            self.count(busiest, "evicted")
            oldest = next(iter(self._open[busiest]))
            self.leave(oldest)
            oldest.drop()
        self._open.setdefault(address, {})[one] = None
        self._count += 1

    def leave(self, one: Open) -> None:
        """Forget a connection that was closed or has become a WebSocket."""
        address = address_that_counts(one.address)
        there = self._open.get(address, {})
        if one in there:
            del there[one]
            self._count -= 1
            if not there:
                del self._open[address]

    def _refuse(self, address: str, why: str) -> None:
        self.count(address, why)
        raise TooManyRequests(RETRY_SECONDS, "serve.too_many_open")

    def count(self, address: str, why: str) -> None:
        """Count a connection that was closed, and log the first one of an address in a minute."""
        self._metrics.refused_requests.labels(why).inc()
        now, key = self._clock(), (address, why)
        if now - self._logged.get(key, -QUIET_SECONDS) < QUIET_SECONDS:
            return
        self._logged.pop(key, None)
        self._logged[key] = now
        if len(self._logged) > REMEMBERED:
            del self._logged[next(iter(self._logged))]
        log.warning(
            "a client at %s %s", address, LOGGED[why], extra={"address": address, "why": why}
        )
