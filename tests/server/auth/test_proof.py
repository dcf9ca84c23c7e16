"""Sensitive steps need a recent password or passkey, and other devices are told of them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from server.auth.authenticator import Authenticator, encoded
from server.auth.test_accounts import sign_in
from server.auth.test_passkeys import add_passkey, begin, finish
from server.live import House, Visitor, eventually
from tablee.server.auth.proof import FRESH_MS
from tablee.server.auth.tokens import hash_token

PASSWORD = "three words suffice"


def with_password(house: House, login: str) -> Visitor:
    """Create a person with an account whose proof has expired."""
    ada = house.guest()
    wish = {"login": login, "password": PASSWORD}
    assert ada.http.post("/api/me/password", json=wish).status_code == 200
    return long_ago(ada)


def long_ago(visitor: Visitor) -> Visitor:
    """Let the last proof of a device expire."""
    service = visitor.house.service
    at = service.now() - FRESH_MS - 1
    visitor.house.do(service.store.prove_token(hash_token(visitor.token), at))
    return visitor


def outcome(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["why"]["key"]


def sensitive(visitor: Visitor, other: str, login: str) -> dict[str, Any]:
    """Return all sensitive steps, each as a request."""
    wish = {"login": login, "password": "four words suffice too"}
    return {
        "password": lambda: visitor.http.post("/api/me/password", json=wish),
        "passkey added": lambda: visitor.http.post("/api/passkey/register/begin"),
        "passkey removed": lambda: visitor.http.delete(f"/api/me/passkeys/{'0' * 16}"),
        "device": lambda: visitor.http.delete(f"/api/me/devices/{other}"),
        "account": lambda: visitor.http.delete("/api/me"),
    }


def test_sensitive_steps_ask_for_the_password_again(house: House) -> None:
    ada = with_password(house, "asked-again")
    sign_in(house, {"login": "asked-again", "password": PASSWORD})
    other = next(one["id"] for one in ada.http.get("/api/me/devices").json() if not one["here"])
    steps = sensitive(ada, other, "asked-again")
    for step in steps.values():
        assert outcome(step()) == (403, "serve.prove_again")
    assert len(ada.http.get("/api/me/devices").json()) == 2
    guess = ada.http.post("/api/me/proof", json={"password": "a guess"})
    assert outcome(guess) == (403, "serve.wrong_password")
    assert outcome(steps["account"]()) == (403, "serve.prove_again")
    assert ada.http.post("/api/me/proof", json={"password": PASSWORD}).status_code == 204
    assert {name: step().status_code for name, step in steps.items()} == {
        "password": 200, "passkey added": 200, "passkey removed": 404, "device": 404,
        "account": 204,
    }  # fmt: skip


def test_sensitive_steps_ask_for_a_passkey_again(house: House) -> None:
    ada, key = house.guest(), Authenticator(house.address)
    assert add_passkey(ada, key).status_code == 200
    eve, another = house.guest("Eve"), Authenticator(house.address)
    assert add_passkey(eve, another).status_code == 200
    long_ago(ada)
    step = sensitive(ada, "", "by-passkey")["password"]
    assert outcome(step()) == (403, "serve.prove_again")
    options = begin(ada.http, "proof")
    assert [one["id"] for one in options["allowCredentials"]] == [encoded(key.id)]
    stolen = finish(ada.http, "proof", credential=another.get(options))
    assert outcome(stolen) == (403, "serve.passkey_failed")
    assert outcome(step()) == (403, "serve.prove_again")
    crossed = finish(ada.http, "proof", credential=key.get(begin(ada.http, "login")))
    assert outcome(crossed) == (400, "serve.passkey_expired")
    proven = finish(ada.http, "proof", credential=key.get(begin(ada.http, "proof")))
    assert proven.status_code == 204
    assert step().status_code == 200


def test_signing_in_and_the_current_password_count_as_proof(house: House) -> None:
    ada = with_password(house, "signs-in")
    phone = sign_in(house, {"login": "signs-in", "password": PASSWORD})
    assert phone.http.post("/api/passkey/register/begin").status_code == 200
    assert outcome(ada.http.delete("/api/me")) == (403, "serve.prove_again")
    wish = {"login": "signs-in", "password": "another password", "current": PASSWORD}
    assert ada.http.post("/api/me/password", json=wish).status_code == 200
    assert ada.http.delete("/api/me").status_code == 204


def test_a_guest_needs_no_proof(house: House) -> None:
    for name, status in (("password", 200), ("passkey added", 200), ("account", 204)):
        ada = long_ago(house.guest())
        step = sensitive(ada, "", f"guest-{status}")[name]
        assert step().status_code == status, name


def test_signing_out_this_device_needs_no_proof(house: House) -> None:
    ada = with_password(house, "leaves-here")
    (here,) = ada.http.get("/api/me/devices").json()
    assert ada.http.delete(f"/api/me/devices/{here['id']}").status_code == 204
    assert ada.http.get("/api/me").status_code == 401


def test_other_devices_are_told_of_account_changes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.auth.connections.EVERY_SECONDS", 0.01)
    ada = with_password(house, "is-told")
    phone = sign_in(house, {"login": "is-told", "password": PASSWORD})
    tablet = sign_in(house, {"login": "is-told", "password": PASSWORD})
    key = Authenticator(house.address)
    with ada.socket() as mine:
        assert add_passkey(phone, key).status_code == 200
        told = mine.until("account")
        assert told["what"] == "passkey_added"
        assert told["label"].startswith("python-httpx")
    (kept,) = phone.http.get("/api/me/passkeys").json()
    assert phone.http.delete(f"/api/me/passkeys/{kept['id']}").status_code == 204
    lost = next(one for one in phone.http.get("/api/me/devices").json() if not one["here"])
    assert lost["id"] == hash_token(ada.token).hex()[:16]
    with tablet.socket() as theirs:  # that was away is told when it is back
        told_later = [theirs.until("account")["what"] for _ in range(2)]
    assert told_later == ["passkey_added", "passkey_removed"]
    with phone.socket() as own:
        own.send(do="ping", n=1)
        assert own.until("pong", "account")["do"] == "pong"
    device, store = hash_token(tablet.token), house.service.store
    eventually(lambda: house.do(store.signed_in([device])) == {device: ""})
