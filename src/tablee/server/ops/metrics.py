"""What Prometheus is told, on a bind of its own: one registry a process."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

from tablee.server.ops.listening import listening_at
from tablee.server.store.contract import EventStore, Head, Result, Row

FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Times(Collector):
    """How often something took how long: a histogram.

    The library's own takes a lock for each bucket, which a move would notice; this one is told by
    one thread, and another may look at it.
    """

    def __init__(self, name: str, story: str) -> None:
        self._name, self._story = name, story
        self._counts = [0] * (len(FAST) + 1)  # by bucket; the last is for all that took longer
        self._seconds = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self._counts[bisect_left(FAST, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus is told: of each bucket all that took as long or less."""
        bounds = (*map(str, FAST), "+Inf")
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._story, buckets, self._seconds)


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
        self.bot_workers = Gauge(
            "tablee_bot_workers", "Processes for bots and coach", registry=self.registry
        )
        self.worker_deaths = Counter(
            "tablee_worker_deaths",
            "Processes for bots, coach, reviews and compiling that died and were replaced",
            registry=self.registry,
        )
        self._stop: Callable[[], None] = lambda: None

    def _times(self, name: str, story: str) -> Times:
        times = Times(name, story)
        self.registry.register(times)
        return times

    def serve(self, host: str, port: int) -> None:
        """Answers on an address of its own, in a thread."""
        with listening_at(host, port, "--metrics", "--metrics"):
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
