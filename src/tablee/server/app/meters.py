"""What Prometheus is told, on a bind of its own: one registry a process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from tablee.server.store.contract import EventStore, Head, Result, Row

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Meters:
    """All that is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge(
            "tablee_connections", "Open WebSocket connections", registry=self.registry
        )
        self.messages = Counter(
            "tablee_messages", "Messages of clients", ["kind", "outcome"], registry=self.registry
        )
        self.cut_off = Counter(
            "tablee_cut_off", "Connections closed by the server", ["why"], registry=self.registry
        )
        self.appends = self._times("tablee_append_seconds", "Until an entry is durable")
        self.answers = self._times(
            "tablee_answer_seconds", "From a message of a client to the end of its answer"
        )
        self.updates = self._times(
            "tablee_update_seconds", "What is sent waits so long for its connection"
        )
        self._answered: dict[tuple[str, str], Counter] = {}
        self.bot_queue = Gauge(
            "tablee_bot_queue", "Jobs that no worker has taken up", registry=self.registry
        )
        self._stop: Callable[[], None] = lambda: None

    def _times(self, name: str, story: str) -> Histogram:
        return Histogram(name, story, buckets=FAST, registry=self.registry)

    def serve(self, host: str, port: int) -> None:
        """Answers on an address of its own, in a thread."""
        server, thread = start_http_server(port, host, registry=self.registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        self._stop = stop

    def close(self) -> None:
        """No more answers."""
        self._stop()

    def answered(self, kind: str, outcome: str, seconds: float) -> None:
        """A message of a client is answered."""
        self.answers.observe(seconds)
        counter = self._answered.get((kind, outcome))
        if counter is None:
            counter = self._answered[kind, outcome] = self.messages.labels(kind, outcome)
        counter.inc()


class Measured:
    """A store whose appends are timed; all else is the store's own."""

    def __init__(self, store: EventStore, meters: Meters) -> None:
        self._store = store
        self._meters = meters

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        """As the store does it."""
        began = time.perf_counter()
        try:
            await self._store.append(row, head, result)
        finally:
            self._meters.appends.observe(time.perf_counter() - began)


def measured(store: EventStore, meters: Meters) -> EventStore:
    """A store whose appends are timed."""
    return cast(EventStore, Measured(store, meters))
