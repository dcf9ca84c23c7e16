"""Outages of the store and of processes, and heavy traffic."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from samples import OPEN
from server.core.helpers import ADA, BOB, EVE, Outage, a_hall, begun, started
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.opening import rematch_table
from tablee.server.core.rooms.room import Stale
from tablee.server.core.session import Session
from tablee.server.core.upkeep.heartbeat import GONE_MS
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore


async def test_a_move_made_in_time_survives_an_outage(outage: Outage) -> None:
    """The move waited behind a chat message until the store was back."""
    table = await outage.begun(wire.Clock("move", 5_000))
    hall = outage.hall
    match = (await hall.rooms.current(table)).match
    assert match is not None
    seat = match.to_act
    mover, other = (ADA, BOB) if seat == 1 else (BOB, ADA)
    outage.there.clear()
    await outage.later(500)
    says = wire.Speak("speak-000001", table, "players", text="Hello")
    said = asyncio.create_task(hall.commits.do(says, other))
    await outage.later(1_500)
    move = wire.Move("move-0000001", table, seat, match.view(seat).moves()[0], 3)
    moved = asyncio.create_task(hall.commits.do(move, mover))
    await outage.later(6_000)
    outage.there.set()
    assert await said
    with pytest.raises(Stale):  # the pause of the clock is news
        await moved
    room = await hall.rooms.current(table)
    assert room.stage == "playing"
    assert room.person_to_act == mover.id
    assert room.deadline == outage.time.now + 5_000, "as at the last heartbeat"


async def test_a_timer_that_fires_during_an_outage_ends_nothing(outage: Outage) -> None:
    """Even if it fires before the outage can be noticed."""
    table = await outage.begun(wire.Clock("move", GONE_MS - 500))
    outage.there.clear()
    await outage.later(GONE_MS - 500)
    ticked = asyncio.create_task(outage.hall.upkeep.expire(table))
    await outage.later(8_000)
    outage.there.set()
    await ticked
    room = await outage.hall.rooms.current(table)
    assert room.stage == "playing"
    assert room.deadline == outage.time.now + GONE_MS - 500
    outage.time.now += GONE_MS - 500
    await outage.hall.upkeep.expire(table)
    assert (await outage.hall.rooms.current(table)).stage == "over", (
        "with the store there, time is up"
    )


async def test_clocks_do_not_run_during_the_compensation(outage: Outage) -> None:
    """With many tables it takes a while, and no one can play before it is done."""
    table = await outage.begun(wire.Clock("move", 60_000))
    append, slow = outage.store.append, [5_000, 2_000, 0]

    async def appends(*given: Any) -> None:
        await append(*given)
        outage.time.now += slow.pop(0)  # as long as the other tables take

    outage.store.append = appends  # type: ignore[assignment, method-assign]
    outage.time.now += 3_600_000
    await outage.hall.heartbeat.beat()
    assert slow == []
    assert (await outage.hall.rooms.current(table)).deadline == outage.time.now + 60_000


@pytest.mark.parametrize(("both", "left"), [(True, 56_000), (False, 48_000)])
async def test_clocks_stop_when_all_processes_stop(outage: Outage, both: bool, left: int) -> None:
    """Stopping processes write no heartbeats; if one stays, people can play on there."""
    table = await outage.begun(wire.Clock("move", 60_000))
    store, time, here = outage.store, outage.time, outage.hall
    store.shared = True
    there = a_hall(store, "b", time)

    async def pass_by(seconds: int) -> None:
        for _ in range(seconds):
            time.now += 1_000
            for hall in (here, there):
                await hall.heartbeat.beat()

    await pass_by(4)
    assert await here.heartbeat.leave()
    if both:
        assert await there.heartbeat.leave()
    await pass_by(4)
    await here.commits.do(
        wire.Speak("speak-000001", table, "players", text="Where is everybody?"), ADA
    )
    await pass_by(1)  # until its last connection is closed
    for hall in (here, there):
        await hall.stop()
    time.now += 3_000
    async with started(a_hall(store, "c", time)) as new:
        assert (await new.rooms.current(table)).deadline == time.now + left


@pytest.mark.parametrize("both", [True, False])
async def test_a_process_that_stops_ends_nobodys_time(outage: Outage, both: bool) -> None:
    """Its players can't move; another process ends their time, or the next one."""
    table = await outage.begun(wire.Clock("move", 2_000))
    store, time, here = outage.store, outage.time, outage.hall
    store.shared = both
    if both:
        await store.alive("b" * 32, time.now)
    assert await here.heartbeat.leave() == both
    before = await here.rooms.current(table)
    time.now += 2_500
    here.upkeep.timers.stop(table)
    await here.upkeep.expire(table)
    await here.upkeep.poll()
    assert (await here.rooms.current(table)).seq == before.seq
    assert table not in here.upkeep.timers, "it would fire again and again"
    seat = before.match.to_act if before.match else 0
    late = wire.Move("move-0000001", table, seat, "go on", before.event)
    with pytest.raises(Refusal):
        await here.commits.do(late, (ADA, BOB)[seat - 1])
    there = a_hall(store, "b", time)
    await there.heartbeat.start()
    await there.upkeep.expire(table)
    assert (await there.rooms.current(table)).stage == ("over" if both else "playing")


async def test_a_rematch_starts_even_after_an_outage(store: MemoryStore, hall: Hall) -> None:
    """Otherwise only the host, who may not be playing, could start it."""
    table = await hall.tables.open(wire.Settings(OPEN, ["open", "open"]), EVE)
    await hall.commits.do(wire.Sit("sit-00000001", table, 1), ADA)
    await hall.commits.do(wire.Sit("sit-00000002", table, 2), BOB)
    await hall.commits.do(wire.Begin("begin-000001", table), EVE)
    await hall.commits.do(wire.Resign("resign-00001", table, 1), ADA)
    append = store.append

    async def once(row: Any, head: Any, result: Any = None) -> None:
        if row.command.startswith("begin/"):
            store.append = append  # type: ignore[method-assign]
            raise StoreDown("for a moment")
        await append(row, head, result)

    store.append = once  # type: ignore[method-assign]
    for number, who in enumerate((ADA, BOB)):
        await hall.commits.do(wire.Rematch(f"again-00000{number}", table), who)
    await hall.tasks.finished()
    again = rematch_table(table)
    assert (await hall.rooms.current(again)).stage == "lobby"
    await hall.upkeep.poll()
    assert (await hall.rooms.current(again)).stage == "playing"
    assert (await hall.rooms.current(table)).remade == again


async def test_a_new_viewer_of_a_busy_table_gets_every_entry(hall: Hall) -> None:
    """More entries than fit in memory come while the log is read, and some afterwards."""
    table = await begun(hall)
    number = 0

    async def say(times: int) -> None:
        nonlocal number
        for _ in range(times):
            number += 1
            words = wire.Speak(f"speak-{number:06}", table, "players", text="Hello")
            await hall.commits.do(words, ADA)
            await asyncio.sleep(0)

    await say(200)
    frames: list[bytes] = []
    session = Session(hall, EVE, frames.append)
    session.begin()
    talking = asyncio.create_task(say(300))
    await session.receive(msgspec.json.encode(wire.Watch(table, since=2)))
    await talking
    await hall.tasks.finished()
    seqs = [message["seq"] for message in map(msgspec.json.decode, frames) if "seq" in message]
    assert seqs[-1] == (await hall.rooms.current(table)).seq
    await say(1)
    assert session.subscriptions[table].seq == (await hall.rooms.current(table)).seq


async def test_missing_entries_are_fetched(hall: Hall) -> None:
    """Whatever the reason, an entry out of order brings those in between."""
    table = await begun(hall)
    frames: list[bytes] = []
    session = Session(hall, EVE, frames.append)
    await session.receive(msgspec.json.encode(wire.Watch(table)))
    session.subscriptions[table].seq -= 2
    words = wire.Speak("speak-000001", table, "players", text="Hello")
    await hall.commits.do(words, ADA)
    await hall.tasks.finished()
    update = msgspec.json.decode(frames[-1])
    room = await hall.rooms.current(table)
    assert (update["since"], update["seq"]) == (room.seq - 3, room.seq)
