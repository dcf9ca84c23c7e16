"""The contract of every store, for lists of tables, results and notified persons."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from samples import BOARDS, OPEN
from server.store.contract.checks import CHECKS as CHECKS
from server.store.contract.checks import check
from server.store.making import (
    Place,
    a_head,
    a_result,
    a_row,
    an_id,
    write,
)
from tablee.server.store.contract import Repeated, TableStage


@check
async def the_head_is_that_of_the_last_entry(place: Place) -> None:
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
async def open_tables_are_public_and_in_the_lobby(place: Place) -> None:
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
async def abandoned_open_tables_are_not_listed(place: Place) -> None:
    store = await place.enter()
    for name, changed in (("before", 5), ("then", 6), ("after", 7)):
        await write(store, name, 1, stage="lobby", public=True, created=1, changed=changed)
    found = {head.table for head in await store.open_tables(6, 10, 10)}
    assert found == {an_id("then"), an_id("after")}


@check
async def open_tables_are_limited_by_host(place: Place) -> None:
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
async def tables_are_found_by_person(place: Place) -> None:
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
async def due_deadlines_are_found(place: Place) -> None:
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
async def recently_played_tables_are_found(place: Place) -> None:
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
async def due_bots_come_in_order_of_waiting(place: Place) -> None:
    store = await place.enter()
    await write(store, "second", 1, bot_due=True, changed=20)
    await write(store, "first", 1, bot_due=True, changed=10)
    await write(store, "nobot", 1)
    await write(store, "played", 1, bot_due=True, changed=5)
    await write(store, "played", 2, changed=6)
    assert [head.table for head in await store.bots_due(9)] == [an_id("first"), an_id("second")]
    assert [head.table for head in await store.bots_due(1)] == [an_id("first")]


@check
async def results_are_numbered_in_order(place: Place) -> None:
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
async def concurrent_results_get_different_numbers(place: Place) -> None:
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
