"""Accounts with passkeys, and credentials that are refused."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest

from server.auth.authenticator import Authenticator
from server.live import House, Visitor
from tablee.server.http.routes import passkeys


def begin(client: httpx.Client, what: str) -> Any:
    answer = client.post(f"/api/passkey/{what}/begin")
    assert answer.status_code == 200, answer.text
    return answer.json()


def finish(client: httpx.Client, what: str, **body: Any) -> httpx.Response:
    return client.post(f"/api/passkey/{what}/finish", json=body)


def add_passkey(visitor: Visitor, key: Authenticator) -> httpx.Response:
    credential = key.create(begin(visitor.http, "register"))
    return finish(visitor.http, "register", credential=credential, name="my phone")


@pytest.fixture
def key(house: House) -> Authenticator:
    return Authenticator(house.address)


def test_signing_in_with_a_passkey(house: House, key: Authenticator) -> None:
    ada = house.guest()
    me = add_passkey(ada, key).json()
    assert (me["guest"], me["passkeys"]) == (False, 1)
    other = house.client()
    for _ in range(2):
        found = finish(other, "login", credential=key.get(begin(other, "login")))
        assert found.status_code == 200, found.text
        assert found.json()["id"] == ada.id
        own = {"Origin": house.address}
        assert other.post("/api/logout", headers=own).status_code == 204


def test_a_surplus_passkey_is_refused_before_it_is_created(
    house: House, key: Authenticator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MOST_PASSKEYS", 1)
    ada = house.guest()
    add_passkey(ada, key)
    refused = ada.http.post("/api/passkey/register/begin")
    assert idempotency_key(refused) == (409, "serve.too_many_passkeys")


def idempotency_key(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["why"]["key"]


def test_a_lost_passkey_can_be_removed(house: House, key: Authenticator) -> None:
    ada, eve, lost = house.guest(), house.guest("Eve"), Authenticator(house.address)
    add_passkey(ada, lost)
    add_passkey(ada, key)
    kept = ada.http.get("/api/me/passkeys").json()
    assert [one["name"] for one in kept] == ["my phone", "my phone"]
    assert all(one["since"] > 0 for one in kept)
    assert len({one["id"] for one in kept}) == 2
    assert eve.http.get("/api/me/passkeys").json() == []
    gone = f"/api/me/passkeys/{hashlib.sha256(lost.id).hexdigest()[:16]}"
    assert idempotency_key(eve.http.delete(gone)) == (404, "serve.no_passkey")
    assert ada.http.delete(gone).status_code == 204
    assert idempotency_key(ada.http.delete(gone)) == (404, "serve.no_passkey")
    assert ada.http.get("/api/me").json()["passkeys"] == 1
    client = house.client()
    answer = finish(client, "login", credential=lost.get(begin(client, "login")))
    assert idempotency_key(answer) == (401, "serve.passkey_failed")
    assert finish(client, "login", credential=key.get(begin(client, "login"))).status_code == 200


def test_the_last_credential_cannot_be_removed(house: House, key: Authenticator) -> None:
    ada = house.guest()
    add_passkey(ada, key)
    last = f"/api/me/passkeys/{ada.http.get('/api/me/passkeys').json()[0]['id']}"
    assert idempotency_key(ada.http.delete(last)) == (409, "serve.last_passkey")
    assert ada.http.get("/api/me").json()["passkeys"] == 1
    ada.http.post("/api/me/password", json={"login": "another-way", "password": "long enough"})
    assert ada.http.delete(last).status_code == 204
    assert ada.http.get("/api/me").json()["passkeys"] == 0


def test_a_challenge_can_be_used_once(house: House, key: Authenticator) -> None:
    add_passkey(house.guest(), key)
    client = house.client()
    credential = key.get(begin(client, "login"))
    assert finish(client, "login", credential=credential).status_code == 200
    again = finish(house.client(), "login", credential=credential)
    assert idempotency_key(again) == (400, "serve.passkey_expired")


def test_a_challenge_serves_one_purpose_and_one_person(house: House, key: Authenticator) -> None:
    ada, eve = house.guest("Ada"), house.guest("Eve")
    credential = key.create(begin(ada.http, "register"))
    stolen = finish(eve.http, "register", credential=credential)
    assert idempotency_key(stolen) == (400, "serve.passkey_expired")


def test_another_key_is_refused(house: House, key: Authenticator) -> None:
    add_passkey(house.guest(), key)
    forged = Authenticator(house.address)
    forged.id, forged.user = key.id, key.user
    client = house.client()
    answer = finish(client, "login", credential=forged.get(begin(client, "login")))
    assert idempotency_key(answer) == (401, "serve.passkey_failed")


@pytest.mark.parametrize(
    ("origin", "domain"),
    [("https://evil.example", "localhost"), (None, "evil.example")],
)
def test_a_passkey_of_another_site_is_refused(
    house: House, key: Authenticator, origin: str | None, domain: str
) -> None:
    ada = house.guest()
    key.origin, key.domain = origin or key.origin, domain
    assert idempotency_key(add_passkey(ada, key)) == (400, "serve.passkey_failed")
    assert ada.http.get("/api/me").json()["passkeys"] == 0


def test_a_passkey_belongs_to_one_account(house: House, key: Authenticator) -> None:
    assert add_passkey(house.guest("Ada"), key).status_code == 200
    assert idempotency_key(add_passkey(house.guest("Eve"), key)) == (400, "serve.passkey_failed")


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 5}},
        {"response": {"clientDataJSON": "!!"}},
        {"response": {"clientDataJSON": "bnVsbA"}},
        {"response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiQUFBQSJ9"}},
    ],
)
def test_malformed_credentials_are_refused(house: House, credential: dict[str, Any]) -> None:
    assert finish(house.client(), "login", credential=credential).status_code == 400
    assert finish(house.guest().http, "register", credential=credential).status_code == 400
