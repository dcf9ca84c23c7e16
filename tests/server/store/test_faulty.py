"""The faulty store simulates faults of real stores, reproducibly."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from server.store.faulty import FaultyStore, Weather
from server.store.making import a_row, an_id, outcome, write
from tablee.server.store.contract import EVERY_TABLE, StoreDown
from tablee.server.store.memory.store import Disk


async def notifications(weather: Weather, entries: int = 200) -> list[int]:
    """Append so many entries; return those notified."""
    store = FaultyStore(weather=weather)
    await store.open()
    heard: list[int] = []
    store.listen(lambda table, seq, _persons: heard.append(seq))
    for seq in range(1, entries + 1):
        await write(store, "t", seq)
    return heard


async def test_notifications_get_lost_duplicated_and_delayed() -> None:
    fair = await notifications(Weather())
    assert fair == list(range(1, 201))
    lossy = await notifications(Weather(lost=0.3))
    assert 0 < len(lossy) < 200
    assert lossy == sorted(set(lossy))
    doubled = await notifications(Weather(doubled=0.3))
    assert len(doubled) > 200
    assert sorted(set(doubled)) == fair
    late = await notifications(Weather(late=0.3))
    assert late != sorted(late)
    assert len(late) == len(set(late)) >= 190


async def test_faults_are_reproducible() -> None:
    async def heard(seed: int) -> list[int]:
        return await notifications(Weather(Random(seed), lost=0.2, doubled=0.2, late=0.2))

    assert await heard(1) == await heard(1)
    assert await heard(1) != await heard(2)


@pytest.mark.parametrize(("before", "after"), [(0.5, 0.0), (0.0, 0.5)])
async def test_a_broken_connection_is_retried(before: float, after: float) -> None:
    """Whether it breaks before or after the entry is written, the retry tells which."""
    store = FaultyStore(weather=Weather(down_before=before, down_after=after))
    await store.open()
    broken = 0
    for seq in range(1, 51):
        while True:
            try:
                told = await outcome(store, a_row("t", seq))
            except StoreDown:
                broken += 1
                assert len(await store.read(an_id("t"))) == (seq if after else seq - 1)
            else:
                assert told in ("done", f"Repeated {seq}")
                break
    assert broken > 5
    assert [row.seq for row in await store.read(an_id("t"))] == list(range(1, 51))


async def test_a_process_dies_and_others_go_on() -> None:
    disk = Disk()
    pauses: list[asyncio.Event] = []

    async def pause() -> None:
        pauses.append(asyncio.Event())
        await pauses[-1].wait()

    dying, living = FaultyStore(disk, Weather(pause=pause)), FaultyStore(disk)
    await dying.open()
    await living.open()
    last = asyncio.ensure_future(outcome(dying, a_row("t", 1)))
    await asyncio.sleep(0)
    dying.leave()
    pauses[0].set()
    with pytest.raises(StoreDown):
        await last
    assert await living.read(an_id("t")) == []
    heard: list[tuple[str, int]] = []
    living.listen(lambda table, seq, _persons: heard.append((table, seq)))
    assert await outcome(living, a_row("t", 1)) == "done"
    living.lost_track()
    assert heard == [(an_id("t"), 1), (EVERY_TABLE, 0)]


async def test_a_process_is_cut_off_and_reconnects() -> None:
    """It can neither write, read nor listen while others can; then it is told to catch up."""
    disk = Disk()
    here, there = FaultyStore(disk), FaultyStore(disk)
    await here.open()
    await there.open()
    heard: list[tuple[str, int]] = []
    here.listen(lambda table, seq, _persons: heard.append((table, seq)))
    here.cut_off()
    with pytest.raises(StoreDown):
        await outcome(here, a_row("t", 1))
    assert await outcome(there, a_row("t", 1)) == "done"
    with pytest.raises(StoreDown):
        await here.read(an_id("t"))
    with pytest.raises(StoreDown):
        await here.person(an_id("ada"))
    assert heard == []
    here.heal()
    assert heard == [(EVERY_TABLE, 0)]
    assert [row.seq for row in await here.read(an_id("t"))] == [1]
    assert await outcome(here, a_row("t", 2)) == "done"
    assert heard[1:] == [(an_id("t"), 2)]


async def test_a_process_cut_off_during_an_append_gets_no_answer() -> None:
    store = FaultyStore()
    await store.open()
    pauses = 0

    async def pause() -> None:
        nonlocal pauses
        pauses += 1
        if pauses == 2:  # written, but not yet acknowledged
            store.cut_off()

    store.weather.pause = pause
    with pytest.raises(StoreDown):
        await outcome(store, a_row("t", 1))
    store.heal()
    assert await outcome(store, a_row("t", 1)) == "Repeated 1"
