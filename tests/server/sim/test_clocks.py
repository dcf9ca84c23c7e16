"""The machine's clock jumps forwards and back: no player with time left loses on time."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator

import pytest

from tablee.server.core.upkeep.outages import Outages

from .clocks import simulate_jumps
from .seen import Wrong

pytestmark = pytest.mark.slow

SEEDS = 25  # `make soak-clock` runs 5,000
MASKED = 1105  # a heartbeat from before the clock was set back hid a later jump forwards
STRANDED = 2131  # the clock was set back and the process restarted: a bot was overdue for hours


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Hide the warnings of restarts, which are part of the simulation."""
    logging.getLogger("tablee.hall").disabled = True
    yield
    logging.getLogger("tablee.hall").disabled = False


def simulate_all() -> Counter[str]:
    return sum((simulate_jumps(seed) for seed in range(SEEDS)), Counter())


def test_clock_jumps_cost_no_player_time() -> None:
    total = simulate_all()
    assert total["jumps"] > 50
    assert total["timeouts"] > 0


@pytest.mark.parametrize("seed", [MASKED, STRANDED])
def test_seeds_that_once_failed(seed: int) -> None:
    simulate_jumps(seed)


def test_a_server_without_compensation_of_outages_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(self: Outages, since: int) -> None:
        """Give no time back."""

    monkeypatch.setattr(Outages, "compensate", nothing)
    with pytest.raises(Wrong, match="lost on time"):
        simulate_all()
