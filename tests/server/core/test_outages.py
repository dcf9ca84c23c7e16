"""The store is gone, or much happens at once: nobody pays for it, and nobody is left out."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from server.core.helpers import ADA, BOB, EVE, Outage, a_hall, begun, started
from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.heartbeat import GONE_MS
from tablee.server.core.room import Stale, rematch_table
from tablee.server.core.session import Session
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore


async def test_who_moved_in_time_does_not_pay_for_the_store(outage: Outage) -> None:
    """His move waited behind what somebody said, until the store was back."""
    table = await outage.begun(wire.Clock("move", 5_000))
    hall = outage.hall
    match = (await hall.room(table)).match
    assert match is not None
    seat = match.to_act
    mover, other = (ADA, BOB) if seat == 1 else (BOB, ADA)
    outage.there.clear()
    await outage.later(500)
    says = wire.Speak("speak-000001", table, "players", text="Hello")
    said = asyncio.create_task(hall.do(says, other))
    await outage.later(1_500)
    move = wire.Move("move-0000001", table, seat, match.view(seat).moves()[0], 3)
    moved = asyncio.create_task(hall.do(move, mover))
    await outage.later(6_000)
    outage.there.set()
    assert await said
    with pytest.raises(Stale):  # that the clock stood still is news
        await moved
    room = await hall.room(table)
    assert room.stage == "playing"
    assert room.person_to_act == mover.id
    assert room.deadline == outage.time.now + 5_000, "as at the last sign of life"


async def test_an_alarm_that_rings_while_the_store_is_gone_ends_nothing(outage: Outage) -> None:
    """Also if it rang so soon that nobody could know yet."""
    table = await outage.begun(wire.Clock("move", GONE_MS - 500))
    outage.there.clear()
    await outage.later(GONE_MS - 500)
    ticked = asyncio.create_task(outage.hall._tick(table))
    await outage.later(8_000)
    outage.there.set()
    await ticked
    room = await outage.hall.room(table)
    assert room.stage == "playing"
    assert room.deadline == outage.time.now + GONE_MS - 500
    outage.time.now += GONE_MS - 500
    await outage.hall._tick(table)
    assert (await outage.hall.room(table)).stage == "over", "with the store there, time is up"


async def test_nobody_pays_for_the_making_up(outage: Outage) -> None:
    """With many tables it takes its time, and nobody can play before it is done."""
    table = await outage.begun(wire.Clock("move", 60_000))
    append, slow = outage.store.append, [5_000, 2_000, 0]

    async def appends(*given: Any) -> None:
        await append(*given)
        outage.time.now += slow.pop(0)  # as long as the other tables take

    outage.store.append = appends  # type: ignore[assignment, method-assign]
    outage.time.now += 3_600_000
    await outage.hall.heartbeat.beat()
    assert slow == []
    assert (await outage.hall.room(table)).deadline == outage.time.now + 60_000


@pytest.mark.parametrize(("both", "left"), [(True, 56_000), (False, 48_000)])
async def test_who_is_sent_away_by_all_at_the_same_moment_does_not_pay(
    outage: Outage, both: bool, left: int
) -> None:
    """Those who leave say no more that they live; where one stays, people can play on there."""
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
    await here.do(wire.Speak("speak-000001", table, "players", text="Where is everybody?"), ADA)
    await pass_by(1)  # until the last of their people is sent away
    for hall in (here, there):
        await hall.stop()
    time.now += 3_000
    async with started(a_hall(store, "c", time)) as new:
        assert (await new.room(table)).deadline == time.now + left


@pytest.mark.parametrize("both", [True, False])
async def test_nobody_loses_on_time_at_processes_that_leave(outage: Outage, both: bool) -> None:
    """Whom they have sent away cannot move; a process that lives sees to it, or the next one."""
    table = await outage.begun(wire.Clock("move", 2_000))
    store, time, here = outage.store, outage.time, outage.hall
    store.shared = both
    if both:
        await store.alive("b" * 32, time.now)
    assert await here.heartbeat.leave() == both
    before = await here.room(table)
    time.now += 2_500
    here.timers.stop(table)
    await here._tick(table)
    await here._poll()
    assert (await here.room(table)).seq == before.seq
    assert table not in here.timers, "it would fire again and again"
    seat = before.match.to_act if before.match else 0
    late = wire.Move("move-0000001", table, seat, "go on", before.event)
    with pytest.raises(Refusal):
        await here.do(late, (ADA, BOB)[seat - 1])
    there = a_hall(store, "b", time)
    await there.heartbeat.start()
    await there._tick(table)
    assert (await there.room(table)).stage == ("over" if both else "playing")


async def test_a_rematch_is_begun_also_if_the_store_went_in_between(
    store: MemoryStore, hall: Hall
) -> None:
    """Else only its host could, and he may not even play."""
    table = await hall.open(wire.Settings("mahe", ["open", "open"]), EVE)
    await hall.do(wire.Sit("sit-00000001", table, 1), ADA)
    await hall.do(wire.Sit("sit-00000002", table, 2), BOB)
    await hall.do(wire.Begin("begin-000001", table), EVE)
    await hall.do(wire.Resign("resign-00001", table, 1), ADA)
    append = store.append

    async def once(row: Any, head: Any, result: Any = None) -> None:
        if row.command.startswith("begin/"):
            store.append = append  # type: ignore[method-assign]
            raise StoreDown("for a moment")
        await append(row, head, result)

    store.append = once  # type: ignore[method-assign]
    for number, who in enumerate((ADA, BOB)):
        await hall.do(wire.Rematch(f"again-00000{number}", table), who)
    await hall.tasks.finished()
    again = rematch_table(table)
    assert (await hall.room(again)).stage == "lobby"
    await hall._poll()
    assert (await hall.room(again)).stage == "playing"
    assert (await hall.room(table)).remade == again


async def test_who_comes_to_a_table_where_much_happens_is_shown_all_of_it(hall: Hall) -> None:
    """More than is kept at hand, while the match is replayed for him, and then some more."""
    table = await begun(hall)
    number = 0

    async def say(times: int) -> None:
        nonlocal number
        for _ in range(times):
            number += 1
            words = wire.Speak(f"speak-{number:06}", table, "players", text="Hello")
            await hall.do(words, ADA)
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
    assert seqs[-1] == (await hall.room(table)).seq
    await say(1)
    assert session.watching[table].seq == (await hall.room(table)).seq


async def test_what_is_missing_is_looked_for(hall: Hall) -> None:
    """Whatever the reason: who is shown an entry that does not follow gets those in between."""
    table = await begun(hall)
    frames: list[bytes] = []
    session = Session(hall, EVE, frames.append)
    await session.receive(msgspec.json.encode(wire.Watch(table)))
    session.watching[table].seq -= 2
    words = wire.Speak("speak-000001", table, "players", text="Hello")
    await hall.do(words, ADA)
    await hall.tasks.finished()
    update = msgspec.json.decode(frames[-1])
    room = await hall.room(table)
    assert (update["since"], update["seq"]) == (room.seq - 3, room.seq)
