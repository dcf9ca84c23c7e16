"""Every store keeps the contract, and the tests notice when one does not."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from server.store.checks import Check
from server.store.checks_people import CHECKS
from server.store.making import InMemory, Place
from tablee.server.store.memory import Broken


async def ask(check: Check, place: Place) -> None:
    try:
        await check(place)
    finally:
        await place.leave()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_store_keeps_the_contract(check: Check, place: Place) -> None:
    asyncio.run(ask(check, place))


@pytest.mark.parametrize("broken", get_args(Broken))
def test_a_broken_store_is_found_out(broken: Broken) -> None:
    failed = []
    for check in CHECKS:
        try:
            asyncio.run(ask(check, InMemory(broken)))
        except (Exception, pytest.fail.Exception):
            failed.append(check.__name__)
    assert failed, f"no check finds a store that {broken}"
