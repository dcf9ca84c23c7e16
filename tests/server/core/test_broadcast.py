"""Who is there, and who is told what concerns him, though people sit at different processes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from server.core.helpers import ADA, BOB, EVE, a_hall, begun, one_move, started, until
from tablee.server import wire
from tablee.server.core.entries import Identity
from tablee.server.core.hall import Hall
from tablee.server.core.heartbeat import GONE_MS
from tablee.server.core.session import Session
from tablee.server.store.contract import Row, StoreDown
from tablee.server.store.memory.store import MemoryStore


class Visitor:
    """Somebody with a connection to one of the processes, and what he was sent."""

    def __init__(self, hall: Hall, who: Identity) -> None:
        self.frames: list[dict[str, Any]] = []
        self.session = Session(
            hall, who, lambda sent: self.frames.append(msgspec.json.decode(sent))
        )
        self.session.begin()

    async def send(self, message: wire.FromClient) -> list[dict[str, Any]]:
        """What he is answered."""
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
        """The persons and how many spectators he was last told of."""
        last = self.told("presence")[-1:]
        return (set(last[0]["persons"]), last[0]["spectators"]) if last else None


async def test_a_notice_reaches_everybody_wherever_he_is_connected(here: Hall, there: Hall) -> None:
    """Also at a process that knows nothing of the table, and only what is new."""
    near, far, stranger = Visitor(here, BOB), Visitor(there, BOB), Visitor(there, EVE)
    table = await begun(here)
    await until(lambda: "begun" in far.notices)
    for _ in range(12):
        await one_move(here, table)
        await until(lambda: far.notices == near.notices)
    assert "your_turn" in far.notices
    assert stranger.notices == []


async def test_what_is_long_past_is_no_news(here: Hall, there: Hall) -> None:
    """A process reads a running table for the first time since somebody wants to look at it."""
    table = await begun(here)
    bob, eve = Visitor(there, BOB), Visitor(there, EVE)
    await eve.send(wire.Watch(table))
    assert eve.told("update")
    assert bob.notices == []


async def test_who_looks_through_another_process_is_there(here: Hall, there: Hall) -> None:
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


async def test_who_looked_through_a_process_that_is_gone_is_away(here: Hall, there: Hall) -> None:
    """And is there again when it wakes up."""
    table = await begun(here)
    ada, bob = Visitor(here, ADA), Visitor(there, BOB)
    for one in (ada, bob):
        await one.send(wire.Watch(table))
    both, alone = ({ADA.id, BOB.id}, 0), ({ADA.id}, 0)
    await until(lambda: ada.presence == both)
    late = here.now() + 10 * GONE_MS
    here.now = here.heartbeat.now = here.presence.now = lambda: late
    here.store.disk.alive[there.process] = 0  # type: ignore[attr-defined]
    there.store.alive = frozen = Frozen()  # type: ignore[method-assign]
    await until(lambda: ada.presence == alone)
    there.now = there.heartbeat.now = there.presence.now = lambda: late
    del there.store.alive
    assert frozen.asked
    await until(lambda: ada.presence == both)


async def test_a_process_that_goes_says_goodbye(here: Hall, there: Hall) -> None:
    """Nobody has to wait until it is taken for gone."""
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


async def test_what_several_entries_bring_is_told_when_they_are_read_at_once(
    here: Hall, there: Hall
) -> None:
    """Somebody moves and says something, and the other process hears of both together."""
    table = await begun(here)
    await there.room(table)
    there.store.weather.lost = 1.0  # type: ignore[attr-defined]
    far = {who.id: Visitor(there, who) for who in (ADA, BOB)}
    while True:
        await one_move(here, table)
        if person := (await here.room(table)).person_to_act:
            break
    await here.do(wire.Speak("speak-000001", table, "players", text="Well!"), ADA)
    await there._catch_up()
    assert far[person].notices == ["your_turn"]


async def test_who_goes_while_his_table_is_looked_for_is_not_watched_for_ever(
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


async def test_nobody_is_told_of_tables_that_nobody_looks_at(here: Hall) -> None:
    """Else whoever makes up tables and looks away from them keeps the store busy."""
    eve = Visitor(here, EVE)
    for number in range(100):
        await eve.send(wire.Unwatch(f"{number:032x}"))
    assert here.broadcast.take_changed() == {}


async def test_saying_who_looks_holds_up_no_sign_of_life(
    here: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is held up long enough counts as gone, and stops all clocks."""
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
async def test_what_others_could_not_be_told_they_are_told_later(
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


async def test_a_late_sign_of_life_makes_nobody_forget_who_looks(
    here: Hall, there: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was taken for gone for a moment is not known to have been."""
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
        await until(lambda: not there.broadcast._changed)
    await until(lambda: bob.presence == ({ADA.id, BOB.id}, 1))


class Frozen:
    """A process that sleeps does not say that it lives."""

    asked = False

    async def __call__(self, process: str, now: int) -> None:
        self.asked = True


async def test_a_command_that_cannot_be_read_is_refused_by_its_id(here: Hall) -> None:
    """As far as it has one: else a client would book the refusal on another command."""
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


async def test_whoever_was_wrong_is_shown_how_things_are(here: Hall, there: Hall) -> None:
    """A stale move brings the table: to who looks at it and knows all, to who misses something,
    and to who does not look at it."""
    table = await begun(here)
    room = await here.room(table)
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
        assert len(one.session.watching) == looks
