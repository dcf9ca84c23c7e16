"""What every store has to do: `test_contract` asks them all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from samples import BOARDS, HANDS, OPEN, title
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
from tablee.server.store.contract import AHEAD_MS, Gap, Repeated, TableStage, Taken

Check = Callable[[Place], Awaitable[None]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


# --- entries -----------------------------------------------------------------------------------


@check
async def entries_come_back_as_they_were_written(place: Place) -> None:
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
async def words_are_found_by_who_wrote_them_and_can_be_blotted_out(place: Place) -> None:
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
async def a_table_is_not_another(place: Place) -> None:
    store = await place.enter()
    for seq in (1, 2, 3):
        for table in ("a", "b", "c"):
            await write(store, table, seq)
    assert [row.command for row in await store.read(an_id("b"))] == ["b-1", "b-2", "b-3"]
    assert await store.seqs([an_id("a"), an_id("c"), an_id("z")]) == {an_id("a"): 3, an_id("c"): 3}
    assert await store.seqs([]) == {}


@check
async def many_tables_are_looked_up_at_once(place: Place) -> None:
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
async def a_command_is_carried_out_once(place: Place) -> None:
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
async def there_are_no_gaps(place: Place) -> None:
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
async def what_does_not_belong_together_is_refused(place: Place) -> None:
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
async def of_many_writers_one_wins(place: Place) -> None:
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
async def of_many_retries_one_counts(place: Place) -> None:
    stores = [await place.enter()]
    if place.shared:
        stores.append(await place.enter())
    for seq in range(1, 6):
        row = a_row("t", seq)
        told = await asyncio.gather(*(outcome(stores[n % len(stores)], row) for n in range(8)))
        assert sorted(told) == sorted([f"Repeated {seq}"] * 7 + ["done"])
    assert len(await stores[0].read(an_id("t"))) == 5


@check
async def nobody_suffers_from_his_neighbours(place: Place) -> None:
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
async def entries_of_one_table_may_be_sent_without_waiting(place: Place) -> None:
    store = await place.enter()
    await asyncio.gather(*(write(store, "t", seq) for seq in range(1, 51)))
    assert [row.seq for row in await store.read(an_id("t"))] == list(range(1, 51))


@check
async def what_is_acknowledged_survives_a_crash(place: Place) -> None:
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
async def whoever_goes_away_finds_his_command_again(place: Place) -> None:
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


# --- heads and lists ---------------------------------------------------------------------------


@check
async def a_head_is_what_the_last_entry_made_it(place: Place) -> None:
    store = await place.enter()
    people = (an_id("ana"), an_id("bob"))
    steps: tuple[dict[str, object], ...] = (
        {"stage": "lobby", "public": True, "summary": b'{"names":["Ana",""]}'},
        {"deadline": 9_000, "bot_due": True, "persons": people, "to_act": people[1]},
        {"stage": "over", "summary": bytes(range(256))},
    )
    for seq, changes in enumerate(steps, 1):
        row = a_row("t", seq)
        head = a_head(row, **changes)
        await store.append(row, head)
        assert await store.head(an_id("t")) == head
    assert await store.head(an_id("u")) is None


@check
async def open_tables_are_public_and_have_not_begun(place: Place) -> None:
    store = await place.enter()
    await write(store, "old", 1, stage="lobby", public=True, created=1)
    await write(store, "new", 1, stage="lobby", public=True, created=3)
    await write(store, "middle", 1, stage="lobby", public=True, created=2)
    await write(store, "private", 1, stage="lobby")
    await write(store, "begun", 1, stage="lobby", public=True, created=9)
    await write(store, "begun", 2, stage="playing", public=True, created=9)
    found = [head.table for head in await store.open_tables(0, 10, 10)]
    assert found == [an_id(name) for name in ("new", "middle", "old")]
    assert [head.table for head in await store.open_tables(0, 10, 1)] == [an_id("new")]


@check
async def open_tables_that_nobody_looks_after_are_not_listed(place: Place) -> None:
    store = await place.enter()
    for name, changed in (("before", 5), ("then", 6), ("after", 7)):
        await write(store, name, 1, stage="lobby", public=True, created=1, changed=changed)
    found = {head.table for head in await store.open_tables(6, 10, 10)}
    assert found == {an_id("then"), an_id("after")}


@check
async def nobody_fills_the_open_tables_alone(place: Place) -> None:
    store = await place.enter()
    ana, bob = an_id("ana"), an_id("bob")
    opened: dict[str, Any] = {"stage": "lobby", "public": True}
    await write(store, "his", 1, created=1, persons=(bob, ana), **opened)
    await write(store, "another", 1, created=2, persons=(bob,), **opened)
    for number in range(3, 9):
        await write(store, f"hers {number}", 1, created=number, persons=(ana, bob), **opened)
    found = [head.table for head in await store.open_tables(0, 2, 10)]
    assert found == [an_id(name) for name in ("hers 8", "hers 7", "another", "his")]
    found = [head.table for head in await store.open_tables(0, 1, 10)]
    assert found == [an_id(name) for name in ("hers 8", "another")]
    assert len(await store.open_tables(0, 2, 3)) == 3


@check
async def everybody_finds_his_tables(place: Place) -> None:
    store = await place.enter()
    ana, bob, eve = an_id("ana"), an_id("bob"), an_id("eve")
    await write(store, "lobby", 1, stage="lobby", persons=(ana,), changed=1)
    await write(store, "played", 1, stage="playing", persons=(ana, bob, ana), changed=3)
    await write(store, "over", 1, stage="over", persons=(bob, ana), changed=2)

    async def tables(person: str, *stages: TableStage, limit: int = 9) -> list[str]:
        return [head.table for head in await store.tables_of(person, stages, limit)]

    everything: tuple[TableStage, ...] = ("lobby", "playing", "over", "closed")
    assert await tables(ana, *everything) == [an_id(t) for t in ("played", "over", "lobby")]
    assert await tables(ana, *everything, limit=2) == [an_id("played"), an_id("over")]
    assert await tables(ana, "over") == [an_id("over")]
    assert await tables(bob, *everything) == [an_id("played"), an_id("over")]
    assert await tables(eve, *everything) == []
    assert await tables(ana) == []
    await write(store, "lobby", 2, stage="lobby", persons=(eve, bob), changed=5)
    assert await tables(ana, "lobby") == []
    assert await tables(bob, "lobby") == await tables(eve, "lobby") == [an_id("lobby")]


@check
async def deadlines_come_when_they_are_due(place: Place) -> None:
    store = await place.enter()
    await write(store, "late", 1, deadline=300)
    await write(store, "soon", 1, deadline=100)
    await write(store, "never", 1)
    await write(store, "moved", 1, deadline=50)
    await write(store, "moved", 2, deadline=200)
    await write(store, "over", 1, deadline=50)
    await write(store, "over", 2, stage="over")
    assert [head.table for head in await store.due(99, 9)] == []
    assert [head.table for head in await store.due(200, 9)] == [an_id("soon"), an_id("moved")]
    assert [head.table for head in await store.due(10**15, 2)] == [an_id("soon"), an_id("moved")]


@check
async def tables_at_which_people_just_played(place: Place) -> None:
    store = await place.enter()
    await write(store, "old", 1, stage="playing", changed=9)
    await write(store, "new", 1, stage="playing", changed=12)
    await write(store, "newest", 1, stage="playing", changed=20)
    await write(store, "lobby", 1, stage="lobby", changed=20)
    await write(store, "over", 1, stage="over", changed=20)
    found = [head.table for head in await store.played_since(10, 9)]
    assert found == [an_id("newest"), an_id("new")]
    assert [head.table for head in await store.played_since(10, 1)] == [an_id("newest")]


@check
async def bots_come_in_the_order_they_wait(place: Place) -> None:
    store = await place.enter()
    await write(store, "second", 1, bot_due=True, changed=20)
    await write(store, "first", 1, bot_due=True, changed=10)
    await write(store, "nobot", 1)
    await write(store, "played", 1, bot_due=True, changed=5)
    await write(store, "played", 2, changed=6)
    assert [head.table for head in await store.bots_due(9)] == [an_id("first"), an_id("second")]
    assert [head.table for head in await store.bots_due(1)] == [an_id("first")]


# --- results -----------------------------------------------------------------------------------


@check
async def results_are_numbered_in_their_order(place: Place) -> None:
    store = await place.enter()
    ana, bob = an_id("ana"), an_id("bob")
    for number, (table, game, persons) in enumerate(
        (
            ("a", OPEN, (ana, None, bob)),
            ("b", BOARDS, (bob, ana)),
            ("c", OPEN, (None, ana, ana)),
        ),
        1,
    ):
        row = a_row(table, 1)
        result = a_result(table, *persons, game=game)
        await store.append(row, a_head(row, stage="over", game=game), result)
        last = (await store.results(game))[-1]
        assert last.number == number
        assert (last.persons, last.ranks, last.scores) == (persons, result.ranks, result.scores)
        assert (last.table, last.at, last.rated) == (an_id(table), 5_000, True)
    assert [result.number for result in await store.results(OPEN)] == [1, 3]
    assert [result.number for result in await store.results(OPEN, after=1)] == [3]
    assert [result.number for result in await store.results(OPEN, limit=1)] == [1]
    assert [result.number for result in await store.results_of(ana)] == [1, 2, 3]
    assert [result.number for result in await store.results_of(bob)] == [1, 2]
    assert await store.results_of(an_id("eve")) == []


@check
async def a_table_has_one_result(place: Place) -> None:
    store = await place.enter()
    ana, bob = an_id("ana"), an_id("bob")
    first, second = a_row("t", 1), a_row("t", 2)
    await store.append(first, a_head(first), a_result("t", ana, bob))
    with pytest.raises(Repeated):
        await store.append(first, a_head(first), a_result("t", bob, ana))
    await store.append(second, a_head(second), a_result("t", bob, ana))
    assert [result.persons for result in await store.results(OPEN)] == [(ana, bob)]
    assert [len(await store.results_of(person)) for person in (ana, bob)] == [1, 1]
    assert [row.seq for row in await store.read(an_id("t"))] == [1, 2]


@check
async def results_that_come_together_get_different_numbers(place: Place) -> None:
    stores = [await place.enter()]
    if place.shared:
        stores.append(await place.enter())
    rows = [a_row(f"t{n}", 1) for n in range(20)]
    await asyncio.gather(
        *(
            stores[n % len(stores)].append(row, a_head(row), a_result(f"t{n}", an_id("ana")))
            for n, row in enumerate(rows)
        )
    )
    assert [result.number for result in await stores[0].results(OPEN)] == list(range(1, 21))


# --- hints -------------------------------------------------------------------------------------


@check
async def everybody_hears_of_entries(place: Place) -> None:
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
async def whoever_stops_listening_hears_nothing(place: Place) -> None:
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
async def a_hint_never_comes_before_its_entry(place: Place) -> None:
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


# --- who lives ---------------------------------------------------------------------------------


@check
async def the_store_knows_who_lived_last(place: Place) -> None:
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
async def signs_of_life_from_a_clock_that_was_set_back_are_dropped(place: Place) -> None:
    store = await place.enter()
    await store.alive("ahead", 500_000)
    await store.alive("nearly", 100_000 + AHEAD_MS)
    await store.alive("me", 100_000)
    assert await store.last_alive("me") == 100_000 + AHEAD_MS


@check
async def the_store_knows_who_looks_through_another_process(place: Place) -> None:
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
