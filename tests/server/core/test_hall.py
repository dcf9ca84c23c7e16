"""One process: its rooms, its bots, its start and its end."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import msgspec
import pytest

from samples import HANDS, OPEN, ROUNDS
from server.core.helpers import (
    ADA,
    BOB,
    EVE,
    PATIENCE,
    ManualClock,
    TickingClock,
    a_hall,
    begun,
    one_move,
    started,
    until,
)
from tablee.server import wire
from tablee.server.core import hall as halls
from tablee.server.core.bots import NOBODY
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.cache import RECENT
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.rooms.room import RoomRefusal, Stale
from tablee.server.core.session import Session
from tablee.server.core.upkeep import heartbeat as heartbeats
from tablee.server.core.upkeep import upkeep
from tablee.server.core.views.news import notices
from tablee.server.store.contract import EventStore, Row
from tablee.server.store.memory.store import MemoryStore
from tablee.view import View


async def watched(hall: Hall, who: Identity, watch: wire.Watch) -> list[dict[str, Any]]:
    """Return the updates that a person gets who starts to watch."""
    frames: list[bytes] = []
    session = Session(hall, who, frames.append)
    session.begin()
    await session.receive(msgspec.json.encode(watch))
    return [frame for frame in map(msgspec.json.decode, frames) if frame["do"] == "update"]


async def test_a_person_with_two_seats_is_notified_once(hall: Hall) -> None:
    table = await hall.tables.open(wire.Settings(OPEN, ["me", "me"]), ADA)
    rooms = await hall.rooms.history(table)
    told = notices(rooms)
    assert told == [(ADA.id, "begun"), (ADA.id, "your_turn")]


async def nothing_is_read(*given: Any, **named: Any) -> list[Row]:
    raise AssertionError("the log is read once more")


async def test_tables_are_preloaded_before_their_players_come(store: MemoryStore) -> None:
    old, new = a_hall(store, "a"), a_hall(store, "b")
    table = await begun(old)
    last = await one_move(old, table)
    async with started(new):
        assert not new.upkeep.ready
        await until(lambda: new.upkeep.ready)
        store.read = nothing_is_read  # type: ignore[method-assign]
        assert (await new.rooms.current(table)).seq == last
        assert [room.seq for room in await new.rooms.history(table, last - 1)] == [last]


async def test_recent_history_is_served_without_reading_the_log(store: MemoryStore) -> None:
    """And it is the same as in the log."""
    hall, other = a_hall(store, "a"), a_hall(store, "b")
    table = await begun(hall)
    for n in range(2 * RECENT):
        await hall.commits.do(wire.Speak(f"speak-{n:06}", table, "players", text=f"no {n}"), ADA)
    last = await one_move(hall, table)
    logged = [room.entry for room in await other.rooms.history(table)]
    assert [entry.seq for entry in logged] == list(range(1, last + 1))
    read, store.read = store.read, nothing_is_read  # type: ignore[method-assign]
    for since in range(last - RECENT, last):
        told = await hall.rooms.history(table, since)
        assert [room.entry for room in told] == logged[since:]
    with pytest.raises(AssertionError, match="read once more"):
        await hall.rooms.history(table, last - RECENT - 1)
    store.read = read  # type: ignore[method-assign]
    assert [room.entry for room in await hall.rooms.history(table)] == logged
    assert await hall.rooms.history(table, last) == []


async def broken(hall: Hall, store: EventStore) -> str:
    """Return a timed table whose log can't be read."""
    table = await begun(hall)
    head = await store.head(table)
    assert head is not None
    row = Row(table, head.seq + 1, head.changed, "x", b'{"is":"nonsense"}')
    await store.append(row, msgspec.structs.replace(head, seq=row.seq))
    return table


@pytest.mark.parametrize("slept", [0, 100_000])
async def test_a_broken_log_does_not_affect_other_tables(
    store: MemoryStore,
    slept: int,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither at the start, after an outage or without, nor when a clock expires."""
    monkeypatch.setattr(halls, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(upkeep, "POLL_SECONDS", 0.01)
    old = a_hall(store, "a")
    bad = await broken(old, store)
    old.tables.random = lambda size: b"c" * size
    good = await begun(old)
    await store.alive(old.process, old.now())
    clock = TickingClock(old.now() + slept)
    new = a_hall(store, "b", clock)
    async with asyncio.timeout(PATIENCE), started(new):
        await until(lambda: new.upkeep.ready)
        deadline = (await new.rooms.current(good)).deadline
        assert deadline is not None
        clock.freeze(deadline + 1)
        last = (await new.rooms.current(good)).seq
        while (await new.rooms.current(good)).seq == last:
            await asyncio.sleep(0.01)
    assert bad in caplog.text


async def test_a_former_player_does_not_see_what_the_new_one_sees(store: MemoryStore) -> None:
    here, there = a_hall(store, "a"), a_hall(store, "b")
    table = await here.tables.open(wire.Settings(ROUNDS, ["open", "open"]), ADA)
    await here.commits.do(wire.Sit("sit-00000001", table, 1), EVE)
    for n in range(RECENT):
        await here.commits.do(wire.Speak(f"speak-{n:06}", table, "players", text="come"), EVE)
    assert (await there.rooms.current(table)).seats_of(EVE.id) == [
        1
    ]  # and it hears of nothing more
    await here.commits.do(wire.Stand("stand-000001", table, 1), EVE)
    await here.commits.do(wire.Sit("sit-00000002", table, 1), ADA)
    await here.commits.do(wire.Sit("sit-00000003", table, 2), BOB)
    await here.commits.do(wire.Begin("begin-000001", table), ADA)
    shown = await watched(there, EVE, wire.Watch(table, since=0))
    assert [(one["room"]["seat"], one["room"]["moves"]) for one in shown] == [(None, [])]


async def test_tables_that_do_not_exist_leave_no_locks(hall: Hall) -> None:
    for number in range(100):
        with pytest.raises(RoomRefusal):
            await hall.rooms.current(f"{number:032x}")
    assert len(hall.rooms.locks) == 0


async def test_a_client_never_sees_an_older_room_at_another_process(store: MemoryStore) -> None:
    here, there = a_hall(store, "a"), a_hall(store, "b")
    table = await begun(here)
    assert (
        await there.rooms.current(table)
    ).seq == 4  # and it hears of nothing: it was not started
    last = await one_move(here, table)
    shown = await watched(there, ADA, wire.Watch(table, since=last))
    assert [(one["since"], one["seq"]) for one in shown] == [(last, last)]


async def test_people_and_not_tables_take_turns_for_bots(hall: Hall) -> None:
    """A host of many tables has one place in the queue; a person who wants a hint, their own."""
    table, seat, actor, _ = await coached(hall)
    noting = RecordingThinkers()
    hall.bots.thinkers = hall.coach.thinkers = noting
    hint = wire.AskHint("hint-0000001", table, seat)
    assert [one["do"] for one in await asked(hall, actor, hint)] == ["done", "advice"]
    hosts, bots = (EVE, EVE, BOB), wire.Settings(ROUNDS, ["gentle", "gentle"])
    spectator = Session(hall, BOB, lambda _: None)
    for number, host in enumerate(hosts):
        hall.broadcast.watch(f"{number:032x}", spectator)
        await hall.tables.open(bots, host, table=f"{number:032x}")
    async with asyncio.timeout(30):
        while len(noting.thought) <= len(hosts):
            await asyncio.sleep(0)
    assert noting.thought == [("advise", actor.id), *(("choose", one.id) for one in hosts)]


async def test_an_undo_cancels_the_bot(hall: Hall) -> None:
    noting = RecordingThinkers()
    hall.bots.thinkers = hall.coach.thinkers = noting
    table = await hall.tables.open(wire.Settings(HANDS, ["me", "master"], undo="free"), ADA)
    for number in range(3):
        room = await hall.rooms.current(table)
        assert room.match is not None
        assert room.match.to_act == 1
        move = room.match.view(1).moves()[0]
        await hall.commits.do(wire.Move(f"move-{number:08}", table, 1, move, room.event), ADA)
        await until(lambda number=number: len(noting.thought) > number)  # type: ignore[misc]
        await hall.commits.do(wire.Undo(f"undo-{number:08}", table, 1), ADA)
        await until(lambda number=number: noting.broken_off > number)  # type: ignore[misc]
    assert not hall.bots.thinking


async def test_stopping_does_not_wait_for_a_store_that_is_gone(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*given: Any) -> None:
        await asyncio.Event().wait()

    hall = a_hall(store, "a")
    await hall.start()
    monkeypatch.setattr(halls, "LEAVE_SECONDS", 0.01)
    monkeypatch.setattr(heartbeats, "GONE_MS", 10)
    monkeypatch.setattr(store, "last_alive", never)
    hall.heartbeat.now = lambda: 0
    async with asyncio.timeout(PATIENCE):
        assert not await hall.heartbeat.others_alive()
        monkeypatch.setattr(store, "alive", never)
        await hall.stop()


class RecordingThinkers:
    """Thinkers that record for whom they think, and never finish a bot's move."""

    def __init__(self) -> None:
        self.thought: list[tuple[str, str]] = []
        self.broken_off = 0

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        self.thought.append(("choose", whose))
        try:
            await asyncio.Event().wait()
        finally:
            self.broken_off += 1
        raise AssertionError("nobody waits so long")

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        self.thought.append(("advise", whose))
        return wire.Advice("", 0, 0, [], [])


async def test_an_unwatched_bot_thinks_on_behalf_of_no_person(hall: Hall) -> None:
    """Once a viewer arrives, its bot thinks again, on behalf of the host."""
    thinkers = hall.bots.thinkers = RecordingThinkers()
    table = await hall.tables.open(wire.Settings(OPEN, ["gentle", "casual"]), ADA)
    await until(lambda: thinkers.thought == [("choose", NOBODY)])
    session = Session(hall, BOB, lambda _: None)
    for _ in range(2):
        await session.receive(msgspec.json.encode(wire.Watch(table)))
    await until(lambda: thinkers.thought[1:] == [("choose", ADA.id)])
    assert thinkers.broken_off == 1
    session.end()


async def asked(hall: Hall, who: Identity, *messages: wire.Command) -> list[dict[str, Any]]:
    """Send messages; return the answers."""
    frames: list[bytes] = []
    session = Session(hall, who, frames.append)
    for message in messages:
        await session.receive(msgspec.json.encode(message))
        if session.hint is not None:
            await session.hint
    return [msgspec.json.decode(frame) for frame in frames]


async def coached(hall: Hall) -> tuple[str, int, Identity, Identity]:
    """Begin a match: its table, the seat to act, its player and the other one."""
    table = await hall.tables.open(wire.Settings(ROUNDS, ["open", "open"]), ADA)
    await hall.commits.do(wire.Sit("sit-00000001", table, 1), ADA)
    await hall.commits.do(wire.Sit("sit-00000002", table, 2), BOB)
    await hall.commits.do(wire.Begin("begin-000001", table), ADA)
    room = await hall.rooms.current(table)
    assert room.match is not None
    seat = room.match.to_act
    return table, seat, (ADA, BOB)[seat - 1], (BOB, ADA)[seat - 1]


async def test_an_id_used_for_another_command_is_no_retry(hall: Hall) -> None:
    """Otherwise a chat message could make the coach advise on the cards of another player."""
    table, seat, _, other = await coached(hall)
    said = wire.Speak("the-same-id", table, "players", None, "Hello")
    spectator = wire.Speak("the-same-id", table, "spectators", None, "Hello")
    hint = wire.AskHint("the-same-id", table, seat)
    for who, first in ((other, said), (EVE, spectator)):
        done, refused = await asked(hall, who, first, hint)
        assert done["do"] == "done"
        assert (refused["do"], refused["why"]["key"]) == ("refused", "server.not_your_seat")
    seq = (await hall.rooms.current(table)).seq
    resigned = await hall.commits.do(wire.Resign("the-same-id", table, 3 - seat), other)
    assert resigned == seq + 1, "it is another command, and is carried out"


async def test_the_coach_advises_on_the_position_of_the_request(hall: Hall) -> None:
    table, seat, who, _ = await coached(hall)
    hint = wire.AskHint("please-help", table, seat)
    first = await asked(hall, who, hint)
    again = await asked(hall, who, hint)
    assert [answer["do"] for answer in first] == ["done", "advice"]
    assert again == first, "who has not heard the answer asks again"
    room = await hall.rooms.current(table)
    assert room.match is not None
    move = room.match.view(seat).moves()[0]
    await hall.commits.do(wire.Move("move-0000001", table, seat, move, room.event), who)
    done, refused = await asked(hall, who, hint)
    assert done == first[0]
    assert refused["why"]["key"] == "server.hint_not_now"


async def test_a_rematch_is_set_up_by_another_process(
    store: MemoryStore,
) -> None:
    first = a_hall(store, "a")
    table = await begun(first)
    await first.commits.do(wire.Resign("resign-00001", table, 1), ADA)
    await first.commits.do(wire.Rematch("again-000001", table), ADA)
    await first.commits.do(wire.Rematch("again-000002", table), BOB)
    await first.stop()  # before it has come to it
    second = a_hall(store, "b", count(2_000_000).__next__)
    room = await second.rooms.current(table)
    assert room.rematch_due
    await second.upkeep.poll()
    again = (await second.rooms.current(table)).remade
    assert again is not None
    assert (await second.rooms.current(again)).stage == "playing"
    await second.upkeep.poll()
    assert (await second.rooms.current(table)).remade == again


@pytest.mark.parametrize(
    ("asleep", "what", "left"),
    [(3_600_000, "tick", 60_000), (3_600_000, "move", 60_000), (2_000, "tick", 58_000)],
)
async def test_clocks_do_not_run_during_an_outage(
    asleep: int, what: str, left: int, store: MemoryStore
) -> None:
    """The process was frozen, or the store was gone; then comes a timer or a move."""
    time = ManualClock()
    hall = a_hall(store, "a", time)
    table = await begun(hall)  # a minute each
    await hall.heartbeat.beat()
    time.now += asleep
    if what == "tick":
        await hall.upkeep.expire(table)
    else:
        with pytest.raises(Stale):  # the pause of the clock is news
            await one_move(hall, table)
    assert await left_of(hall, table) == left


@pytest.mark.parametrize(("shared", "left"), [(False, 60_000), (True, 57_500)])
async def test_a_single_process_compensates_even_short_outages(
    shared: bool, left: int, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "shared", shared)
    time = ManualClock()
    async with started(a_hall(store, "a", time)) as first:
        await asyncio.sleep(0)
        table = await begun(first)
    time.now += 2_500
    async with started(a_hall(store, "b", time)) as second:
        await asyncio.sleep(0)
        assert await left_of(second, table) == left


async def left_of(hall: Hall, table: str) -> int | None:
    """Return the time that the player to act has left."""
    room = await hall.rooms.current(table)
    assert room.stage == "playing"
    assert room.match is not None
    return room.match.clock.left(room.match.clock.running, hall.now())
