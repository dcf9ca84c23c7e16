"""Metrics for Prometheus, served on an address of their own."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from tablee.server.runtime.bind_errors import explain_bind_errors
from tablee.server.store.contract import EventStore, Head, Result, Row

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Durations(Collector):
    """Durations, by bucket.

    The library's own histogram takes a lock for each bucket, which would slow down moves. This one
    is written by one thread and read by another.
    """

    def __init__(self, name: str, help: str) -> None:
        self._name, self._help = name, help
        self._counts = [0] * (len(BUCKETS) + 1)  # by bucket; the last one is open
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Return the samples: for each bucket, everything that took no longer."""
        bounds = (*map(str, BUCKETS), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._help, buckets, self._seconds)


class Metrics:
    """All metrics of a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = Gauge(
            "tablee_connections", "Open WebSocket connections", registry=self.registry
        )
        self.messages = Counter(
            "tablee_messages", "Messages from clients", ["kind", "outcome"], registry=self.registry
        )
        self.cut_off = Counter(
            "tablee_cut_off", "Connections closed by the server", ["why"], registry=self.registry
        )
        self.refused_requests = Counter(
            "tablee_refused_requests",
            "HTTP connections closed by the server because of a limit",
            ["why"],
            registry=self.registry,
        )
        self.appends = self._histogram("tablee_append_seconds", "Time until a log entry is durable")
        self.answers = self._histogram(
            "tablee_answer_seconds", "Time from a client's message to the end of its answer"
        )
        self.updates = self._histogram(
            "tablee_update_seconds", "Time that outgoing messages wait for their connection"
        )
        self._counters: dict[tuple[str, str], Counter] = {}
        self.bot_queue = Gauge(
            "tablee_bot_queue", "Jobs waiting for a worker", registry=self.registry
        )
        self.bot_workers = Gauge(
            "tablee_bot_workers", "Worker processes for bots and coach", registry=self.registry
        )
        self.worker_deaths = Counter(
            "tablee_worker_deaths",
            "Worker processes that died and were replaced",
            registry=self.registry,
        )
        self._stop: Callable[[], None] = lambda: None

    def _histogram(self, name: str, help: str) -> Durations:
        histogram = Durations(name, help)
        self.registry.register(histogram)
        return histogram

    def serve(self, host: str, port: int) -> None:
        """Serve the metrics in a thread."""
        with explain_bind_errors(host, port, "--metrics", "--metrics"):
            server, thread = start_http_server(port, host, registry=self.registry)

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        self._stop = stop

    def close(self) -> None:
        """Stop serving."""
        self._stop()

    def count_message(self, kind: str, outcome: str, seconds: float) -> None:
        """Count an answered message of a client."""
        self.answers.observe(seconds)
        counter = self._counters.get((kind, outcome))
        if counter is None:
            counter = self._counters[kind, outcome] = self.messages.labels(kind, outcome)
        counter.inc()


class TimedStore:
    """A store whose appends are timed, and whose growth is counted."""

    def __init__(
        self, store: EventStore, metrics: Metrics, grown: Callable[[Row, Head], None]
    ) -> None:
        self._store = store
        self._meters = metrics
        self._grown = grown

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, row: Row, head: Head, result: Result | None = None) -> None:
        """Append to the store, and count the time."""
        began = time.perf_counter()
        try:
            await self._store.append(row, head, result)
        finally:
            self._meters.appends.observe(time.perf_counter() - began)
        self._grown(row, head)


def timed(store: EventStore, metrics: Metrics, grown: Callable[[Row, Head], None]) -> EventStore:
    """Return a store whose appends are timed; `grown` is called with each of them."""
    return cast(EventStore, TimedStore(store, metrics, grown))
