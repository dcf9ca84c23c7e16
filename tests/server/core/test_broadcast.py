"""Presence and notices, for people connected to different processes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from server.core.helpers import ADA, BOB, EVE, a_hall, begun, one_move, started, until
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.session import Session
from tablee.server.core.upkeep.heartbeat import GONE_MS
from tablee.server.store.contract import Row, StoreDown
from tablee.server.store.memory.store import MemoryStore


class Visitor:
    """A person connected to one of the processes, with what they were sent."""

    def __init__(self, hall: Hall, who: Identity) -> None:
        self.frames: list[dict[str, Any]] = []
        self.session = Session(
            hall, who, lambda sent: self.frames.append(msgspec.json.decode(sent))
        )
        self.session.begin()

    async def send(self, message: wire.FromClient) -> list[dict[str, Any]]:
        """Send a message; return the answers."""
        before = len(self.frames)
        await self.session.receive(msgspec.json.encode(message))
        return self.frames[before:]

    def told(self, what: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["do"] == what]

    @property
    def notices(self) -> list[str]:
        return [frame["what"] for frame in self.told("notice")]

    @property
    def presence(self) -> tuple[set[str], int] | None:
        """The players and the number of spectators in the last presence message."""
        last = self.told("presence")[-1:]
        return (set(last[0]["persons"]), last[0]["spectators"]) if last else None


async def test_a_notice_reaches_people_at_every_process(here: Hall, there: Hall) -> None:
    """Even at a process that has not read the table, and only what is new."""
    near, far, stranger = Visitor(here, BOB), Visitor(there, BOB), Visitor(there, EVE)
    table = await begun(here)
    await until(lambda: "begun" in far.notices)
    for _ in range(12):
        await one_move(here, table)
        await until(lambda: far.notices == near.notices)
    assert "your_turn" in far.notices
    assert stranger.notices == []


async def test_old_entries_bring_no_notices(here: Hall, there: Hall) -> None:
    """The process reads a running table for the first time, because of a new spectator."""
    table = await begun(here)
    bob, eve = Visitor(there, BOB), Visitor(there, EVE)
    await eve.send(wire.Watch(table))
    assert eve.told("update")
    assert bob.notices == []


async def test_presence_includes_viewers_at_other_processes(here: Hall, there: Hall) -> None:
    table = await begun(here)
    ada, bob, eve = Visitor(here, ADA), Visitor(there, BOB), Visitor(there, EVE)
    for one in (ada, bob, eve):
        await one.send(wire.Watch(table))
    everybody = {ADA.id, BOB.id}, 1
    await until(lambda: ada.presence == bob.presence == eve.presence == everybody)
    bob.session.end()
    await until(lambda: ada.presence == eve.presence == ({ADA.id}, 1))
    ada.session.end()
    await until(lambda: eve.presence == (set(), 1))


async def test_presence_drops_the_viewers_of_a_dead_process(here: Hall, there: Hall) -> None:
    """And adds them again when it wakes up."""
    table = await begun(here)
    ada, bob = Visitor(here, ADA), Visitor(there, BOB)
    for one in (ada, bob):
        await one.send(wire.Watch(table))
    both, alone = ({ADA.id, BOB.id}, 0), ({ADA.id}, 0)
    await until(lambda: ada.presence == both)
    late = here.now() + 10 * GONE_MS
    here.now.freeze(late)  # type: ignore[attr-defined]
    here.store.disk.alive[there.process] = 0  # type: ignore[attr-defined]
    there.store.alive = frozen = Frozen()  # type: ignore[method-assign]
    await until(lambda: ada.presence == alone)
    there.now.freeze(late)  # type: ignore[attr-defined]
    del there.store.alive
    assert frozen.asked
    await until(lambda: ada.presence == both)


async def test_presence_drops_the_viewers_of_a_process_that_stops(here: Hall, there: Hall) -> None:
    """At once, without waiting for its heartbeat to be overdue."""
    table = await begun(here)
    ada = Visitor(here, ADA)
    store = MemoryStore(here.store.disk)  # type: ignore[attr-defined]
    await store.open()
    async with started(a_hall(store, "c")) as third:
        for one in (ada, Visitor(third, BOB)):
            await one.send(wire.Watch(table))
        await until(lambda: ada.presence == ({ADA.id, BOB.id}, 0))
    assert (third.process, table) not in store.disk.looking
    await until(lambda: ada.presence == ({ADA.id}, 0))


async def test_entries_read_together_bring_all_their_notices(here: Hall, there: Hall) -> None:
    """A move and a chat message are read by the other process at once."""
    table = await begun(here)
    await there.rooms.current(table)
    there.store.weather.lost = 1.0  # type: ignore[attr-defined]
    far = {who.id: Visitor(there, who) for who in (ADA, BOB)}
    while True:
        await one_move(here, table)
        if person := (await here.rooms.current(table)).person_to_act:
            break
    await here.commits.do(wire.Speak("speak-000001", table, "players", text="Well!"), ADA)
    await there.upkeep.catch_up()
    assert far[person].notices == ["your_turn"]


async def test_a_connection_lost_while_its_table_is_read_is_not_subscribed(
    here: Hall, there: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(here)
    eve = Visitor(there, EVE)
    read, gate = there.store.read, asyncio.Event()

    async def slow(table: str, since: int = 0) -> list[Row]:
        await gate.wait()
        return await read(table, since)

    monkeypatch.setattr(there.store, "read", slow)
    watching = asyncio.create_task(eve.send(wire.Watch(table)))
    await asyncio.sleep(0)
    eve.session.end()
    gate.set()
    assert await watching == []
    assert there.broadcast.tables() == []


async def test_tables_that_nobody_watches_are_not_shared(here: Hall) -> None:
    """Otherwise invented table ids could keep the store busy."""
    eve = Visitor(here, EVE)
    for number in range(100):
        await eve.send(wire.Unwatch(f"{number:032x}"))
    assert here.broadcast.take_presence_changes() == {}


async def test_sharing_presence_delays_no_heartbeat(
    here: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process without heartbeats counts as gone, and stops all clocks."""
    ada = Visitor(here, ADA)
    table = await begun(here)
    told, never = asyncio.Event(), asyncio.Event()

    async def slow(*_given: object) -> None:
        told.set()
        await never.wait()

    monkeypatch.setattr(here.store, "look_at", slow)
    await ada.send(wire.Watch(table))
    await until(told.is_set)
    alive = here.store.disk.alive  # type: ignore[attr-defined]
    before = alive[here.process]
    await until(lambda: alive[here.process] > before)
    never.set()


@pytest.mark.parametrize("problem", [StoreDown("away"), OSError("no space left")])
async def test_presence_that_could_not_be_shared_is_shared_later(
    here: Hall, there: Hall, problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begun(here)
    ada, bob = Visitor(here, ADA), Visitor(there, BOB)
    await bob.send(wire.Watch(table))
    failed = asyncio.Event()

    async def fails(*_given: object) -> None:
        failed.set()
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(here.store, "look_at", fails)
        await ada.send(wire.Watch(table))
        await until(failed.is_set)
    await until(lambda: bob.presence == ({ADA.id, BOB.id}, 0))


async def test_presence_survives_a_late_heartbeat(
    here: Hall, there: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process doesn't know that others took it for gone for a moment."""
    table = await begun(here)
    ada, bob = Visitor(here, ADA), Visitor(there, BOB)
    for one in (ada, bob):
        await one.send(wire.Watch(table))
    both = {ADA.id, BOB.id}, 0
    await until(lambda: bob.presence == both)
    alive = here.store.disk.alive  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        patch.setattr(here.store, "alive", Frozen())
        alive[here.process] = there.now() - GONE_MS - 1_000
        await until(lambda: bob.presence == ({BOB.id}, 0))
        await Visitor(there, EVE).send(wire.Watch(table))  # others are told of something
        await until(lambda: not there.broadcast.presence_changed)
    await until(lambda: bob.presence == ({ADA.id, BOB.id}, 1))


class Frozen:
    """A heartbeat that is never written."""

    asked = False

    async def __call__(self, process: str, now: int) -> None:
        self.asked = True


async def test_a_malformed_command_is_refused_with_its_id(here: Hall) -> None:
    """If it has one; otherwise a client would take the refusal for another command's."""
    ada = Visitor(here, ADA)
    table = "0" * 32
    for sent, meant in (
        ({"do": "resign", "id": "good-id-1", "table": table}, ("good-id-1", table)),
        ({"do": "dance", "id": "good-id-2", "table": 5}, ("good-id-2", None)),
        ({"do": "dance", "id": "good-id-3"}, ("good-id-3", None)),
        ({"do": "move", "id": "<script>", "table": table}, (None, table)),
        (["good-id-4"], (None, None)),
    ):
        await ada.session.receive(msgspec.json.encode(sent))
        last = ada.frames[-1]
        assert (last["do"], last["why"]["key"]) == ("refused", "server.unreadable_message")
        assert (last["id"], last["table"]) == meant
    await ada.session.receive(b'{"do": "resign", "id": "good-id-5"')
    assert ada.frames[-1]["id"] is None


async def test_a_stale_move_is_answered_with_the_table(here: Hall, there: Hall) -> None:
    """Whether the client watches it and knows everything, misses something, or doesn't watch."""
    table = await begun(here)
    room = await here.rooms.current(table)
    mover = (ADA, BOB)[room.match.to_act - 1]  # type: ignore[union-attr]
    stale = wire.Move("move-0000009", table, room.match.to_act, "1", room.event - 1)  # type: ignore[union-attr]
    for looks in (False, True):
        one = Visitor(here, mover)
        if looks:
            await one.send(wire.Watch(table))
        refused, update = await one.send(stale)
        assert refused["do"] == "refused"
        assert refused["stale"]
        assert (update["do"], update["seq"]) == ("update", room.seq)
        assert update["room"]["seats"] != []
        assert len(one.session.subscriptions) == looks
