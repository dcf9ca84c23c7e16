"""Guests, accounts, devices, and being forgotten."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from tablee.server.app.asker import hashed
from tablee.server.app.people import clean_name
from tablee.server.app.problems import Denied

from .house import House, Visitor, open_house


def key_of(answer: object) -> str:
    return str(answer.json()["why"]["key"])  # type: ignore[attr-defined]


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
    assert len(hashed(ada.token)) == 32
    assert ada.token.encode() not in hashed(ada.token)


@pytest.mark.parametrize("name", ["   ", "\u200b\u200d", "\n\t"])
def test_a_name_that_cannot_be_seen_is_refused(house: House, name: str) -> None:
    answer = house.client().post("/api/guest", json={"name": name})
    assert (answer.status_code, key_of(answer)) == (400, "serve.blank_name")


def test_names_are_cleaned() -> None:
    assert clean_name("A\u0301da\u202e  x") == "Áda x"
    with pytest.raises(Denied):
        clean_name("\u202e")


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


def test_logging_out_ends_this_device_and_its_connections(house: House) -> None:
    ada = house.guest()
    with ada.socket() as socket:
        assert ada.http.post("/api/logout").status_code == 204
        assert socket.until("bye")["why"]["key"] == "serve.logged_out"
    assert ada.http.get("/api/me").status_code == 401


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


def finish(visitor: Visitor) -> str:
    """A match that is over at once."""
    table = visitor.table(seats=("me", "gentle"))
    with visitor.socket() as socket:
        assert socket.command("resign", table, seat=1)["do"] == "done"
    return table


def test_the_export_holds_my_matches_and_what_is_known_of_me(house: House) -> None:
    ada = house.guest()
    table = finish(ada)
    answer = ada.http.get("/api/me/export")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = archive.namelist()
        about = json.loads(archive.read("me.json"))
        text = archive.read(f"matches/mahe-{table}.tablee").decode()
    assert names == ["me.json", f"matches/mahe-{table}.tablee"]
    assert about["person"]["name"] == "Ada"
    assert len(about["devices"]) == 1
    assert about["results"][0]["table"] == table
    assert text == ada.http.get(f"/api/tables/{table}/transcript").text
    assert ada.token not in answer.text


def test_a_profile_counts_what_was_played(house: House) -> None:
    ada = house.guest()
    finish(ada)
    profile = house.client().get(f"/api/people/{ada.id}").json()
    assert profile["name"] == "Ada"
    assert profile["statistics"] == [
        {"game": "mahe", "played": 1, "won": 0.0, "mean_rank": 2.0, "rating": None}
    ]


def test_rated_matches_are_for_kept_accounts(house: House) -> None:
    wish = {"game": "mahe", "seats": ["me", "open"], "rated": True, "hints": False, "undo": "never"}
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
    board = house.client().get("/api/leaderboard/mahe").json()
    assert [one["name"] for one in board] == ["Ada", "Bob"]
    assert [one["wins"] for one in board] == [1.0, 0.0]
    assert board[0]["rating"] > board[1]["rating"]
