"""The lanes of the tests: an unmarked test is fast, and fails if it takes too long.

`make check` runs the fast tests, `make test` the slow ones too, `make soak` the long campaigns.
Set TEST_DURATIONS to a file to have the time of each test appended to it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest

MARKS = ("slow", "soak")
SCHEDULE = Path("/proc/thread-self/schedstat")  # Linux: ns on a processor, ns waiting for one
NANO = 1e9
BUSY = 1.5  # runnable processes for each processor
IN_FIXTURES = pytest.StashKey[list[tuple[float, float]]]()
SERVERS = {"browser", "postgres", "postgres_address", "fresh_postgres"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for the limit, for the tests of this plugin."""
    parser.addini("fast_limit", "seconds that a fast test may take", default="2")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a Chromium or a PostgreSQL as slow, since those must start first.

    Slow tests run first, so that no worker is left with one at the end, and without coverage, which
    would triple their time: the fast tests have to cover everything anyway.
    """
    for item in items:
        if SERVERS & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
        if is_slow(item):
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=is_slow, reverse=True)


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test carries the mark of a slower lane."""
    return any(item.get_closest_marker(mark) for mark in MARKS)


def elapsed() -> float:
    """Return seconds that don't include this thread's waits for a processor."""
    waited = int(SCHEDULE.read_text().split()[1]) / NANO if SCHEDULE.exists() else 0.0
    return time.perf_counter() - waited


def processor_time() -> float:
    """Return the processor seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])


def is_busy() -> bool:
    """Return whether the machine is overloaded, which delays servers and children, too."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > BUSY * (os.cpu_count() or 1)


class Stopwatch:
    """Measures a test from now on."""

    def __init__(self) -> None:
        self._began = elapsed(), processor_time()

    def read(self) -> tuple[float, float]:
        """Return the seconds that went by, and the processor seconds that were used."""
        return elapsed() - self._began[0], processor_time() - self._began[1]


def judged(seconds: float, processor: float) -> float:
    """Return what counts as the duration of a test; on a busy machine, its processor time."""
    return min(seconds, processor) if is_busy() else seconds


def has_limit(item: pytest.Item) -> bool:
    """Return whether a test must be fast; coverage slows all of them down."""
    return not is_slow(item) and not item.config.pluginmanager.hasplugin("_cov")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Append the durations of set-up, test and clean-up to a file, if requested."""
    watch = Stopwatch()
    result = yield
    if file := os.environ.get("TEST_DURATIONS"):
        seconds, processor = watch.read()
        with open(file, "a", encoding="utf-8") as out:
            out.write(f"{seconds:.2f}\t{processor:.2f}\t{item.nodeid}\n")
    return result


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Measure the fixtures that a test has for itself; what tests share starts once."""
    watch = Stopwatch()
    result = yield
    if fixturedef.scope == "function":
        request.node.stash.setdefault(IN_FIXTURES, []).append(watch.read())
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a fast test that took too long, its own fixtures included."""
    watch = Stopwatch()
    result = yield
    spent = [*item.stash.get(IN_FIXTURES, []), watch.read()]
    took = judged(sum(one for one, _ in spent), sum(one for _, one in spent))
    limit = float(item.config.getini("fast_limit"))
    if took > limit and has_limit(item):
        pytest.fail(
            f"took {took:.1f} s, and a fast test may take {limit:g}: make it faster, "
            "or mark it with @pytest.mark.slow",
            pytrace=False,
        )
    return result
