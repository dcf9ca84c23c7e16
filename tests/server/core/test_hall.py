"""The hall: what a process knows of tables that another one has served."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import msgspec
import pytest

from tablee.server import wire
from tablee.server.core.entries import Who
from tablee.server.core.hall import Hall
from tablee.server.core.session import Session
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, Row
from tablee.server.workers import Workers

ADA, BOB = Who("a" * 32, "Ada", ""), Who("b" * 32, "Bob", "")


def a_hall(store: EventStore, name: str) -> Hall:
    ticks = count(1_000_000)
    return Hall(
        store,
        Workers(1),  # never started: there are no bots at these tables
        process=name * 32,
        now=lambda: next(ticks),
        random=lambda size: name.encode() * size,
    )


async def begun(hall: Hall) -> str:
    """A table at which two people have begun to play Mahé."""
    table = await hall.open(wire.Settings("mahe", ["open", "open"]), ADA)
    await hall.do(wire.Sit("sit-00000001", table, 1), ADA)
    await hall.do(wire.Sit("sit-00000002", table, 2), BOB)
    await hall.do(wire.Begin("begin-000001", table), ADA)
    return table


async def one_move(hall: Hall, table: str) -> int:
    room = await hall.room(table)
    assert room.match is not None
    seat = room.match.to_act
    move = room.match.view(seat).moves()[0]
    command = wire.Move("move-0000001", table, seat, move, room.event)
    return await hall.do(command, (ADA, BOB)[seat - 1])


async def nothing_is_read(*given: Any, **named: Any) -> list[Row]:
    raise AssertionError("the log is read once more")


def test_tables_are_set_before_people_come() -> None:
    async def run() -> None:
        store = open_store("memory:")
        await store.open()
        old, new = a_hall(store, "a"), a_hall(store, "b")
        table = await begun(old)
        last = await one_move(old, table)
        await new.start()
        store.read = nothing_is_read  # type: ignore[method-assign]
        assert (await new.room(table)).seq == last
        assert [entry.seq for _, entry in await new.history(table, last - 1)] == [last]
        await new.stop()

    asyncio.run(run())


def test_a_log_that_cannot_be_read_holds_up_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> tuple[str, int]:
        store = open_store("memory:")
        await store.open()
        old, new = a_hall(store, "a"), a_hall(store, "b")
        bad = await begun(old)
        old.random = lambda size: b"c" * size
        good = await begun(old)
        head = await store.head(bad)
        assert head is not None
        nonsense = Row(bad, head.seq + 1, 2_000_000, "x", b'{"is":"nonsense"}')
        await store.append(nonsense, msgspec.structs.replace(head, seq=head.seq + 1))
        await new.start()
        seq = (await new.room(good)).seq
        await new.stop()
        return bad, seq

    bad, seq = asyncio.run(run())
    assert seq == 4
    assert bad in caplog.text


def test_who_was_told_more_elsewhere_is_not_shown_an_older_room() -> None:
    async def run() -> None:
        store = open_store("memory:")
        await store.open()
        here, there = a_hall(store, "a"), a_hall(store, "b")
        table = await begun(here)
        assert (await there.room(table)).seq == 4  # and it hears of nothing: it was not started
        last = await one_move(here, table)
        frames: list[bytes] = []
        session = Session(there, ADA, frames.append)
        session.begin()
        watch = wire.Watch(table, since=last)
        await session.receive(msgspec.json.encode(watch))
        shown = [frame for frame in map(msgspec.json.decode, frames) if frame["do"] == "update"]
        assert [(one["since"], one["seq"]) for one in shown] == [(last, last)]

    asyncio.run(run())
