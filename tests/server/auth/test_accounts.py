"""Guests, accounts, devices, and being forgotten."""

from __future__ import annotations

import pytest

from samples import OPEN, ROUNDS
from server.auth.test_export import finish
from server.live import House, Visitor, open_house
from tablee.server import wire
from tablee.server.auth.tokens import hash_token
from tablee.server.core.rooms.entries import Identity


def key_of(answer: object) -> str:
    return str(answer.json()["why"]["key"])  # type: ignore[attr-defined]


def logged_in(house: House, login: dict[str, str]) -> Visitor:
    """Another device of somebody."""
    answer = house.client().post("/api/login", json=login)
    assert answer.status_code == 200, answer.text
    token = answer.cookies["tablee"]
    client = house.client(headers={"Authorization": f"Bearer {token}"})
    return Visitor(house, answer.json()["id"], answer.json()["name"], token, client)


def test_a_name_is_enough(house: House) -> None:
    client = house.client()
    assert client.get("/api/me").status_code == 401
    answer = client.post("/api/guest", json={"name": "  Zoé \u200b  Lune ", "avatar": "shell"})
    me = client.get("/api/me").json()
    assert me == answer.json()
    assert (me["name"], me["avatar"], me["guest"]) == ("Zoé Lune", "shell", True)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # by plain http a browser would not keep it


def test_the_cookie_is_secure_behind_https() -> None:
    with open_house(public_address="https://table.example") as house:
        answer = house.client().post("/api/guest", json={"name": "Ada"})
        assert "Secure" in answer.headers["set-cookie"]


def test_the_store_knows_only_the_hash_of_a_token(house: House) -> None:
    ada = house.guest()
    assert len(hash_token(ada.token)) == 32
    assert ada.token.encode() not in hash_token(ada.token)


@pytest.mark.parametrize("name", ["   ", "\u200b\u200d", "\n\t", "\u3164", "\u2800"])
def test_a_name_that_cannot_be_seen_is_refused(house: House, name: str) -> None:
    answer = house.client().post("/api/guest", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["why"] == {"key": "server.blank", "values": {"field": "name"}}


def test_a_new_name_is_known_at_open_connections(house: House) -> None:
    ada = house.guest()
    table = ada.table()
    with ada.socket() as socket:
        assert ada.http.patch("/api/me", json={"name": "Ada II"}).json()["name"] == "Ada II"
        socket.watch(table)
        socket.command("speak", table, channel="players", text="hello")
        news = socket.latest[table]["news"]
        while not news:
            news = socket.until("update", table=table)["news"]
        assert news[0]["name"] == "Ada II"


def test_an_account_is_kept_by_a_password_and_found_again(house: House) -> None:
    ada = house.guest()
    wanted = {"login": "Ada.L", "password": "turtles all the way"}
    me = ada.http.post("/api/me/password", json=wanted).json()
    assert (me["guest"], me["login"]) == (False, "ada.l")
    other = house.client()
    wrong = other.post("/api/login", json={"login": "ada.l", "password": "turtles"})
    assert (wrong.status_code, key_of(wrong)) == (401, "serve.wrong_login")
    nobody = other.post("/api/login", json={"login": "nobody", "password": "turtles"})
    assert (nobody.status_code, key_of(nobody)) == (401, "serve.wrong_login")
    found = other.post("/api/login", json={"login": "ADA.l", "password": "turtles all the way"})
    assert found.json()["id"] == ada.id
    assert other.get("/api/me").json()["id"] == ada.id
    assert ada.http.get("/api/me").status_code == 200  # the first device is still there


def test_a_login_belongs_to_one_account(house: House) -> None:
    wanted = {"login": "taken", "password": "long enough"}
    assert house.guest().http.post("/api/me/password", json=wanted).status_code == 200
    answer = house.guest().http.post("/api/me/password", json={**wanted, "login": "TAKEN"})
    assert (answer.status_code, key_of(answer)) == (409, "serve.login_taken")


def test_whoever_changes_a_password_knows_it_and_is_alone_afterwards(house: House) -> None:
    ada, kept = house.guest(), {"login": "changing", "password": "the first one"}
    ada.http.post("/api/me/password", json=kept)
    other = logged_in(house, kept)
    wanted = {"login": "changed", "password": "the second one"}
    denied = other.http.post("/api/me/password", json={**wanted, "current": "the second one"})
    assert (denied.status_code, key_of(denied)) == (403, "serve.wrong_password")
    assert house.client().post("/api/login", json=kept).status_code == 200
    wanted["current"] = kept["password"]
    with ada.socket() as mine, other.socket() as theirs:
        assert ada.http.post("/api/me/password", json=wanted).json()["login"] == "changed"
        assert theirs.until("bye")["why"]["key"] == "serve.logged_out"
        mine.send(do="ping", n=1)
        assert mine.until("pong", "bye")["do"] == "pong"
    assert other.http.get("/api/me").status_code == 401
    assert [one["here"] for one in ada.http.get("/api/me/devices").json()] == [True]
    assert house.client().post("/api/login", json=kept).status_code == 401


def test_a_password_that_is_changed_while_it_is_checked_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who knew the old one would stay in, though all others were logged out a moment before."""
    ada, kept = house.guest(), {"login": "checking", "password": "the first one"}
    ada.http.post("/api/me/password", json=kept)
    service, fits = house.service, house.service.passwords.verify

    async def slowly(password: str, kept: str | None) -> bool:
        fitting = await fits(password, kept)
        await service.store.change_password(ada.id, "checking", "the second one's", kept)
        return fitting

    monkeypatch.setattr(service.passwords, "verify", slowly)
    late = house.client().post("/api/login", json=kept)
    assert (late.status_code, key_of(late)) == (401, "serve.wrong_login")
    assert "tablee" not in late.cookies
    assert [one["here"] for one in ada.http.get("/api/me/devices").json()] == [True]


def test_of_two_first_passwords_at_the_same_moment_the_first_holds(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else somebody would be told that his password is kept, and could never log in with it."""
    ada, service = house.guest(), house.service
    hash_of = service.passwords.hash

    async def slowly(password: str) -> str:
        await service.store.change_password(ada.id, "first", await hash_of("first one"), None)
        return await hash_of(password)

    monkeypatch.setattr(service.passwords, "hash", slowly)
    late = ada.http.post("/api/me/password", json={"login": "late", "password": "long enough"})
    assert (late.status_code, key_of(late)) == (403, "serve.wrong_password")
    first = {"login": "first", "password": "first one"}
    assert house.client().post("/api/login", json=first).status_code == 200


def test_a_change_that_is_refused_logs_nobody_out(house: House) -> None:
    house.guest().http.post("/api/me/password", json={"login": "theirs", "password": "long enough"})
    ada, kept = house.guest(), {"login": "mine", "password": "long enough"}
    ada.http.post("/api/me/password", json=kept)
    other = logged_in(house, kept)
    wish = {"login": "theirs", "password": "another one", "current": "long enough"}
    assert key_of(ada.http.post("/api/me/password", json=wish)) == "serve.login_taken"
    assert other.http.get("/api/me").status_code == 200
    assert house.client().post("/api/login", json=kept).status_code == 200


@pytest.mark.slow
def test_the_present_password_is_guessed_no_faster_than_at_the_door() -> None:
    with open_house(logins_an_hour="8") as house:
        ada = house.guest()
        wish = {"login": "slowly", "password": "long enough"}
        assert ada.http.post("/api/me/password", json=wish).status_code == 200
        wish["current"] = "a guess"
        found = [ada.http.post("/api/me/password", json=wish).status_code for _ in range(3)]
        assert found == [403, 403, 429]


def test_logging_out_ends_this_device_and_its_connections(house: House) -> None:
    ada = house.guest()
    with ada.socket() as socket:
        assert ada.http.post("/api/logout").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert ada.http.get("/api/me").status_code == 401


def test_logging_in_ends_the_connections_of_who_was_here_before(house: House) -> None:
    kept = {"login": "back-again", "password": "long enough"}
    house.guest().http.post("/api/me/password", json=kept)
    guest = house.guest("Guest")
    with guest.socket() as socket:
        assert guest.http.post("/api/login", json=kept).status_code == 200
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert guest.http.get("/api/me").status_code == 401


def test_a_device_that_was_lost_is_logged_out_from_another(house: House) -> None:
    ada, bob = house.guest(), house.guest()
    login = {"login": "two-devices", "password": "long enough"}
    ada.http.post("/api/me/password", json=login)
    phone = house.client()
    phone.headers["User-Agent"] = "A phone"
    assert phone.post("/api/login", json=login).status_code == 200
    devices = ada.http.get("/api/me/devices").json()
    assert [(one["here"], one["label"] == "A phone") for one in devices] == [
        (True, False),
        (False, True),
    ]
    lost = f"/api/me/devices/{devices[1]['id']}"
    denied = bob.http.delete(lost)
    assert (denied.status_code, key_of(denied)) == (404, "serve.no_device")
    assert phone.get("/api/me").status_code == 200
    assert ada.http.delete(lost).status_code == 204
    assert phone.get("/api/me").status_code == 401
    assert [one["here"] for one in ada.http.get("/api/me/devices").json()] == [True]
    with ada.socket() as socket:
        assert ada.http.delete(f"/api/me/devices/{devices[0]['id']}").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert ada.http.get("/api/me").status_code == 401


def test_being_forgotten(house: House) -> None:
    ada = house.guest()
    ada.http.post("/api/me/password", json={"login": "soon-gone", "password": "long enough"})
    with ada.socket() as socket:
        assert ada.http.delete("/api/me").status_code == 204
        assert socket.until("bye")["again_ms"] is None
    assert ada.http.get("/api/me").status_code == 401
    assert house.client().get(f"/api/people/{ada.id}").status_code == 404
    login = {"login": "soon-gone", "password": "long enough"}
    assert house.client().post("/api/login", json=login).status_code == 401


def test_nobody_waits_for_the_forgotten(house: House) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    lobby = ada.table(seats=("me", "open"))
    table = bob.table(seats=("me", "open"))
    with ada.socket() as mine, bob.socket() as theirs:
        assert mine.command("sit", table, seat=2)["do"] == "done"
        assert theirs.command("begin", table)["do"] == "done"
        assert ada.http.delete("/api/me").status_code == 204
        seats = theirs.watch(table)["room"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    assert house.client().get(f"/api/tables/{lobby}").json()["stage"] == "closed"


@pytest.mark.parametrize("left", [False, True])
def test_whoever_is_forgotten_has_lost_his_rated_match(house: House, left: bool) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    for one in (ada, bob):
        login = {"login": f"rated-{one.id[:8]}", "password": "long enough"}
        one.http.post("/api/me/password", json=login)
    table = bob.table(ROUNDS, ("me", "open"), rated=True, hints=False, undo="never")
    with ada.socket() as mine, bob.socket() as theirs:
        assert mine.command("sit", table, seat=2)["do"] == "done"
        assert theirs.command("begin", table)["do"] == "done"
        if left:
            assert mine.command("leave", table, seat=2)["do"] == "done"
        assert ada.http.delete("/api/me").status_code == 204
        room = theirs.watch(table)["room"]
    assert (room["stage"], room["result"]["ranks"]) == ("over", [1, 2])


def test_whoever_is_forgotten_when_play_begins_is_out_of_the_match(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = bob.table(seats=("me", "open"))
    hall = house.service.hall
    do = hall.commits.do

    async def begin_first(command: wire.Command, who: Identity) -> int:
        if isinstance(command, wire.Stand):
            await do(wire.Begin("now", table), Identity(bob.id, "Bob"))
        return await do(command, who)

    with ada.socket() as mine, bob.socket() as theirs:
        assert mine.command("sit", table, seat=2)["do"] == "done"
        monkeypatch.setattr(hall.commits, "do", begin_first)
        assert ada.http.delete("/api/me").status_code == 204
        room = theirs.watch(table)["room"]
    assert (room["stage"], room["seats"][1]["kind"]) == ("playing", "bot")


def test_whoever_is_forgotten_while_sitting_down_has_no_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = bob.table(seats=("me", "open"))
    hall, forget = house.service.hall, house.service.store.forget_person

    async def sit_first(id: str, now: int) -> None:
        await hall.commits.do(wire.Sit("last", table, 2), Identity(id, "Ada"))
        await forget(id, now)

    monkeypatch.setattr(house.service.store, "forget_person", sit_first)
    assert ada.http.delete("/api/me").status_code == 204
    assert house.client().get(f"/api/tables/{table}").json()["persons"] == [bob.id, None]


def test_other_devices_are_logged_out_before_somebody_is_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, kept = house.guest(), {"login": "forgotten", "password": "long enough"}
    ada.http.post("/api/me/password", json=kept)
    other = logged_in(house, kept)
    ada.table(seats=("me", "open"))
    hall, store = house.service.hall, house.service.store
    do, devices = hall.commits.do, []

    async def look(command: wire.Command, who: Identity) -> int:
        devices.append(await store.tokens_of(ada.id))
        return await do(command, who)

    monkeypatch.setattr(hall.commits, "do", look)
    with other.socket() as socket:
        assert ada.http.delete("/api/me").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert [[one.hash for one in each] for each in devices] == [[hash_token(ada.token)]]


def test_a_profile_counts_what_was_played(house: House) -> None:
    ada = house.guest()
    finish(ada)
    profile = house.client().get(f"/api/people/{ada.id}").json()
    assert profile["name"] == "Ada"
    assert profile["statistics"] == [
        {"game": OPEN, "played": 1, "won": 0.0, "mean_rank": 2.0, "rating": None}
    ]


def test_rated_matches_are_for_kept_accounts(house: House) -> None:
    wish = {"game": OPEN, "seats": ["me", "open"], "rated": True, "hints": False, "undo": "never"}
    ada, bob = house.guest("Ada"), house.guest("Bob")
    assert key_of(ada.http.post("/api/tables", json=wish)) == "serve.rated_guest"
    with_bot = {**wish, "seats": ["me", "club"]}
    assert key_of(ada.http.post("/api/tables", json=with_bot)) == "serve.rated_alone"
    ada.http.post("/api/me/password", json={"login": "rated-ada", "password": "long enough"})
    table = ada.http.post("/api/tables", json=wish).json()["table"]
    with bob.socket() as theirs:
        refused = theirs.command("sit", table, seat=2)
        assert refused["why"]["key"] == "serve.rated_guest"
        bob.http.post("/api/me/password", json={"login": "rated-bob", "password": "long enough"})
    with bob.socket() as theirs, ada.socket() as mine:
        assert theirs.command("sit", table, seat=2)["do"] == "done"
        assert mine.command("begin", table)["do"] == "done"
        assert theirs.command("resign", table, seat=2)["do"] == "done"
    board = house.client().get(f"/api/leaderboard/{OPEN}").json()
    assert [one["name"] for one in board] == ["Ada", "Bob"]
    assert [one["wins"] for one in board] == [1.0, 0.0]
    assert board[0]["rating"] > board[1]["rating"]
