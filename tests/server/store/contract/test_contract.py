"""Every store keeps the contract, and the checks notice when one does not."""

from __future__ import annotations

from typing import get_args

import pytest

from server.store.contract.checks import Check
from server.store.contract.checks_moderation import CHECKS
from server.store.faulty import Broken
from server.store.making import InMemory, Place, eventually, write


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
async def test_every_store_keeps_the_contract(check: Check, place: Place) -> None:
    await check(place)


@pytest.mark.parametrize("broken", get_args(Broken))
async def test_a_broken_store_is_caught(broken: Broken) -> None:
    failed = []
    for check in CHECKS:
        place = InMemory(broken)
        try:
            await check(place)
        except (Exception, pytest.fail.Exception):
            failed.append(check.__name__)
        finally:
            await place.leave()
    assert failed, f"no check finds a store that {broken}"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
async def test_an_append_returns_before_its_notification(place: Place) -> None:
    """So a process need not read back what it has just written."""
    store = await place.enter()
    happened: list[str] = []
    store.listen(lambda table, seq, _persons: happened.append(f"heard {seq}"))
    for seq in range(1, 6):
        await write(store, "t", seq)
        happened.append(f"wrote {seq}")
    await eventually(lambda: "heard 5" in happened, place.patience)
    assert happened == [f"{what} {seq}" for seq in range(1, 6) for what in ("wrote", "heard")]
