"""Deleting an account: erasing chat and names, exporting first, and failures on the way."""

from __future__ import annotations

from typing import Any

import pytest

from samples import OPEN
from server.auth.test_export import exported, finish
from server.core.helpers import ADA, EVE, a_hall
from server.live import House, Visitor, open_house
from tablee.server import wire
from tablee.server.core.rooms.entries import Identity
from tablee.server.http.routes import export
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore


def chat_of(house: House, table: str) -> list[tuple[str, str | None]]:
    """Return the chat of a table, as a new spectator sees it."""
    with house.guest("Eve").socket() as socket:
        update = socket.watch(table, since=0)
    return [(one["name"], one["text"]) for one in update["news"] if one["is"] == "chat"]


def test_deleting_an_account_erases_its_chat(house: House) -> None:
    ada, bob = house.guest("Zoé"), house.guest("Bob")
    played, watched = finish(ada), bob.table()
    with ada.socket() as mine, bob.socket() as theirs:
        for table, channel in ((played, "players"), (watched, "spectators")):
            answer = mine.command("speak", table, channel=channel, text="I live at number 5")
            assert answer["do"] == "done"
        theirs.command("speak", watched, channel="players", text="welcome")
    assert ("Zoé", "I live at number 5") in chat_of(house, played)
    assert ada.http.delete("/api/me").status_code == 204
    assert chat_of(house, played) == [("…", "…")]
    assert chat_of(house, watched) == [("…", "…"), ("Bob", "welcome")]
    store = house.service.store
    rows = house.do(store.read(watched)) + house.do(store.read(played))
    assert not [row for row in rows if b"number 5" in row.body]


def test_deleting_an_account_erases_its_name_from_unplayed_tables(house: House) -> None:
    """Closed tables and tables left before the game count as unplayed; a match keeps its names."""
    ada, bob, eve = house.guest("Zoé"), house.guest("Bob"), house.guest("Eve")
    hers = ada.table(seats=("me", "me", "open"), names=["Zoé", "Zoé's aunt"])
    theirs, played, given_up = (bob.table(seats=("me", "open")) for _ in range(3))
    hosted = ada.table(seats=("open", "open"), names=["Zoé's aunt"])
    with ada.socket() as mine, bob.socket() as host, eve.socket() as third:
        for table in (theirs, played, given_up):
            assert mine.command("sit", table, seat=2)["do"] == "done"
        assert mine.command("stand", theirs, seat=2)["do"] == "done"
        assert third.command("sit", theirs, seat=2)["do"] == "done"
        assert host.command("begin", theirs)["do"] == "done"
        assert host.command("begin", played)["do"] == "done"
        assert host.command("sit", hosted, seat=1)["do"] == "done"
        assert third.command("sit", hosted, seat=2)["do"] == "done"
        assert mine.command("begin", hosted)["do"] == "done"
        assert host.command("close", given_up)["do"] == "done"
        assert host.watch(given_up)["room"]["seats"][1]["name"] == "Zoé"
        assert ada.http.delete("/api/me").status_code == 204
        shown = {table: host.watch(table)["room"] for table in (hers, given_up, theirs)}
        answer = host.command("speak", given_up, channel="players", text="What a pity")
        assert answer["do"] == "done"  # posting doesn't restore the name
    store = house.service.store

    def kept(table: str) -> bytes:
        head = house.do(store.head(table))
        assert head is not None
        return b"".join([head.summary, *(row.body for row in house.do(store.read(table)))])

    for table in (hers, theirs, given_up, hosted):
        assert "Zoé".encode() not in kept(table)
    assert "Zoé".encode() in kept(played)
    assert [seat["name"] for seat in shown[hers]["seats"]] == ["…", "…", ""]
    assert [seat["name"] for seat in shown[given_up]["seats"]] == ["Bob", "…"]
    assert [seat["name"] for seat in shown[theirs]["seats"]] == ["Bob", "Eve"]


async def test_an_erased_name_is_gone_at_other_processes(store: MemoryStore) -> None:
    """The erasure is in the log; otherwise the next entry would write the name again."""
    here, there = a_hall(store, "a"), a_hall(store, "b")
    table = await here.tables.open(wire.Settings(OPEN, ["open", "open"]), ADA)
    await here.commits.do(wire.Sit("sit-00000001", table, 1), EVE)
    await here.commits.do(wire.Sit("sit-00000002", table, 2), ADA)
    await here.commits.do(wire.CloseTable("close-000001", table), ADA)
    assert (await there.rooms.current(table)).holdings[0].name == "Eve"
    await here.erasure.erase(EVE.id)
    await here.erasure.erase(EVE.id)  # erasing is idempotent
    speaks = wire.Speak("speak-000001", table, "players", text="Farewell")
    await there.commits.do(speaks, ADA)
    head = await store.head(table)
    assert head is not None
    rows = await store.read(table)
    assert b"Eve" not in b"".join([head.summary, *(row.body for row in rows)])
    assert len(rows) == 6
    new = a_hall(store, "c")
    assert [one.name for one in (await new.rooms.current(table)).holdings] == ["…", "Ada"]


def test_a_deletion_that_failed_can_be_retried(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store may fail midway; the device stays signed in until everything is erased."""
    ada, store = house.guest("Zoé"), house.service.store
    table = finish(ada)
    with ada.socket() as mine:
        mine.command("speak", table, channel="players", text="I live at number 5")

    async def fail_once(*given: Any) -> None:
        raise StoreDown("for a moment")

    with monkeypatch.context() as patch:
        patch.setattr(store, "rewrite", fail_once)
        assert ada.http.delete("/api/me").status_code == 503
    assert ada.http.delete("/api/me").status_code == 204
    assert chat_of(house, table) == [("…", "…")]


@pytest.mark.slow
def test_other_processes_drop_cached_chat_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_house() as house:
        ada = house.guest("Zoé")
        table = finish(ada)
        with ada.socket() as socket:
            socket.command("speak", table, channel="players", text="hello")
        hall = house.service.hall
        assert table in hall.rooms.recent
        now = hall.now
        monkeypatch.setattr(hall.commits, "now", lambda: now() + 61_000)
        house.do(hall.upkeep.poll())
        assert table not in hall.rooms.recent


def test_an_account_deleted_elsewhere_cannot_chat(house: House) -> None:
    ada = house.guest()
    table = ada.table()
    with ada.socket() as socket:
        house.do(house.service.store.forget_person(ada.id, 1))
        answer = socket.command("speak", table, channel="players", text="still here")
    assert answer["why"]["key"] == "serve.nobody"


def test_the_export_has_chat_from_tables_of_other_hosts(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = bob.table()
    with ada.socket() as socket:
        socket.command("speak", table, channel="spectators", text="well played")
    assert "well played" in exported(ada)[1]["me.json"]
    assert "well played" not in exported(bob)[1]["me.json"]


def test_an_unreadable_table_blocks_neither_export_nor_deletion(house: House) -> None:
    ada = house.guest()
    good, bad = finish(ada), finish(ada)
    running = ada.table(seats=("me", "open"))
    for table in (bad, running):
        damage(house, table)
    names, files = exported(ada)
    assert names == ["me.json", f"matches/{OPEN}-{good}.tablee"]
    assert files["me.json"].count('"unreadable": true') == 2
    assert ada.http.delete("/api/me").status_code == 204
    assert ada.http.get("/api/me").status_code == 401


def damage(house: House, table: str) -> None:
    """Make the log of a table unreadable."""

    async def overwrite() -> None:
        store = house.service.store
        last = (await store.read(table))[-1]
        await store.rewrite([type(last)(last.table, last.seq, last.at, last.command, b"{")])
        house.service.hall.rooms.drop(table)

    house.do(overwrite())


def test_exports_run_one_at_a_time_in_another_thread(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each match takes one turn in the queue."""
    ada = house.guest()
    finish(ada)
    files_of, refused = export.files_of, []

    def files_once(*given: Any) -> export.Files:
        assert house.service.export_queue.busy
        refused.append(ada.http.get("/api/me/export").status_code)
        return files_of(*given)

    monkeypatch.setattr(export, "files_of", files_once)
    assert ada.http.get("/api/me/export").status_code == 200
    assert refused == [503]
    assert ada.http.get("/api/me/export").status_code == 200


def test_a_table_opened_during_deletion_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, hall, store = house.guest(), house.service.hall, house.service.store
    open_table, made = hall.tables.open, []

    async def forget_afterwards(settings: wire.Settings, who: Identity, *more: Any) -> str:
        table = await open_table(settings, who, *more)
        await store.forget_person(ada.id, 1)
        made.append(table)
        return table

    monkeypatch.setattr(hall.tables, "open", forget_afterwards)
    settings = {"game": OPEN, "seats": ["me", "open"], "public": True}
    assert ada.http.post("/api/tables", json=settings).status_code == 401
    assert house.client().get(f"/api/tables/{made[0]}").json()["stage"] == "closed"


@pytest.mark.parametrize("way", ["login", "logout", "device"])
def test_a_bot_replaces_a_guest_who_lost_their_only_device(house: House, way: str) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    kept = {"login": f"lost-{ada.id[:8]}", "password": "long enough"}
    house.guest("Account").http.post("/api/me/password", json=kept)
    table = bob.table(seats=("me", "open"))
    with ada.socket() as mine, bob.socket() as theirs:
        assert mine.command("sit", table, seat=2)["do"] == "done"
        assert theirs.command("begin", table)["do"] == "done"
        if way == "device":
            (device,) = ada.http.get("/api/me/devices").json()
            assert ada.http.delete(f"/api/me/devices/{device['id']}").is_success
        else:
            assert ada.http.post(f"/api/{way}", json=kept if way == "login" else None).is_success
        seats = theirs.watch(table)["room"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    assert house.client().get(f"/api/people/{ada.id}").status_code == 404


def test_an_account_with_a_password_survives_signing_out(house: House) -> None:
    ada = house.guest()
    kept = {"login": f"kept-{ada.id[:8]}", "password": "long enough"}
    ada.http.post("/api/me/password", json=kept)
    assert ada.http.post("/api/logout").is_success
    assert house.client().get(f"/api/people/{ada.id}").status_code == 200


@pytest.mark.slow
def test_a_retried_chat_message_gets_its_first_answer() -> None:
    """Even while the rate limit refuses new messages."""
    with open_house(message_rate="20", message_burst="100") as house:
        ada = house.guest()
        table = ada.table()
        with ada.socket() as socket:
            said = {"channel": "players", "text": "hello", "id": "sentence-1"}
            first = socket.command("speak", table, **said)
            more = [
                socket.command("speak", table, channel="players", text="more")["do"]
                for _ in range(25)
            ]
            assert more[-1] == "refused"
            assert socket.command("speak", table, **said) == first


def test_the_cookie_is_renewed_for_a_year(house: House) -> None:
    client = house.client()
    made = client.post("/api/guest", json={"name": "Ada"}, headers={"Origin": house.address})
    token = made.cookies["tablee"]
    again = client.get("/api/me")
    assert again.cookies["tablee"] == token
    assert "Max-Age=31536000" in again.headers["set-cookie"]
    program = house.client(headers={"Authorization": f"Bearer {token}"})
    assert "set-cookie" not in program.get("/api/me").headers


def test_the_oldest_running_match_is_listed_among_many(house: House) -> None:
    ada: Visitor = house.guest()
    first = ada.table()
    for _ in range(101):
        ada.table(seats=("me", "open"))
    running = ada.http.get("/api/me/tables").json()["running"]
    assert first in [one["table"] for one in running]
