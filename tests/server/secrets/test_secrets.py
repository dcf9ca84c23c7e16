"""A seat that can't distinguish two matches is sent the same bytes in both, in every channel."""

from __future__ import annotations

import pytest

from server.secrets.leaks import LEAKS
from server.secrets.over_http import AREAS, ASKED, UNASKED
from server.secrets.pairs import Pair, make_pair
from server.secrets.streams import stream
from server.sim.loop import run

pytestmark = pytest.mark.slow

PORTION = 50
PAIRS = 250  # `make soak-secrets` compares 20,000


def difference(pair: Pair) -> tuple[bytes, bytes] | None:
    """Return the first messages that differ."""
    one = run(stream(pair.one, pair))
    other = run(stream(pair.other, pair))
    for left, right in zip(one, other, strict=True):
        if left != right:
            return left, right
    return None


@pytest.mark.parametrize("first", range(0, PAIRS, PORTION))
def test_indistinguishable_matches_send_the_same_bytes(first: int) -> None:
    found, seed = 0, first * 10
    while found < PORTION:
        pair = make_pair(seed)
        seed += 1
        if pair is not None:
            found += 1
            assert difference(pair) is None, seed - 1


@pytest.mark.parametrize("name", LEAKS)
def test_planted_leaks_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[name](monkeypatch)
    for seed in range(400):
        pair = make_pair(seed)
        if pair is not None and difference(pair) is not None:
            return
    pytest.fail("the leak was not caught")


def test_every_route_about_matches_is_compared() -> None:
    routes = {route.fn.__name__ for area in AREAS for route in area.ROUTES}
    assert routes == ASKED | UNASKED
