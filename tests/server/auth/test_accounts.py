"""Guests, accounts, passwords, devices and deletion."""

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


def sign_in(house: House, login: dict[str, str]) -> Visitor:
    """Sign in from another device."""
    answer = house.client().post("/api/login", json=login)
    assert answer.status_code == 200, answer.text
    token = answer.cookies["tablee"]
    client = house.client(headers={"Authorization": f"Bearer {token}"})
    return Visitor(house, answer.json()["id"], answer.json()["name"], token, client)


def test_a_guest_needs_only_a_name(house: House) -> None:
    client = house.client()
    assert client.get("/api/me").status_code == 401
    answer = client.post("/api/guest", json={"name": "  Zoé \u200b  Lune ", "avatar": "shell"})
    me = client.get("/api/me").json()
    assert me == answer.json()
    assert (me["name"], me["avatar"], me["guest"]) == ("Zoé Lune", "shell", True)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie  # a browser would drop it over plain http


def test_the_cookie_is_secure_behind_https() -> None:
    with open_house(public_address="https://table.example") as house:
        answer = house.client().post("/api/guest", json={"name": "Ada"})
        assert "Secure" in answer.headers["set-cookie"]


def test_the_store_keeps_only_the_hash_of_a_token(house: House) -> None:
    ada = house.guest()
    assert len(hash_token(ada.token)) == 32
    assert ada.token.encode() not in hash_token(ada.token)


@pytest.mark.parametrize("name", ["   ", "\u200b\u200d", "\n\t", "\u3164", "\u2800"])
def test_an_invisible_name_is_refused(house: House, name: str) -> None:
    answer = house.client().post("/api/guest", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["why"] == {"key": "server.blank", "values": {"field": "name"}}


def test_renaming_reaches_open_connections(house: House) -> None:
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


def test_signing_in_with_a_password(house: House) -> None:
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
    assert ada.http.get("/api/me").status_code == 200  # the first device stays signed in


def test_a_login_name_is_unique(house: House) -> None:
    wanted = {"login": "taken", "password": "long enough"}
    assert house.guest().http.post("/api/me/password", json=wanted).status_code == 200
    answer = house.guest().http.post("/api/me/password", json={**wanted, "login": "TAKEN"})
    assert (answer.status_code, key_of(answer)) == (409, "serve.login_taken")


def test_changing_a_password_takes_the_old_one_and_signs_out_other_devices(house: House) -> None:
    ada, kept = house.guest(), {"login": "changing", "password": "the first one"}
    ada.http.post("/api/me/password", json=kept)
    other = sign_in(house, kept)
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


def test_signing_in_fails_if_the_password_changes_during_the_check(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a holder of the old password would stay signed in."""
    ada, kept = house.guest(), {"login": "checking", "password": "the first one"}
    ada.http.post("/api/me/password", json=kept)
    service, fits = house.service, house.service.passwords.verify

    async def verify_slowly(password: str, kept: str | None) -> bool:
        fitting = await fits(password, kept)
        await service.store.change_password(ada.id, "checking", "the second one's", kept)
        return fitting

    monkeypatch.setattr(service.passwords, "verify", verify_slowly)
    late = house.client().post("/api/login", json=kept)
    assert (late.status_code, key_of(late)) == (401, "serve.wrong_login")
    assert "tablee" not in late.cookies
    assert [one["here"] for one in ada.http.get("/api/me/devices").json()] == [True]


def test_of_two_concurrent_first_passwords_the_first_wins(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a person would be told that a password is set with which they can never sign in."""
    ada, service = house.guest(), house.service
    hash_of = service.passwords.hash

    async def verify_slowly(password: str) -> str:
        await service.store.change_password(ada.id, "first", await hash_of("first one"), None)
        return await hash_of(password)

    monkeypatch.setattr(service.passwords, "hash", verify_slowly)
    late = ada.http.post("/api/me/password", json={"login": "late", "password": "long enough"})
    assert (late.status_code, key_of(late)) == (403, "serve.wrong_password")
    first = {"login": "first", "password": "first one"}
    assert house.client().post("/api/login", json=first).status_code == 200


def test_a_refused_password_change_signs_no_device_out(house: House) -> None:
    house.guest().http.post("/api/me/password", json={"login": "theirs", "password": "long enough"})
    ada, kept = house.guest(), {"login": "mine", "password": "long enough"}
    ada.http.post("/api/me/password", json=kept)
    other = sign_in(house, kept)
    wish = {"login": "theirs", "password": "another one", "current": "long enough"}
    assert key_of(ada.http.post("/api/me/password", json=wish)) == "serve.login_taken"
    assert other.http.get("/api/me").status_code == 200
    assert house.client().post("/api/login", json=kept).status_code == 200


@pytest.mark.slow
def test_guesses_at_the_current_password_count_as_sign_ins() -> None:
    with open_house(logins_an_hour="8") as house:
        ada = house.guest()
        wish = {"login": "slowly", "password": "long enough"}
        assert ada.http.post("/api/me/password", json=wish).status_code == 200
        wish["current"] = "a guess"
        found = [ada.http.post("/api/me/password", json=wish).status_code for _ in range(3)]
        assert found == [403, 403, 429]


def test_signing_out_ends_the_session_and_its_connections(house: House) -> None:
    ada = house.guest()
    with ada.socket() as socket:
        assert ada.http.post("/api/logout").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert ada.http.get("/api/me").status_code == 401


def test_signing_in_closes_the_connections_of_the_guest_before(house: House) -> None:
    kept = {"login": "back-again", "password": "long enough"}
    house.guest().http.post("/api/me/password", json=kept)
    guest = house.guest("Guest")
    with guest.socket() as socket:
        assert guest.http.post("/api/login", json=kept).status_code == 200
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert guest.http.get("/api/me").status_code == 401


def test_a_lost_device_is_signed_out_from_another(house: House) -> None:
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


def test_deleting_an_account_signs_it_out_for_good(house: House) -> None:
    ada = house.guest()
    ada.http.post("/api/me/password", json={"login": "soon-gone", "password": "long enough"})
    with ada.socket() as socket:
        assert ada.http.delete("/api/me").status_code == 204
        assert socket.until("bye")["again_ms"] is None
    assert ada.http.get("/api/me").status_code == 401
    assert house.client().get(f"/api/people/{ada.id}").status_code == 404
    login = {"login": "soon-gone", "password": "long enough"}
    assert house.client().post("/api/login", json=login).status_code == 401


def test_a_bot_replaces_a_deleted_player(house: House) -> None:
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
def test_deleting_an_account_forfeits_its_rated_match(house: House, left: bool) -> None:
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


def test_a_bot_replaces_a_player_deleted_as_the_game_starts(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = house.guest("Ada"), house.guest("Bob")
    table = bob.table(seats=("me", "open"))
    hall = house.service.hall
    do = hall.commits.do

    async def begin_game_first(command: wire.Command, who: Identity) -> int:
        if isinstance(command, wire.Stand):
            await do(wire.Begin("now", table), Identity(bob.id, "Bob"))
        return await do(command, who)

    with ada.socket() as mine, bob.socket() as theirs:
        assert mine.command("sit", table, seat=2)["do"] == "done"
        monkeypatch.setattr(hall.commits, "do", begin_game_first)
        assert ada.http.delete("/api/me").status_code == 204
        room = theirs.watch(table)["room"]
    assert (room["stage"], room["seats"][1]["kind"]) == ("playing", "bot")


def test_a_seat_taken_during_deletion_is_freed(
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


def test_deletion_signs_out_other_devices_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, kept = house.guest(), {"login": "forgotten", "password": "long enough"}
    ada.http.post("/api/me/password", json=kept)
    other = sign_in(house, kept)
    ada.table(seats=("me", "open"))
    hall, store = house.service.hall, house.service.store
    do, devices = hall.commits.do, []

    async def record_devices(command: wire.Command, who: Identity) -> int:
        devices.append(await store.tokens_of(ada.id))
        return await do(command, who)

    monkeypatch.setattr(hall.commits, "do", record_devices)
    with other.socket() as socket:
        assert ada.http.delete("/api/me").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert [[one.hash for one in each] for each in devices] == [[hash_token(ada.token)]]


def test_a_profile_counts_matches(house: House) -> None:
    ada = house.guest()
    finish(ada)
    profile = house.client().get(f"/api/people/{ada.id}").json()
    assert profile["name"] == "Ada"
    assert profile["statistics"] == [
        {"game": OPEN, "played": 1, "won": 0.0, "mean_rank": 2.0, "rating": None, "offline": 0}
    ]


def test_rated_matches_need_an_account(house: House) -> None:
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
