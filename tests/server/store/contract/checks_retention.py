"""The contract of every store, for finding and deleting idle tables, chat and guests."""

from __future__ import annotations

from msgspec.structs import replace

from samples import OPEN
from server.store.contract.checks import check
from server.store.contract.checks_people import CHECKS as CHECKS
from server.store.making import Place, a_head, a_result, a_row, an_id, write
from tablee.server.store.contract import EventStore, Passkey, Person, Token
from tablee.server.store.retention import START, START_OF_CHAT

ANA, BOB, KIM, EVE = (Person(an_id(name), name, "", 1_000) for name in ("ana", "bob", "kim", "eve"))
CHAT = b'{"what":"spoke","text":"hello"}'


async def people(store: EventStore) -> None:
    """Write Ana and Eve as guests, Bob with a password and Kim with a passkey."""
    for person in (ANA, replace(BOB, login="bob", password_hash="#"), KIM, EVE):
        await store.create_person(person)
    await store.add_passkey(Passkey(b"key", KIM.id, b"public", 0, "", 1_000))


async def tables(store: EventStore, kind: str, before: int = 9_999) -> list[str]:
    found = await store.idle_tables(kind, before, START, 99)  # type: ignore[arg-type]
    names = {an_id(name): name for name in "abcdefghi"}
    return [names[table] for _, table in found]


@check
async def idle_tables_are_found_by_kind(place: Place) -> None:
    store = await place.enter()
    await people(store)
    for name, stage, person, deadline in (
        ("a", "lobby", ANA, None),
        ("b", "playing", ANA, None),
        ("c", "playing", BOB, None),
        ("d", "playing", ANA, 10**9),
        ("e", "closed", KIM, None),
        ("f", "over", ANA, None),
        ("g", "over", KIM, None),
    ):
        there = (EVE.id, person.id)
        await write(store, name, 1, stage=stage, persons=there, deadline=deadline)
    row = a_row("h", 1)
    rated = a_result("h", ANA.id, BOB.id)
    await store.append(row, a_head(row, stage="over", persons=(ANA.id,)), rated)
    assert sorted(await tables(store, "unfinished")) == ["a", "b", "e"]
    assert await tables(store, "guests") == ["f"]
    assert sorted(await tables(store, "accounts")) == ["f", "g"]


@check
async def idle_tables_are_found_in_pages(place: Place) -> None:
    store = await place.enter()
    for number, name in enumerate("abcd"):
        await write(store, name, 1, stage="lobby", changed=10 + number // 2)
    first = await store.idle_tables("unfinished", 99, START, 3)
    rest = await store.idle_tables("unfinished", 99, first[-1], 3)
    assert [at for at, _ in [*first, *rest]] == [10, 10, 11, 11]
    assert len({table for _, table in [*first, *rest]}) == 4
    assert await store.idle_tables("unfinished", 11, START, 3) == first[:2]


@check
async def dropping_a_table_drops_all_its_data(place: Place) -> None:
    store = await place.enter()
    await people(store)
    for name in "ab":
        for seq in (1, 2):
            row = a_row(name, seq)
            result = a_result(name, ANA.id, BOB.id) if seq == 2 else None
            head = a_head(row, stage="over", persons=(ANA.id, BOB.id), changed=10)
            await store.append(row, head, result)
    await store.alive("p", 10)
    await store.look_at("p", {an_id("a"): [ANA.id]}, 0)
    assert not await store.drop_table(an_id("a"), 10)  # it has changed since
    assert not await store.drop_table(an_id("c"), 10)
    assert await store.drop_table(an_id("a"), 11)
    assert await store.head(an_id("a")) is None
    assert await store.read(an_id("a")) == []
    assert await store.last_command("a-1") is None
    assert await store.lookers([an_id("a")], "", 0) == {}
    kept = await store.tables_of(ANA.id, ("over",), 9)
    assert [head.table for head in kept] == [an_id("b")]
    assert [one.table for one in await store.results_of(ANA.id)] == [an_id("b")]
    await write(store, "a", 1)  # its id can be used again


@check
async def numbers_of_results_are_never_reused(place: Place) -> None:
    store = await place.enter()
    for name in "abc":
        row = a_row(name, 1)
        if name == "c":
            assert await store.drop_table(an_id("a"), 11)
            assert not await store.drop_table(an_id("b"), 11)
            assert await store.read(an_id("b")) == [a_row("b", 1)]
        await store.append(row, a_head(row, changed=10), a_result(name, ANA.id))
    assert [one.number for one in await store.results(OPEN)] == [2, 3]


@check
async def old_chat_is_found_in_order(place: Place) -> None:
    store = await place.enter()
    for name, at in (("a", 30), ("b", 10), ("c", 20), ("d", 20)):
        for seq, body in enumerate((b'{"what":"opened"}', CHAT), 1):
            row = replace(a_row(name, seq, body=body), at=at)
            await store.append(row, a_head(row))
    found = await store.old_chat(30, START_OF_CHAT, 2)
    found += await store.old_chat(30, (found[-1].at, found[-1].table, found[-1].seq), 2)
    assert [row.at for row in found] == [10, 20, 20]
    assert {row.seq for row in found} == {2}
    assert {row.table for row in found} == {an_id(name) for name in "bcd"}


@check
async def idle_guests_are_found(place: Place) -> None:
    store = await place.enter()
    await people(store)
    await store.create_person(replace(ANA, id=an_id("new"), created=50))
    await store.add_token(Token(b"a", ANA.id, 1_000, 1_000))
    await store.add_token(Token(b"e", EVE.id, 1_000, 2_000))
    guests = await store.idle_guests(2_000, START, 9)
    assert [guest.id for guest in guests] == [an_id("new"), ANA.id]
    later = await store.idle_guests(2_000, (guests[0].created, guests[0].id), 9)
    assert later == guests[1:]


@check
async def an_unreferenced_id_is_dropped(place: Place) -> None:
    store = await place.enter()
    await people(store)
    row = a_row("a", 1)
    await store.append(row, a_head(row, persons=(ANA.id,)), a_result("a", BOB.id))
    for person in (ANA, BOB, KIM):
        await store.forget_person(person.id, 5)
    assert await store.unreferenced(9) == [KIM.id]
    await store.drop_unreferenced([ANA.id, BOB.id, KIM.id, EVE.id])
    left = await store.people([one.id for one in (ANA, BOB, KIM, EVE)])
    assert set(left) == {ANA.id, BOB.id, EVE.id}
