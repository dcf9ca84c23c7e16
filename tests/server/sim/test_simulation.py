"""Worlds with faults: nothing is lost or duplicated, and all clients agree in the end."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from server.sim.bugs import BUGS, SHOWN_BY, no_notification_arrives
from server.sim.checks import simulate
from server.sim.seen import Wrong

pytestmark = pytest.mark.slow

PORTION = 10
SEEDS = 50  # `make soak-worlds` simulates 10,000


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Hide the warnings of failing stores, which are part of the simulation."""
    logging.getLogger("tablee.hall").disabled = True
    yield
    logging.getLogger("tablee.hall").disabled = False


@pytest.mark.parametrize("first", range(0, SEEDS, PORTION))
def test_simulated_worlds_are_sound(first: int) -> None:
    for seed in range(first, first + PORTION):
        assert simulate(seed)[1] >= 1000


@pytest.mark.parametrize("name", BUGS)
def test_planted_bugs_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BUGS[name](monkeypatch)
    for seed in (SHOWN_BY.get(name, 0), *range(200)):  # the rarest shows in one of fifty
        try:
            simulate(seed, 600)
        except Wrong:
            return
    pytest.fail("nobody noticed")


def test_worlds_without_any_notification_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    no_notification_arrives(monkeypatch)
    for seed in range(5):
        simulate(seed, 600)


def test_a_world_is_reproducible_in_every_process() -> None:
    program = "from server.sim.checks import simulate; print(simulate(3, 400)[0])"
    traces = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": "tests"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(traces) == 1
    assert traces != {simulate(4, 400)[0] + "\n"}
