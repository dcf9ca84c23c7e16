"""The contract of every store, for people, devices, passkeys and dumps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from server.store.contract.checks import check
from server.store.contract.checks_lists import CHECKS as CHECKS
from server.store.making import Place, a_head, a_result, a_row, an_id
from tablee.server.ops.backup import opened
from tablee.server.store import open_store
from tablee.server.store.contract import (
    MOST_NOTICES,
    DumpRecord,
    EventStore,
    LoginTaken,
    Passkey,
    Person,
    StoreRefused,
    Token,
)

ANA = Person(an_id("ana"), "Ana", "owl", 100)
BOB = Person(an_id("bob"), "Bob 🐘", "", 200, "bob", "$argon2id$…")


async def fill(store: EventStore) -> None:
    """Write a record of each kind."""
    await store.create_person(ANA)
    await store.create_person(BOB)
    await store.add_token(Token(b"\x00\xff" * 16, ANA.id, 1, 2, "téléphone"))
    await store.add_token(Token(b"\x01" * 32, BOB.id, 3, 4))
    await store.add_passkey(Passkey(b"credential", BOB.id, b"\x04key", 7, "clé", 5))
    for table in ("a", "b"):
        for seq in (1, 2, 3):
            row = a_row(table, seq, body=bytes(range(256)) * seq)
            head = a_head(
                row,
                persons=(ANA.id, BOB.id),
                deadline=seq,
                bot_due=True,
                to_act=ANA.id,
                public=True,
            )
            await store.append(row, head, a_result(table, ANA.id, None) if seq == 3 else None)
    await store.alive("process", 77)


async def dumped(store: EventStore) -> list[DumpRecord]:
    return [record async for record in store.dump()]


async def filled(address: str) -> list[DumpRecord]:
    """Fill the store at an address; return what it holds then."""
    async with opened(open_store(address)) as store:
        await fill(store)
        return await dumped(store)


async def content(address: str) -> list[DumpRecord]:
    """Return what the store at an address holds."""
    async with opened(open_store(address)) as store:
        return await dumped(store)


@check
async def people_are_found_by_id_and_login(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    assert await store.person(ANA.id) == ANA
    assert await store.person_by_login("bob") == BOB
    assert await store.person_by_login("ana") is None
    assert await store.person(an_id("eve")) is None
    assert await store.people([ANA.id, an_id("eve"), BOB.id]) == {ANA.id: ANA, BOB.id: BOB}


@check
async def people_can_be_changed(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.change_person(ANA.id, name="Anaïs")
    await store.change_password(ANA.id, "ana", "hash", before=None)
    await store.change_person(ANA.id, avatar="fox")
    changed = replace(ANA, name="Anaïs", avatar="fox", login="ana", password_hash="hash")
    assert await store.person(ANA.id) == changed
    assert await store.person_by_login("ana") == changed
    await store.change_person(an_id("eve"), name="Eve")
    assert await store.person(an_id("eve")) is None


@check
async def a_password_change_needs_the_previous_hash(place: Place) -> None:
    """Of concurrent changes, the first wins."""
    store = await place.enter()
    await store.create_person(ANA)
    wishes = [(f"ana{n}", f"hash{n}") for n in range(4)]
    await asyncio.gather(*(store.change_password(ANA.id, *wish, before=None) for wish in wishes))
    now = await store.person(ANA.id)
    assert now is not None
    assert (now.login, now.password_hash) in wishes
    for before in (None, "", "another"):
        await store.change_password(ANA.id, "late", "late", before)
    assert await store.person(ANA.id) == now
    await store.change_password(ANA.id, "ana", "new", before=now.password_hash)
    assert await store.person(ANA.id) == replace(now, login="ana", password_hash="new")


@check
async def a_login_is_unique(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    with pytest.raises(LoginTaken):
        await store.change_password(ANA.id, "bob", "thief", before=None)
    with pytest.raises(LoginTaken):
        await store.create_person(replace(ANA, id=an_id("eve"), login="bob"))
    assert await store.person(ANA.id) == ANA
    assert await store.person(an_id("eve")) is None
    await store.change_password(BOB.id, "bob", "new", before=BOB.password_hash)
    assert await store.person_by_login("bob") == replace(BOB, password_hash="new")


@check
async def devices_are_added_used_and_dropped(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    phone, desk = Token(b"p" * 32, ANA.id, 1, 1, "phone"), Token(b"d" * 32, ANA.id, 2, 2, "desk")
    other = Token(b"o" * 32, BOB.id, 3, 3)
    for token in (desk, phone, other):
        await store.add_token(token)
    assert await store.tokens_of(ANA.id) == [phone, desk]
    assert await store.person_by_token(b"p" * 32) == ANA
    assert await store.person_by_token(b"o" * 32) == BOB
    assert await store.person_by_token(b"x" * 32) is None
    wanted = [b"p" * 32, b"x" * 32, b"o" * 32, *(b"%032d" % one for one in range(150))]
    assert await store.signed_in(wanted) == {b"p" * 32: "", b"o" * 32: ""}
    assert await store.signed_in([]) == {}
    await store.used_tokens({b"p" * 32: 99, b"x" * 32: 99})
    await store.used_tokens({b"p" * 32: 98})
    assert await store.tokens_of(ANA.id) == [replace(phone, last_used=99), desk]
    await store.drop_token(b"p" * 32)
    assert await store.person_by_token(b"p" * 32) is None
    assert await store.signed_in(wanted) == {b"o" * 32: ""}
    assert await store.tokens_of(ANA.id) == [desk]
    await store.drop_token(desk.hash)
    assert await store.tokens_of(ANA.id) == []
    assert await store.tokens_of(BOB.id) == [other]


@check
async def notices_are_kept_for_the_other_devices_of_a_person(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    phone, desk, other = b"p" * 32, b"d" * 32, b"o" * 32
    for hash, person in ((phone, ANA), (desk, ANA), (other, BOB)):
        await store.add_token(Token(hash, person.id, 1, 1))
    await store.leave_notice(ANA.id, phone, '{"é":1}')
    await store.leave_notice(ANA.id, None, '{"é":2}')
    both = '{"é":1}\n{"é":2}\n'
    found = await store.signed_in([phone, desk, other])
    assert found == {phone: '{"é":2}\n', desk: both, other: ""}
    await store.drop_notices(desk, '{"é":1}\n')
    await store.drop_notices(desk, '{"é":1}\n')  # by another connection of the same device
    assert await store.signed_in([desk]) == {desk: '{"é":2}\n'}
    for _ in range(2):
        await store.leave_notice(ANA.id, phone, "x" * MOST_NOTICES)
    assert len((await store.signed_in([desk]))[desk]) == len('{"é":2}\n') + MOST_NOTICES + 1


@check
async def a_device_remembers_its_last_proof(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    phone, desk, nobody = b"p" * 32, b"d" * 32, b"x" * 32
    for hash in (phone, desk):
        await store.add_token(Token(hash, ANA.id, 1, 1))
    for now in (76, 77):
        await store.prove_token(phone, now)
    await store.leave_notice(ANA.id, None, "told")
    await store.prove_token(desk, 5)
    await store.prove_token(nobody, 77)
    assert [await store.proven(hash) for hash in (phone, desk, nobody)] == [77, 5, 0]
    assert await store.signed_in([phone, desk]) == {phone: "told\n", desk: "told\n"}
    await store.drop_token(phone)
    await store.drop_token(desk)
    assert [await store.proven(hash) for hash in (phone, desk)] == [0, 0]


@check
async def passkeys_are_added_used_and_dropped(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    one, two = Passkey(b"1", ANA.id, b"k1", 0, "a", 1), Passkey(b"2", ANA.id, b"k2", 0, "b", 2)
    await store.add_passkey(two)
    await store.add_passkey(one)
    await store.add_passkey(replace(one, person=BOB.id))
    assert await store.passkeys_of(ANA.id) == [one, two]
    assert await store.passkeys_of(BOB.id) == []
    await store.used_passkey(b"1", 5)
    assert await store.passkey(b"1") == replace(one, sign_count=5)
    assert await store.passkey(b"3") is None
    await store.drop_passkey(BOB.id, b"2")
    assert await store.passkey(b"2") == two
    await store.drop_passkey(ANA.id, b"2")
    assert await store.passkey(b"2") is None


@check
async def the_last_credential_is_kept(place: Place) -> None:
    """Without a password one passkey is kept, even if all are dropped concurrently."""
    store = await place.enter()
    await store.create_person(ANA)
    keys = [bytes([n]) for n in range(4)]
    for key in keys:
        await store.add_passkey(Passkey(key, ANA.id, b"k", 0, "", 1))
    await asyncio.gather(*(store.drop_passkey(ANA.id, key) for key in keys))
    (left,) = await store.passkeys_of(ANA.id)
    await store.drop_passkey(ANA.id, left.credential)
    assert await store.passkeys_of(ANA.id) == [left]
    await store.change_password(ANA.id, "ana", "$argon2id$…", before=None)
    await store.drop_passkey(ANA.id, left.credential)
    assert await store.passkeys_of(ANA.id) == []


@check
async def each_attempt_is_counted_once(place: Place) -> None:
    """Stores on the same data share the count; of concurrent attempts exactly one counts."""
    store = await place.enter()
    another = await place.enter() if place.shared else store
    assert await store.attempts(b"ana") == (0, 0)
    for before in range(3):
        tries = [one.count_attempt(b"ana", before, 100 + before, 0) for one in (store, another) * 2]
        assert sorted(await asyncio.gather(*tries)) == [False, False, False, True]
        assert await another.attempts(b"ana") == (before + 1, 100 + before)
    assert not await store.count_attempt(b"ana", 0, 200, 0)
    assert await store.count_attempt(b"bob", 0, 200, 0)
    await another.drop_attempts(b"bob")
    assert await store.attempts(b"bob") == (0, 0)
    assert await store.attempts(b"ana") == (3, 102)


@check
async def old_attempts_expire(place: Place) -> None:
    store = await place.enter()
    assert await store.count_attempt(b"ana", 0, 100, 0)
    assert await store.count_attempt(b"bob", 0, 101, since=100)
    assert await store.attempts(b"ana") == (1, 100)
    assert await store.count_attempt(b"eve", 0, 500, since=101)
    assert await store.attempts(b"ana") == (0, 0)
    assert await store.attempts(b"bob") == (1, 101)
    assert await dumped(store) == []


@check
async def a_deleted_person_is_reduced_to_an_id(place: Place) -> None:
    store = await place.enter()
    await fill(store)
    await store.forget_person(BOB.id, 999)
    assert await store.person(BOB.id) == Person(BOB.id, "", "", BOB.created, deleted=999)
    assert await store.person_by_login("bob") is None
    assert await store.tokens_of(BOB.id) == []
    assert await store.passkeys_of(BOB.id) == []
    assert await store.person_by_token(b"\x01" * 32) is None
    assert await store.person(ANA.id) == ANA
    await store.change_person(BOB.id, name="Back")
    await store.change_password(BOB.id, "bob", "back", before=None)
    assert await store.person(BOB.id) == Person(BOB.id, "", "", BOB.created, deleted=999)
    await store.change_password(ANA.id, "bob", "mine", before=None)
    assert len(await store.tables_of(BOB.id, ["playing"], 9)) == 2


@check
async def accounts_are_found_by_how_their_names_look(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.create_person(BOB)
    for person, skeleton in (
        (BOB.id, "bob"),
        (ANA.id, "ana"),
        (ANA.id, "bob"),
        (an_id("x"), "bob"),
    ):
        await store.claim_name(person, skeleton)
    assert await store.people_like("bob") == sorted([ANA, BOB], key=lambda one: one.id)
    assert await store.people_like("ana") == []
    await store.forget_person(BOB.id, 5)
    await store.claim_name(BOB.id, "bob")
    assert await store.people_like("bob") == [ANA]
    assert await dumped(store) == [
        ANA,
        replace(BOB, name="", login=None, password_hash=None, deleted=5),
    ]


@check
async def a_dump_is_complete(place: Place) -> None:
    store = await place.enter()
    assert await dumped(store) == []
    await fill(store)
    kinds = [type(record).__name__ for record in await dumped(store)]
    assert kinds == ["Person"] * 2 + ["Token"] * 2 + ["Passkey"] + ["Head"] * 2 + ["Row"] * 6 + [
        "Result"
    ] * 2 + ["Alive"]


@check
async def only_an_empty_store_can_be_loaded(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    with pytest.raises(StoreRefused):
        await store.load(_a_few())
    assert await dumped(store) == [ANA]


@check
async def a_failed_load_leaves_nothing(place: Place) -> None:
    store = await place.enter()
    with pytest.raises(StoreRefused, match="cut off"):
        await store.load(_a_few(broken=True))
    assert await dumped(store) == []
    assert await store.load(_a_few()) == 2
    assert await dumped(store) == [ANA, BOB]


async def _a_few(broken: bool = False) -> AsyncIterator[DumpRecord]:
    yield ANA
    yield BOB
    if broken:
        raise StoreRefused("store.cut_off", file="x", count=2)
