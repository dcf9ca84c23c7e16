"""The contract of every store, for moderation."""

from __future__ import annotations

from msgspec.structs import replace

from server.store.contract.checks import check
from server.store.contract.checks_people import dumped
from server.store.contract.checks_retention import CHECKS as CHECKS
from server.store.making import Place, an_id
from tablee.server.store.contract import Person
from tablee.server.store.moderation import SANCTIONS, Act, Report

ANA, BOB = Person(an_id("ana"), "Ana", "", 1_000), Person(an_id("bob"), "50% _Bob!", "", 2_000)
BAN = Act("a" * 16, 10, "Olga", "ban", ANA.id, "spam")
REPORT = Report("1" * 16, 10, ANA.id, BOB.id, an_id("t"), 3, "insult", "He said …")


@check
async def acts_are_listed_newest_first_and_never_change(place: Place) -> None:
    store = await place.enter()
    later = replace(BAN, id="b" * 16, at=20, deed="lift", target=BAN.id)
    same = replace(BAN, id="c" * 16, at=20, deed="close", until=5)
    for act in (same, BAN, later, replace(BAN, reason="another")):
        await store.record_act(act)
    assert await store.acts(9) == [same, later, BAN]
    assert await store.acts(1) == [same]


@check
async def sanctions_hold_until_they_end_or_are_lifted(place: Place) -> None:
    store = await place.enter()
    another = await place.enter() if place.shared else store
    for number, deed in enumerate((*SANCTIONS, "close", "erase", "resolve")):
        act = replace(BAN, id=f"{number:016}", at=number, deed=deed, until=100 * number or None)
        await store.record_act(act)
    assert [act.deed for act in await another.sanctions(99)] == ["mute", "suspend", "ban"]
    assert [act.deed for act in await another.sanctions(100)] == ["mute", "ban"]
    await another.record_act(replace(BAN, id="f" * 16, deed="lift", target=f"{0:016}"))
    assert [act.deed for act in await store.sanctions(100)] == ["ban"]
    assert [act.deed for act in await store.sanctions(200)] == []


@check
async def old_acts_are_dropped_but_for_those_still_needed(place: Place) -> None:
    store = await place.enter()
    lifted, ended = replace(BAN, id="b" * 16), replace(BAN, id="d" * 16, deed="mute", until=50)
    lift = replace(BAN, id="c" * 16, deed="lift", target=lifted.id)
    resolved = replace(BAN, id="e" * 16, deed="resolve", target=REPORT.id)
    new = replace(BAN, id="f" * 16, at=20, deed="close", target=an_id("t"))
    await store.add_report(REPORT)
    for act in (BAN, lifted, lift, ended, resolved, new):
        await store.record_act(act)
    assert await store.old_acts(20, 49, 9) == [lifted.id]
    assert await store.old_acts(20, 50, 1) == [lifted.id]
    assert await store.old_acts(10, 50, 9) == []
    old = await store.old_acts(20, 50, 9)
    assert old == [lifted.id, ended.id]
    await store.drop_acts(old)
    assert await store.sanctions(0) == [BAN]
    assert await store.old_acts(20, 50, 9) == [lift.id]
    await store.drop_reports(11)
    await store.drop_acts(await store.old_acts(20, 50, 9))
    assert await store.acts(9) == [new, BAN]


@check
async def a_report_is_queued_once_until_it_is_resolved(place: Place) -> None:
    store = await place.enter()
    earlier = replace(REPORT, id="2" * 16, at=5, seq=0, reporter=BOB.id)
    assert await store.add_report(REPORT)
    assert await store.add_report(earlier)
    assert not await store.add_report(replace(REPORT, at=1, text="again"))
    assert await store.open_reports(9) == [earlier, REPORT]
    assert await store.open_reports(1) == [earlier]
    assert await store.reports_by(ANA.id) == [REPORT]
    await store.record_act(replace(BAN, deed="resolve", target=earlier.id))
    assert await store.open_reports(9) == [REPORT]
    assert not await store.add_report(earlier)
    await store.drop_reports(10)
    assert await store.reports_by(BOB.id) == []
    await store.drop_reports(11)
    assert await store.open_reports(9) == []


@check
async def deleting_a_person_removes_the_words_of_their_reports(place: Place) -> None:
    store = await place.enter()
    await store.create_person(ANA)
    await store.add_report(REPORT)
    await store.add_report(replace(REPORT, id="2" * 16, reporter=BOB.id))
    await store.forget_person(ANA.id, 20)
    assert [report.text for report in await store.open_reports(9)] == ["", REPORT.text]


@check
async def people_are_found_by_id_login_and_parts_of_names(place: Place) -> None:
    store = await place.enter()
    for person in (ANA, BOB, Person(an_id("eve"), "Ève", "", 3_000, "olga", "#")):
        await store.create_person(person)

    async def found(text: str, limit: int = 9) -> list[str]:
        return [person.name for person in await store.find_people(text, limit)]

    assert await found(ANA.id) == ["Ana"]
    assert await found("olga") == ["Ève"]
    assert await found("AN") == ["Ana"]
    assert await found("0% _b") == ["50% _Bob!"]
    assert await found("5_%") == []
    assert await found("", 2) == ["Ève", "50% _Bob!"]
    await store.forget_person(ANA.id, 20)
    assert await found("ana") == []


@check
async def a_dump_has_acts_and_reports(place: Place) -> None:
    store = await place.enter()
    await store.record_act(BAN)
    await store.add_report(REPORT)
    assert await dumped(store) == [BAN, REPORT]
