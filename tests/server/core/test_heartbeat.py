"""A process alone on its store writes no heartbeats that only other processes would need."""

from __future__ import annotations

import pytest

from server.core.helpers import ADA, BOB, Outage, a_hall, started
from tablee.server import wire
from tablee.server.store.contract import StoreDown


@pytest.fixture
def written(outage: Outage) -> list[int]:
    """Return the times of all heartbeats written since the first one."""
    times: list[int] = []
    alive = outage.store.alive

    async def counted(process: str, now: int) -> None:
        await alive(process, now)
        times.append(now)

    outage.store.alive = counted  # type: ignore[method-assign]
    return times


async def pass_by(outage: Outage, seconds: int) -> None:
    for _ in range(seconds):
        outage.time.now += 1_000
        await outage.hall.heartbeat.beat()


async def test_an_idle_server_writes_nothing(outage: Outage, written: list[int]) -> None:
    await outage.hall.heartbeat.beat()
    written.clear()
    await pass_by(outage, 900)
    assert len(written) == (900 if outage.store.shared else 0)


async def test_while_a_clock_runs_one_heartbeat_a_minute_is_written(
    outage: Outage, written: list[int]
) -> None:
    """A later start has to know how long the outage was."""
    table = await outage.begun(wire.Clock("move", 3_600_000))
    written.clear()
    await pass_by(outage, 300)
    assert len(written) == (300 if outage.store.shared else 5)
    outage.time.now += 500_000  # the process was killed
    async with started(a_hall(outage.store, "b", outage.time)) as new:
        deadline = (await new.rooms.current(table)).deadline
    assert deadline is not None
    given_back = deadline - (1_000_000 + 3_600_000)
    assert 500_000 <= given_back <= 560_000


async def test_an_outage_is_noticed_by_a_move_that_cannot_be_written(outage: Outage) -> None:
    table = await outage.begun(wire.Clock("move", 20_000))
    await pass_by(outage, 5)
    outage.store.weather.cut = True
    move = wire.Speak("speak-000001", table, "players", text="Hello")
    with pytest.raises(StoreDown):
        await outage.hall.commits.do(move, ADA)
    for _ in range(60):
        outage.time.now += 1_000
        with pytest.raises(StoreDown):
            await outage.hall.heartbeat.beat()
    outage.store.weather.cut = False
    await outage.hall.upkeep.expire(table)
    room = await outage.hall.rooms.current(table)
    assert (room.stage, room.deadline) == ("playing", outage.time.now + 15_000)
    await outage.hall.commits.do(wire.Speak("speak-000002", table, "players", text="Here"), BOB)


async def test_health_checks_the_store_itself(outage: Outage, written: list[int]) -> None:
    heartbeat = outage.hall.heartbeat
    await heartbeat.beat()
    written.clear()
    for _ in range(3):
        await heartbeat.check_store()
    assert written == [], "it was written a moment ago"
    outage.store.shared = False
    await pass_by(outage, 61)
    await heartbeat.check_store()
    assert len(written) == 1
    await pass_by(outage, 61)
    outage.store.weather.cut = True
    with pytest.raises(StoreDown):
        await heartbeat.check_store()
    outage.time.now += 10_000
    with pytest.raises(StoreDown):
        await heartbeat.check_store()
