"""Handshakes and origins: who may open a WebSocket, and how others are refused."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import connect

from server.live import House, Json, Visitor, open_house
from tablee.server.errors import TooManyRequests
from tablee.server.http.origin import is_allowed, parse_origin
from tablee.server.http.problems import send_refusal
from tablee.server.runtime.config import Config
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory.store import MemoryStore

FOREIGN = [
    "null", "", " ", "http://", "https://", "localhost", "localhost:{port}", "//localhost:{port}",
    "http://localhost", "https://localhost:{port}", "http://localhost:1", "http://localhost:{port}/",
    "http://localhost:{port}?", "http://localhost:{port}#", "http://localhost:0{port}",
    "http://local\thost:{port}", "ws://localhost:{port}", "http:localhost:{port}",
    "http://localhost:{port}/x", "http://localhost:{port}?x", "http://localhost:{port}#x",
    "http://localhost:{port} ", " http://localhost:{port}", "http://localhost:{port},",
    "http://localhost:{port} http://localhost:{port}", "http://localhost:{port}, null",
    "http://localhost:{port}.evil.example", "http://localhost.evil.example:{port}",
    "http://evil-localhost:{port}", "http://xlocalhost:{port}", "http://localhostx:{port}",
    "http://sub.localhost:{port}", "http://localhost.:{port}", "http://.localhost:{port}",
    "http://localhost@evil.example:{port}", "http://evil.example@localhost:{port}",
    "http://u:p@localhost:{port}", "http://127.0.0.1:{port}", "http://127.1:{port}",
    "http://[::1]:{port}", "http://[::ffff:127.0.0.1]:{port}", "http://0.0.0.0:{port}",
    "http://2130706433:{port}", "http://0x7f000001:{port}", "http://evil.example",
    "https://evil.example", "http://evil.example:{port}", "ftp://localhost:{port}",
    "file://", "file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "about:blank",
    "chrome-extension://abcdefgh", "moz-extension://localhost", "app://localhost:{port}",
    "http:localhost:{port}", "http:/localhost:{port}", "http:\\\\localhost:{port}",
    "http://localhost:{port}\\@evil.example", "http://localhost%2eevil.example:{port}",
    "http://loc\u0430lhost:{port}", "http://localhost:99999999", "http://localhost:{port}0",
]  # fmt: skip


def with_cookie(visitor: Visitor, **headers: str) -> dict[str, str]:
    return {"Cookie": f"tablee={visitor.token}", **headers}


def handshake(house: House, headers: dict[str, str]) -> int:
    """Return the status of a handshake; 101 if it is accepted."""
    try:
        with house.connect(headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def refusal(house: House, headers: dict[str, str]) -> Response:
    """Return the answer that refuses a handshake."""
    with pytest.raises(InvalidStatus) as refused, house.connect(headers):
        pass
    return refused.value.response


def why_of(answer: Response) -> Json:
    body: Json = json.loads(answer.body or b"")
    assert set(body) == {"why", "paragraph", "instead"}
    why: Json = body["why"]
    return why


def test_a_foreign_origin_gets_no_websocket(house: House) -> None:
    ada = house.guest()
    assert len(FOREIGN) >= 50
    own = f"http://localhost:{house.port}"
    assert handshake(house, with_cookie(ada, Origin=own)) == 101
    assert handshake(house, with_cookie(ada)) == 403, "no origin at all"
    for variant in FOREIGN:
        origin = variant.replace("{port}", str(house.port))
        if not origin.isascii():
            origin = origin.encode().decode("latin-1")
        if origin == origin.strip():  # whitespace around a header value is not part of it
            assert handshake(house, with_cookie(ada, Origin=origin)) == 403, origin
        assert not is_allowed(origin, own, Config()), origin


def test_programs_authenticate_with_a_bearer_token(house: House) -> None:
    ada = house.guest()
    bearer = {"Authorization": f"Bearer {ada.token}"}
    assert handshake(house, bearer) == 101
    assert handshake(house, {**bearer, "Origin": "https://evil.example"}) == 403
    assert handshake(house, {"Authorization": "Bearer wrong"}) == 401
    assert handshake(house, {"Authorization": f"Basic {ada.token}"}) == 403
    assert handshake(house, {}) == 403


def test_a_handshake_is_refused_like_a_request(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    ada = house.guest()
    nobody = refusal(house, {"Authorization": "Bearer wrong"})
    assert (nobody.status_code, why_of(nobody)["key"]) == (401, "serve.nobody")
    foreign = refusal(house, with_cookie(ada, Origin="https://evil.example"))
    assert (foreign.status_code, why_of(foreign)["key"]) == (403, "serve.wrong_origin")
    silent = refusal(house, with_cookie(ada))
    assert (silent.status_code, why_of(silent)["key"]) == (403, "serve.no_origin")
    for answer in (nobody, foreign, silent):
        assert "Retry-After" not in answer.headers
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


def test_a_handshake_on_another_path_is_not_found(house: House) -> None:
    address = f"ws://localhost:{house.port}/api/nowhere"
    headers = {"Authorization": f"Bearer {house.guest().token}"}
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers=headers, proxy=None)
    answer = refused.value.response
    assert (answer.status_code, why_of(answer)["key"]) == (404, "serve.not_found")


def test_a_handshake_during_an_outage_is_asked_to_retry(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def gone(*_: Any) -> None:
        raise StoreDown

    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "person_by_token", gone)
    answer = refusal(house, {"Authorization": f"Bearer {ada.token}"})
    assert (answer.status_code, why_of(answer)["key"]) == (503, "serve.store_down")
    assert answer.headers["Retry-After"] == "2"


def test_an_error_in_a_handshake_is_logged_and_not_revealed(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("a secret")

    ada = house.guest()
    monkeypatch.setattr(MemoryStore, "person_by_token", broken)
    answer = refusal(house, {"Authorization": f"Bearer {ada.token}"})
    assert (answer.status_code, why_of(answer)) == (500, {"key": "serve.broken", "values": {}})
    assert any("a secret" in str(line.exc_info) for line in caplog.records)


@pytest.mark.parametrize("extensions", [{}, None])
async def test_a_handshake_is_closed_where_it_cannot_be_answered(extensions: Any) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "websocket", "extensions": extensions}
    await send_refusal(TooManyRequests(5), scope, send)
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": ""}]


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_requests_from_a_foreign_origin_are_refused(house: House, method: str) -> None:
    ada = house.guest()
    path = "/api/logout" if method == "POST" else "/api/me"
    for headers in (with_cookie(ada), with_cookie(ada, Origin="https://evil.example")):
        answer = house.client().request(method, path, headers=headers, json={})
        assert answer.status_code == 403
    assert ada.http.get("/api/me").json()["name"] == "Ada"
    own = with_cookie(ada, Origin=f"http://localhost:{house.port}")
    assert house.client().request(method, path, headers=own, json={}).status_code < 300


def test_other_origins_can_be_allowed() -> None:
    with open_house(allowed_origins="https://friend.example") as house:
        ada = house.guest()
        assert handshake(house, with_cookie(ada, Origin="https://friend.example")) == 101
        assert handshake(house, with_cookie(ada, Origin="https://friend.example:444")) == 403


def test_the_public_address_is_the_only_origin() -> None:
    with open_house(public_address="https://table.example") as house:
        ada = house.guest()
        assert handshake(house, with_cookie(ada, Origin="https://table.example")) == 101
        assert handshake(house, with_cookie(ada, Origin=house.address)) == 403


def test_origins_are_compared_by_scheme_host_and_port() -> None:
    assert parse_origin("https://a.example:443") == parse_origin("https://A.example")
    assert parse_origin("wss://a.example") is None
    assert parse_origin("http://a.example") != parse_origin("https://a.example")
