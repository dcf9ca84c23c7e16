"""The contract of every store; `test_contract` runs all checks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from samples import HANDS, OPEN, title
from server.store.making import (
    Place,
    a_head,
    a_result,
    a_row,
    an_id,
    eventually,
    outcome,
    write,
)
from tablee.server.store.contract import AHEAD_MS, Gap, Repeated, Taken

Check = Callable[[Place], Awaitable[None]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


# --- entries -----------------------------------------------------------------------------------


@check
async def entries_are_read_back_byte_for_byte(place: Place) -> None:
    store = await place.enter()
    bodies = [b"", bytes(range(256)), f'{{"says":"{title(HANDS)} ✓ 🐘"}}'.encode(), b"x" * 100_000]
    rows = [a_row("t", seq, body=body) for seq, body in enumerate(bodies, 1)]
    for row in rows:
        await store.append(row, a_head(row))
    assert await store.read(an_id("t")) == rows
    assert await store.read(an_id("t"), after=2) == rows[2:]
    assert await store.read(an_id("t"), after=1, limit=2) == rows[1:3]
    assert await store.read(an_id("t"), after=4) == []
    assert await store.read(an_id("nobody")) == []


@check
async def chat_is_found_by_its_author_and_can_be_rewritten(place: Place) -> None:
    store = await place.enter()
    said = [("a", 1, "ana/1", b"said: x"), ("b", 1, "ana/2", b"did"), ("b", 2, "ana/3", b"said")]
    others = [("c", 1, "anna/1", b"said"), ("c", 2, "ana", b"said"), ("c", 3, "an/a", b"said")]
    for table, seq, command, body in (*said, *others):
        row = a_row(table, seq, command, body=body)
        await store.append(row, a_head(row))
    found = await store.written_by("ana", b"said")
    by_table = sorted([(an_id("a"), "ana/1"), (an_id("b"), "ana/3")])
    assert [(row.table, row.command) for row in found] == by_table
    await store.rewrite([replace(row, body="said ✓".encode()) for row in found])
    blotted = await store.written_by("ana", b"said")
    assert [row.body.decode() for row in blotted] == ["said ✓", "said ✓"]
    assert [row.seq for row in blotted] == [row.seq for row in found]
    assert [row.body for row in await store.read(an_id("b"))] == [b"did", "said ✓".encode()]
    assert {row.body for row in await store.read(an_id("c"))} == {b"said"}
    await store.rewrite([])


@check
async def tables_are_independent(place: Place) -> None:
    store = await place.enter()
    for seq in (1, 2, 3):
        for table in ("a", "b", "c"):
            await write(store, table, seq)
    assert [row.command for row in await store.read(an_id("b"))] == ["b-1", "b-2", "b-3"]
    assert await store.seqs([an_id("a"), an_id("c"), an_id("z")]) == {an_id("a"): 3, an_id("c"): 3}
    assert await store.seqs([]) == {}


@check
async def many_tables_are_looked_up_in_one_call(place: Place) -> None:
    store = await place.enter()
    await asyncio.gather(*(write(store, f"t{n}", 1) for n in range(250)))
    found = await store.seqs([an_id(f"t{n}") for n in range(250)])
    assert found == {an_id(f"t{n}"): 1 for n in range(250)}


@check
async def an_entry_is_written_once(place: Place) -> None:
    store = await place.enter()
    await write(store, "t", 1)
    await write(store, "t", 2)
    late = a_row("t", 2, "late")
    with pytest.raises(Taken) as taken:
        await store.append(late, a_head(late, stage="over"))
    assert (taken.value.table, taken.value.seq) == (an_id("t"), 2)
    assert [row.command for row in await store.read(an_id("t"))] == ["t-1", "t-2"]
    head = await store.head(an_id("t"))
    assert head is not None
    assert (head.seq, head.stage) == (2, "playing")
    assert await store.last_command("late") is None


@check
async def a_command_is_idempotent(place: Place) -> None:
    store = await place.enter()
    for seq in (1, 2, 3):
        await write(store, "t", seq)
    await write(store, "u", 1)
    for again in (a_row("t", 2), a_row("t", 4, "t-2"), a_row("u", 2, "t-2"), a_row("u", 9, "t-2")):
        with pytest.raises(Repeated) as repeated:
            await store.append(again, a_head(again))
        assert (repeated.value.table, repeated.value.seq) == (an_id("t"), 2)
    assert len(await store.read(an_id("t"))) == 3
    assert len(await store.read(an_id("u"))) == 1
    assert await store.last_command("t-2") == (an_id("t"), 2)
    assert await store.last_command("t-9") is None


@check
async def gaps_are_refused(place: Place) -> None:
    store = await place.enter()
    for far in (a_row("t", 2), a_row("t", 7)):
        with pytest.raises(Gap):
            await store.append(far, a_head(far))
    assert await store.head(an_id("t")) is None
    await write(store, "t", 1)
    far = a_row("t", 3)
    with pytest.raises(Gap):
        await store.append(far, a_head(far))
    assert await store.seqs([an_id("t")]) == {an_id("t"): 1}


@check
async def an_entry_with_a_head_or_result_of_another_table_is_refused(place: Place) -> None:
    store = await place.enter()
    row = a_row("t", 1)
    for head, result in (
        (a_head(a_row("u", 1)), None),
        (a_head(a_row("t", 2)), None),
        (a_head(row), a_result("u", "p")),
    ):
        with pytest.raises(ValueError, match=row.table):
            await store.append(row, head, result)
    assert await store.read(row.table) == []


@check
async def of_concurrent_writers_one_wins(place: Place) -> None:
    stores = [await place.enter()]
    if place.shared:
        stores += [await place.enter(), await place.enter()]
    for seq in range(1, 9):
        rows = [a_row("t", seq, f"{who}-{seq}") for who in range(12)]
        told = await asyncio.gather(
            *(outcome(stores[who % len(stores)], row) for who, row in enumerate(rows))
        )
        assert sorted(told) == sorted([f"Taken {seq}"] * 11 + ["done"])
        log = await stores[0].read(an_id("t"), after=seq - 1)
        assert log == [rows[told.index("done")]]


@check
async def of_concurrent_retries_one_counts(place: Place) -> None:
    stores = [await place.enter()]
    if place.shared:
        stores.append(await place.enter())
    for seq in range(1, 6):
        row = a_row("t", seq)
        told = await asyncio.gather(*(outcome(stores[n % len(stores)], row) for n in range(8)))
        assert sorted(told) == sorted([f"Repeated {seq}"] * 7 + ["done"])
    assert len(await stores[0].read(an_id("t"))) == 5


@check
async def a_failed_append_does_not_affect_others(place: Place) -> None:
    store = await place.enter()
    for table in range(40):
        await write(store, f"t{table}", 1)
    rows = [
        a_row(f"t{table}", {0: 2, 1: 1, 2: 2}[table % 3], "" if table % 3 < 2 else "t0-1")
        for table in range(40)
    ]
    told = await asyncio.gather(*(outcome(store, row) for row in rows))
    expected = {0: "done", 1: "Repeated 1", 2: "Repeated 1"}
    assert told == [expected[table % 3] for table in range(40)]
    lengths = await store.seqs([an_id(f"t{table}") for table in range(40)])
    assert [lengths[an_id(f"t{table}")] for table in range(40)] == [
        2 if table % 3 == 0 else 1 for table in range(40)
    ]


@check
async def entries_of_a_table_can_be_pipelined(place: Place) -> None:
    store = await place.enter()
    await asyncio.gather(*(write(store, "t", seq) for seq in range(1, 51)))
    assert [row.seq for row in await store.read(an_id("t"))] == list(range(1, 51))


@check
async def acknowledged_entries_survive_a_crash(place: Place) -> None:
    store = await place.enter()
    for seq in (1, 2, 3):
        await write(store, "t", seq, to_act=an_id(f"p{seq}"))
    row = a_row("t", 4)
    await store.append(row, a_head(row, stage="over"), a_result("t", an_id("p")))
    await place.crash()
    store = await place.enter()
    assert [entry.seq for entry in await store.read(an_id("t"))] == [1, 2, 3, 4]
    assert await store.head(an_id("t")) == a_head(row, stage="over")
    assert len(await store.results(OPEN)) == 1
    assert await outcome(store, a_row("t", 3)) == "Repeated 3"
    assert await outcome(store, a_row("t", 5)) == "done"


@check
async def a_cancelled_append_is_found_by_its_retry(place: Place) -> None:
    store = await place.enter()
    heard: list[tuple[str, int]] = []
    store.listen(lambda table, seq, _persons: heard.append((table, seq)))
    await write(store, "t", 1)
    heard.clear()
    row = a_row("t", 2)
    gone = asyncio.ensure_future(store.append(row, a_head(row)))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert await outcome(store, row) in ("done", "Repeated 2")
    assert [entry.seq for entry in await store.read(an_id("t"))] == [1, 2]
    assert (an_id("t"), 2) in heard


# --- notifications ---------------------------------------------------------------------------


@check
async def every_listener_is_notified_of_entries(place: Place) -> None:
    writer = await place.enter()
    ears = [writer] + ([await place.enter()] if place.shared else [])
    heard: list[list[tuple[str, int, tuple[str, ...]]]] = [[] for _ in ears]
    for ear, what in zip(ears, heard, strict=True):
        ear.listen(lambda table, seq, who, what=what: what.append((table, seq, tuple(who))))  # type: ignore[misc]
    rows = [a_row(f"t{n}", 1) for n in range(10)]
    heads = [a_head(row, persons=(an_id("ana"), an_id(f"bob {row.table}"))) for row in rows]
    await asyncio.gather(*map(writer.append, rows, heads))
    await eventually(lambda: all(len(set(what)) >= 10 for what in heard), place.patience)
    for what in heard:
        assert set(what) == {(head.table, 1, head.persons) for head in heads}


@check
async def a_removed_listener_is_not_notified(place: Place) -> None:
    store = await place.enter()
    heard: list[tuple[str, int]] = []
    others: list[tuple[str, int]] = []
    stop = store.listen(lambda table, seq, _persons: heard.append((table, seq)))
    store.listen(lambda table, seq, _persons: others.append((table, seq)))
    stop()
    await write(store, "t", 1)
    await eventually(lambda: bool(others), place.patience)
    assert (heard, others) == ([], [(an_id("t"), 1)])


@check
async def a_notification_never_precedes_its_entry(place: Place) -> None:
    writer = await place.enter()
    reader = await place.enter() if place.shared else writer
    found: list[asyncio.Future[tuple[int, int]]] = []

    async def look(table: str, hinted: int) -> tuple[int, int]:
        return hinted, (await reader.seqs([table])).get(table, 0)

    reader.listen(
        lambda table, seq, _persons: found.append(asyncio.ensure_future(look(table, seq)))
    )
    for seq in (1, 2, 3):
        await write(writer, "t", seq)
    await eventually(lambda: len(found) >= 3, place.patience)
    assert len(found) >= 3
    assert all(hinted <= there for hinted, there in await asyncio.gather(*found))


# --- heartbeats and presence -----------------------------------------------------------------


@check
async def the_latest_heartbeat_of_other_processes_is_found(place: Place) -> None:
    store = await place.enter()
    assert await store.last_alive("me") is None
    await store.alive("me", 50)
    assert await store.last_alive("me") is None
    await store.alive("old", 10)
    await store.alive("old", 20)
    await store.alive("older", 5)
    assert await store.last_alive("me") == 20
    assert await store.last_alive("new") == 50


@check
async def heartbeats_from_the_future_are_dropped(place: Place) -> None:
    store = await place.enter()
    await store.alive("ahead", 500_000)
    await store.alive("nearly", 100_000 + AHEAD_MS)
    await store.alive("me", 100_000)
    assert await store.last_alive("me") == 100_000 + AHEAD_MS


@check
async def presence_at_other_processes_is_found(place: Place) -> None:
    store = await place.enter()
    t, u, v, ana, bob, cid = map(an_id, ("t", "u", "v", "ana", "bob", "cid"))
    for process, at in (("a", 100), ("b", 100), ("old", 40)):
        await store.alive(process, at)
    await store.look_at("old", {t: [cid]}, 0)
    await store.look_at("a", {t: [ana, bob], u: [ana], v: []}, 0)
    await store.look_at("b", {t: [bob, cid]}, 0)
    assert await store.lookers([t, u, v], "a", 50) == {t: {bob, cid}}
    assert await store.lookers([t, u, v], "b", 50) == {t: {ana, bob}, u: {ana}}
    assert await store.lookers([u], "nobody", 50) == {u: {ana}}
    assert await store.lookers([t], "b", 0) == {t: {ana, bob, cid}}
    await store.look_at("a", {t: [bob], u: []}, 50)
    assert await store.lookers([t, u], "b", 0) == {t: {bob}}
    assert await store.lookers([], "b", 0) == {}
    many = {an_id(f"table {number}"): [ana, bob] for number in range(230)}
    await store.look_at("a", many, 50)
    found = await store.lookers(list(many), "b", 0)
    assert found == {table: {ana, bob} for table in many}
    await store.look_at("a", dict.fromkeys(many, ()), 50)
    assert await store.lookers([*many, t], "b", 0) == {t: {bob}}
