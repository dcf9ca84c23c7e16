from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.core.helpers import Outage, a_hall, started
from server.store.faulty import FaultyStore
from tablee.server.core import hall as halls
from tablee.server.core.hall import Hall
from tablee.server.store.memory.store import Disk, MemoryStore


@pytest.fixture
async def hall(store: MemoryStore) -> AsyncIterator[Hall]:
    """Provide the hall of the only process on a store."""
    hall = a_hall(store, "a")
    yield hall
    await hall.stop()


@pytest.fixture(params=[True, False], ids=["shared", "alone"])
async def outage(request: pytest.FixtureRequest) -> AsyncIterator[Outage]:
    """Provide an outage of a store that several processes share, or that one has to itself."""
    outage = Outage(request.param)
    await outage.store.open()
    yield outage
    await outage.hall.stop()
    await outage.store.close()


@pytest.fixture
async def processes(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Hall, Hall]]:
    """Provide the halls of two processes on one disk, which exchange news 100 times a second."""
    monkeypatch.setattr(halls, "BEAT_SECONDS", 0.01)
    disk = Disk()
    stores = FaultyStore(disk), FaultyStore(disk)
    for store in stores:
        await store.open()
    here, there = (a_hall(store, name) for store, name in zip(stores, "ab", strict=True))
    async with started(here), started(there):
        yield here, there
    for store in stores:
        await store.close()


@pytest.fixture
def here(processes: tuple[Hall, Hall]) -> Hall:
    return processes[0]


@pytest.fixture
def there(processes: tuple[Hall, Hall]) -> Hall:
    return processes[1]
