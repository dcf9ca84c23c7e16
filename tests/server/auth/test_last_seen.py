"""When devices were last seen: written in batches, and retried after an outage."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from server.live import PATIENCE
from server.store.making import eventually
from tablee.server.auth.last_seen import OFTEN_MS, LastSeen
from tablee.server.store.contract import Person, StoreDown, Token
from tablee.server.store.memory.store import MemoryStore

ADA = Person("a" * 32, "Ada", "", 0)
PHONE, DESK = Token(b"p" * 32, ADA.id, 1, 1), Token(b"d" * 32, ADA.id, 2, 2)


@pytest.fixture
async def store(store: MemoryStore) -> MemoryStore:
    """Provide a store with two devices of a person."""
    await store.create_person(ADA)
    for token in (PHONE, DESK):
        await store.add_token(token)
    return store


async def last_used(store: MemoryStore) -> list[int]:
    """Return when the phone and the desktop were last seen."""
    return [token.last_used for token in await store.tokens_of(ADA.id)]


async def test_last_seen_is_written_on_stop(store: MemoryStore) -> None:
    now = [50]
    last_seen = LastSeen(store, now=lambda: now[0])
    async with last_seen.saving():
        for now[0] in (50, 60, 50 + OFTEN_MS, 51 + OFTEN_MS):
            last_seen.note(PHONE.hash)
    assert await last_used(store) == [50 + OFTEN_MS, 2]  # once a minute is enough


async def test_stopping_does_not_wait_long_for_a_missing_store(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.auth.last_seen.SHUTDOWN_SECONDS", 0.01)

    async def never(seen: Mapping[bytes, int]) -> None:
        await asyncio.Event().wait()

    store.used_tokens = never  # type: ignore[method-assign]
    last_seen = LastSeen(store, now=lambda: 80)
    async with asyncio.timeout(PATIENCE), last_seen.saving():
        last_seen.note(PHONE.hash)


async def test_last_seen_is_written_every_few_seconds(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.auth.last_seen.EVERY_SECONDS", 0.01)
    works, tries = store.used_tokens, 0

    async def works_later(seen: Mapping[bytes, int]) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise RuntimeError("something unforeseen")
        await works(seen)

    store.used_tokens = works_later  # type: ignore[method-assign]
    last_seen = LastSeen(store, now=lambda: 80)
    async with last_seen.saving():
        last_seen.note(PHONE.hash)
        await eventually(lambda: tries == 2, PATIENCE)
        assert await last_used(store) == [80, 2]


async def test_last_seen_is_kept_during_an_outage(store: MemoryStore) -> None:
    works = store.used_tokens

    async def down(seen: Mapping[bytes, int]) -> None:
        raise StoreDown("gone")

    last_seen = LastSeen(store, now=lambda: 70)
    store.used_tokens = down  # type: ignore[method-assign]
    async with last_seen.saving():
        last_seen.note(DESK.hash)
    store.used_tokens = works  # type: ignore[method-assign]
    async with last_seen.saving():
        pass
    assert await last_used(store) == [1, 70]
