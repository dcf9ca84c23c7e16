"""The lanes of the tests: fast ones carry no mark; a fast one that takes too long fails.

`make check` runs the fast tests, `make test` the slow ones too, `make soak` the long campaigns.
Set TEST_DURATIONS to a file to have the time of each test appended to it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from pathlib import Path

import pytest

LIMIT = 2.0  # seconds a fast test may take
MARKS = ("slow", "soak")
SCHEDULE = Path("/proc/thread-self/schedstat")  # Linux: ns on a processor, ns waiting for one
NANO = 1e9
SERVERS = {"browser", "postgres", "postgres_address", "fresh_postgres"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow whatever needs a Chromium or a PostgreSQL, which have to start first.

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
    """Whether a test carries the mark of a slower lane."""
    return any(item.get_closest_marker(mark) for mark in MARKS)


def elapsed() -> float:
    """A clock in seconds that stops while this thread waits for a processor: other people's load
    is no fault of a test."""
    waited = int(SCHEDULE.read_text().split()[1]) / NANO if SCHEDULE.exists() else 0.0
    return time.perf_counter() - waited


def too_slow(item: pytest.Item, took: float) -> bool:
    """Whether a test belongs to a slower lane; coverage slows all of them down."""
    return not is_slow(item) and took > LIMIT and not item.config.pluginmanager.hasplugin("_cov")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Append how long set-up, test and clean-up took, if somebody wants to know."""
    began, children = elapsed(), os.times()
    result = yield
    if file := os.environ.get("TEST_DURATIONS"):
        now = os.times()
        processor = sum(now[:4]) - sum(children[:4])
        with open(file, "a", encoding="utf-8") as out:
            out.write(f"{elapsed() - began:.2f}\t{processor:.2f}\t{item.nodeid}\n")
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a fast test that was not."""
    began = elapsed()
    result = yield
    took = elapsed() - began
    if too_slow(item, took):
        pytest.fail(
            f"took {took:.1f} s, and a fast test may take {LIMIT:.0f}: make it faster, "
            "or mark it with @pytest.mark.slow",
            pytrace=False,
        )
    return result
