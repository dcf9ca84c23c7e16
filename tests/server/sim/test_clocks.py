"""The clock of the machine jumps, forwards and back: nobody loses on time who had time left."""

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
MASKED = 1105  # a sign of life from before the clock was set back hid a later jump forwards
STRANDED = 2131  # the clock was set back and the process started anew: a bot waited for hours


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Restarts are part of it: their warnings tell nothing."""
    logging.getLogger("tablee.hall").disabled = True
    yield
    logging.getLogger("tablee.hall").disabled = False


def simulate_all() -> Counter[str]:
    return sum((simulate_jumps(seed) for seed in range(SEEDS)), Counter())


def test_nobody_loses_on_time_because_the_clock_jumps() -> None:
    total = simulate_all()
    assert total["jumps"] > 50
    assert total["timeouts"] > 0


@pytest.mark.parametrize("seed", [MASKED, STRANDED])
def test_what_went_wrong_once_holds_now(seed: int) -> None:
    simulate_jumps(seed)


def test_a_server_that_compensates_no_outage_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(self: Outages, since: int) -> None:
        """Give no time back."""

    monkeypatch.setattr(Outages, "compensate", nothing)
    with pytest.raises(Wrong, match="lost on time"):
        simulate_all()
