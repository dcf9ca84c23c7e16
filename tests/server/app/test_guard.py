"""Origins, proxies, floods, oversize frames, stuck readers: who is kept out, and how."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import socket
import time
from contextlib import suppress
from typing import Any

import httpx
import pytest
from litestar.types import Scope
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Response
from websockets.sync.client import connect

from tablee.server.app.carrier import Carrier
from tablee.server.app.handshake import turn_away
from tablee.server.app.limits import AWAY_SECONDS, Bucket, Buckets, Limits
from tablee.server.app.origin import allowed, place
from tablee.server.app.problems import TooFast
from tablee.server.app.proxy import Forwarded, address_of
from tablee.server.config import Config, load
from tablee.server.store.contract import StoreDown
from tablee.server.store.memory import MemoryStore

from .house import PATIENCE, House, Json, Visitor, open_house

FOREIGN = [
    "null", "", " ", "http://", "https://", "localhost", "localhost:{port}", "//localhost:{port}",
    "http://localhost", "https://localhost:{port}", "http://localhost:1", "http://localhost:{port}/",
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
    """The status that a handshake is answered with; 101 if it is accepted."""
    try:
        with house.connect(headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def refusal(house: House, headers: dict[str, str]) -> Response:
    """What a handshake is refused with."""
    with pytest.raises(InvalidStatus) as refused, house.connect(headers):
        pass
    return refused.value.response


def why_of(answer: Response) -> Json:
    body: Json = json.loads(answer.body or b"")
    assert set(body) == {"why", "paragraph", "instead"}
    why: Json = body["why"]
    return why


def test_a_page_of_another_site_gets_no_socket(house: House) -> None:
    ada = house.guest()
    assert len(FOREIGN) >= 50
    own = f"http://localhost:{house.port}"
    assert handshake(house, with_cookie(ada, Origin=own)) == 101
    assert handshake(house, with_cookie(ada)) == 403, "no origin at all"
    for variant in FOREIGN:
        origin = variant.replace("{port}", str(house.port))
        if not origin.isascii():
            origin = origin.encode().decode("latin-1")
        if origin == origin.strip():  # blanks around a header are no part of it
            assert handshake(house, with_cookie(ada, Origin=origin)) == 403, origin
        assert not allowed(origin, own, Config()), origin


def test_programs_come_with_a_bearer_token(house: House) -> None:
    ada = house.guest()
    bearer = {"Authorization": f"Bearer {ada.token}"}
    assert handshake(house, bearer) == 101
    assert handshake(house, {**bearer, "Origin": "https://evil.example"}) == 403
    assert handshake(house, {"Authorization": "Bearer wrong"}) == 401
    assert handshake(house, {"Authorization": f"Basic {ada.token}"}) == 403
    assert handshake(house, {}) == 403


def test_a_handshake_is_refused_as_a_request_is(
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


def test_a_handshake_at_another_address_finds_nothing(house: House) -> None:
    address = f"ws://localhost:{house.port}/api/nowhere"
    headers = {"Authorization": f"Bearer {house.guest().token}"}
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers=headers, proxy=None)
    answer = refused.value.response
    assert (answer.status_code, why_of(answer)["key"]) == (404, "serve.not_found")


def test_a_handshake_without_a_store_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def gone(*_: Any) -> None:
        raise StoreDown

    with open_house() as house:
        ada = house.guest()
        monkeypatch.setattr(MemoryStore, "person_by_token", gone)
        answer = refusal(house, {"Authorization": f"Bearer {ada.token}"})
    assert (answer.status_code, why_of(answer)["key"]) == (503, "serve.store_down")
    assert answer.headers["Retry-After"] == "2"


def test_an_error_in_a_handshake_is_written_down_and_not_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("a secret")

    with open_house() as house:
        ada = house.guest()
        monkeypatch.setattr(MemoryStore, "person_by_token", broken)
        answer = refusal(house, {"Authorization": f"Bearer {ada.token}"})
    assert (answer.status_code, why_of(answer)) == (500, {"key": "serve.broken", "values": {}})
    assert any("a secret" in str(line.exc_info) for line in caplog.records)


@pytest.mark.parametrize("extensions", [{}, None])
def test_a_server_that_cannot_answer_a_handshake_closes_it(extensions: Any) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "websocket", "extensions": extensions}
    asyncio.run(turn_away(TooFast(5), scope, send))
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": ""}]


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_a_page_of_another_site_changes_nothing(house: House, method: str) -> None:
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


def test_a_public_address_is_the_only_own_one() -> None:
    with open_house(public_address="https://table.example") as house:
        ada = house.guest()
        assert handshake(house, with_cookie(ada, Origin="https://table.example")) == 101
        assert handshake(house, with_cookie(ada, Origin=house.address)) == 403


def test_places_are_compared_whole() -> None:
    assert place("https://a.example:443") == place("https://A.example")
    assert place("wss://a.example") == place("https://a.example")
    assert place("http://a.example") != place("https://a.example")


# --- proxies -------------------------------------------------------------------------------------


def seen_through(trusted: str, peer: str, scheme: str = "http", **headers: str) -> dict[str, Any]:
    """What the application sees of a request."""
    networks = [ipaddress.ip_network(one) for one in trusted.split()]
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {
        "type": "http", "client": (peer, 1), "scheme": scheme,
        "headers": [(b"host", b"inside"), *told],
    }  # fmt: skip

    async def app(_: Scope, __: Any, ___: Any) -> None: ...

    Forwarded(app, networks).rewrite(scope)
    found = dict(scope["headers"])
    assert not any(name.startswith(b"x-forwarded") for name in found)
    return {"client": scope["client"][0], "scheme": scope["scheme"], "host": found[b"host"]}


SPOOF = {
    "x_forwarded_for": "9.9.9.9",
    "x_forwarded_proto": "https",
    "x_forwarded_host": "table.example",
}


def test_headers_of_a_stranger_are_not_believed() -> None:
    plain = {"client": "1.2.3.4", "scheme": "http", "host": b"inside"}
    assert seen_through("", "1.2.3.4", **SPOOF) == plain
    assert seen_through("10.0.0.0/8", "1.2.3.4", **SPOOF) == plain
    assert seen_through("::/0", "1.2.3.4", **SPOOF) == plain


def test_headers_of_our_proxy_are_believed() -> None:
    found = seen_through("10.0.0.0/8", "10.0.0.1", **SPOOF)
    assert found == {"client": "9.9.9.9", "scheme": "https", "host": b"table.example"}


@pytest.mark.parametrize(
    ("told", "client"),
    [
        ("6.6.6.6, 9.9.9.9", "9.9.9.9"),  # the client said 6.6.6.6 himself
        ("6.6.6.6, 9.9.9.9, 10.0.0.2", "9.9.9.9"),
        ("9.9.9.9, unknown", "10.0.0.1"),
        ("not an address", "10.0.0.1"),
        ("9.9.9.9:80", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("10.0.0.2", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_the_last_hop_that_is_no_proxy_is_the_client(told: str, client: str) -> None:
    assert seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_for=told)["client"] == client


def test_our_proxy_is_known_on_a_socket_that_hears_both_kinds() -> None:
    found = seen_through("127.0.0.1", "::ffff:127.0.0.1", **SPOOF)
    assert found["client"] == "9.9.9.9"
    hops = "9.9.9.9, ::ffff:10.0.0.2"
    assert seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_for=hops)["client"] == "9.9.9.9"


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:DB8:0:0:ffff::2", "2001:db8::"),
        ("2001:db8:0:1::1", "2001:db8:0:1::"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_a_home_is_counted_once(peer: str, counted: str) -> None:
    scope: Any = {"type": "http", "client": (peer, 1)}
    assert address_of(scope) == counted


def test_limits_cannot_be_dodged_within_a_home() -> None:
    with open_house(guests_an_hour="8", trusted_proxies="127.0.0.1,::1") as house:

        def entered(address: str) -> int:
            told = {"X-Forwarded-For": address}
            return house.client(headers=told).post("/api/guest", json={"name": "Ada"}).status_code

        assert [entered(f"2001:db8::{i}") for i in range(1, 4)] == [201, 201, 429]
        assert entered("2001:DB8:0:0:ffff::7") == 429
        assert entered("2001:db8:0:1::1") == 201


def test_a_strange_scheme_is_not_believed() -> None:
    found = seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_proto="gopher")
    assert found["scheme"] == "http"


def test_limits_cannot_be_dodged_by_spoofing() -> None:
    with open_house(request_rate="1", request_burst="5") as house:
        client = house.client()
        status = [
            client.get("/api/games", headers={"X-Forwarded-For": f"9.9.9.{i}"}).status_code
            for i in range(12)
        ]
        assert 429 in status


# --- limits --------------------------------------------------------------------------------------


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 1
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_forgotten_bucket_is_full() -> None:
    limits = Limits(load({"request_burst": "1"}, {}), lambda: 0.0)
    assert limits.addresses.of("a").take()
    assert not limits.addresses.of("a").take()
    for i in range(20_000):
        limits.addresses.of(str(i))
    assert limits.addresses.of("a").take()


def test_too_many_requests_are_told_when_to_come_back() -> None:
    with open_house(request_rate="1", request_burst="3") as house:
        client = house.client()
        answers = [client.get("/api/games") for _ in range(6)]
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["why"]["key"] == "serve.too_fast"
        assert "content-security-policy" in refused.headers


def test_too_many_handshakes_are_told_when_to_come_back() -> None:
    with open_house(request_rate="1", request_burst="3") as house:
        headers = {"Authorization": f"Bearer {house.guest().token}"}
        house.service.limits.addresses = Buckets(1 / 3600, 1)
        house.client().get("/api/games")  # empties it
        answer = refusal(house, headers)
        assert why_of(answer)["key"] == "serve.too_fast"
        assert int(answer.headers["Retry-After"]) >= 1
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_nobody_is_locked_out_by_the_guesses_of_others() -> None:
    kept = {"login": "wanted", "password": "long enough"}
    guess = {**kept, "password": "a wrong guess"}

    def attempt(address: str, login: dict[str, str]) -> int:
        told = {"X-Forwarded-For": address}
        return house.client().post("/api/login", json=login, headers=told).status_code

    with open_house(logins_an_hour="8", trusted_proxies="127.0.0.1,::1") as house:
        house.guest().http.post("/api/me/password", json=kept)
        assert [attempt("9.9.9.1", guess) for _ in range(3)] == [401, 401, 429]
        assert [attempt("9.9.9.2", guess) for _ in range(3)] == [401, 401, 429]
        assert attempt("9.9.9.1", kept) == 429
        assert attempt("9.9.9.3", kept) == 200


def test_what_is_refused_does_not_count() -> None:
    with open_house(guests_an_hour="4", tables_an_hour="8") as house:
        client = house.client()
        blank = [client.post("/api/guest", json={"name": " \u200b"}).status_code for _ in range(3)]
        assert blank == [400, 400, 400]
        ada = house.guest()
        again = house.client().post("/api/guest", json={"name": "Bob"})
        assert again.status_code == 429
        table = ada.table()
        with ada.socket() as socket:
            assert socket.command("resign", table, seat=1)["do"] == "done"
        wishes = [
            ("/api/tables", {"game": "papua", "seats": ["me", "me"]}),
            ("/api/tables", {"game": "mahe", "seats": ["me", "open"], "rated": True}),
            (f"/api/tables/{table}/branch", {"event": 1, "seats": ["me", "me", "me"]}),
            (f"/api/tables/{table}/branch", {"event": 99_999, "seats": ["me", "me"]}),
        ]
        for path, wish in wishes:
            assert ada.http.post(path, json=wish).status_code in (400, 403), wish
        branch = {"event": 1, "seats": ["me", "me"]}
        status = [
            ada.http.post(f"/api/tables/{table}/branch", json=branch).status_code for _ in range(2)
        ]
        assert status == [201, 429]


def test_new_people_are_limited_by_address() -> None:
    with open_house(guests_an_hour="8") as house:
        status = [
            house.client().post("/api/guest", json={"name": "Ada"}).status_code for _ in range(4)
        ]
        assert status == [201, 201, 429, 429]


def test_a_flooder_is_cut_off_and_others_are_not() -> None:
    with open_house(message_rate="20", message_burst="50") as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        with bob.socket() as theirs, ada.socket(max_queue=None) as mine:
            with suppress(ConnectionClosed):
                for i in range(100_000):
                    mine.send(do="ping", n=i)
            assert mine.code() == 1008
            assert mine.heard[-1]["why"]["key"] == "serve.flood"
            assert len(mine.heard) <= 60
            assert mine.heard[-1]["again_ms"] == 1000 * AWAY_SECONDS
            theirs.send(do="ping", n=1)
            assert theirs.until("pong")["n"] == 1
            again = refusal(house, {"Authorization": f"Bearer {ada.token}"})
            assert (again.status_code, why_of(again)["key"]) == (429, "serve.too_fast")
            assert 1 <= int(again.headers["Retry-After"]) <= AWAY_SECONDS
            with bob.socket() as another:
                another.send(do="ping", n=2)
                assert another.until("pong")["n"] == 2


def test_a_flooder_may_come_back_when_he_was_told_to() -> None:
    now = 100.0
    limits = Limits(Config(), clock=lambda: now)
    limits.send_away("ada")
    for seconds, left in ((0, AWAY_SECONDS), (AWAY_SECONDS - 0.5, 1)):
        now = 100 + seconds
        with pytest.raises(TooFast) as refused:
            limits.enter("ada", "::1")
        assert refused.value.seconds == left
    assert limits.enter("bob", "::1")
    now = 100 + AWAY_SECONDS
    assert limits.enter("ada", "::1")


def test_a_flood_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it comes at once; others would wait while it is looked at frame by frame."""
    frame = b'{"do":"ping","n":1}'
    masked = bytes((0x81, 0x80 | len(frame), 0, 0, 0, 0)) + frame
    heard = 0
    hear = Carrier.send_receive_event_to_app

    def counted(carrier: Carrier) -> None:
        nonlocal heard
        heard += 1
        hear(carrier)

    monkeypatch.setattr(Carrier, "send_receive_event_to_app", counted)
    with (
        open_house(message_rate="20", message_burst="50") as house,
        house.guest().socket(max_queue=None) as flooder,
    ):
        with suppress(OSError):
            flooder.connection.socket.sendall(20_000 * masked)
        assert flooder.code() == 1008
        assert 50 < heard < 1_000


def test_one_address_has_so_many_connections() -> None:
    with open_house(connections="4") as house:
        people = [house.guest(name) for name in "abc"]
        with people[0].socket(), people[0].socket():
            answer = refusal(house, {"Authorization": f"Bearer {people[0].token}"})
            assert answer.status_code == 429
            assert why_of(answer) == {"key": "serve.too_many_connections", "values": {}}
            with people[1].socket(), people[2].socket(), pytest.raises(InvalidStatus):
                people[1].socket().__enter__()
        with people[1].socket():
            pass


def test_who_talks_without_end_is_asked_to_wait() -> None:
    with open_house(message_rate="20", message_burst="100") as house:
        ada = house.guest()
        table = ada.table()
        said = {"channel": "players", "text": "bla"}
        with ada.socket() as socket:
            answers = [socket.command("speak", table, **said) for _ in range(25)]
            keys = [answer["why"]["key"] for answer in answers if answer["do"] == "refused"]
            assert 0 < len(keys) <= 5
            assert set(keys) == {"serve.too_fast"}
            assert socket.watch(table)["room"]["stage"] == "playing"


def test_one_large_message_is_not_taken_for_a_slow_reader(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.app.socket.MOST_BYTES", 100)
    ada = house.guest()
    table = ada.table("maroceau", ("me",) * 8)
    with ada.socket() as socket:
        for _ in range(3):
            assert len(str(socket.watch(table, since=0))) > 1000
            socket.send(do="ping", n=1)
            assert socket.until("pong")["n"] == 1


def test_a_frame_that_is_too_long_closes_the_connection(house: House) -> None:
    with house.guest().socket() as socket:
        socket.connection.send("x" * (8 * 1024 + 1))
        assert socket.code() == 1009


def test_a_reader_that_is_stuck_is_hung_up_on(house: House) -> None:
    ada = house.guest()
    table = ada.table("maroceau", ("me",) * 8)
    before = len(house.service.lines)
    with ada.socket(max_queue=1, close_timeout=0.1) as socket:
        assert len(house.service.lines) == before + 1
        with suppress(ConnectionClosed):
            for _ in range(20_000):
                socket.send(do="watch", table=table, since=0, form="frames")
                if len(house.service.lines) == before:
                    break
        end = time.monotonic() + PATIENCE
        while len(house.service.lines) > before and time.monotonic() < end:
            time.sleep(0.05)
        assert len(house.service.lines) == before
    assert house.client().get("/healthz").status_code == 200


@pytest.mark.parametrize("piece", [b"GET /" + b"x" * 1000, b"X: " + b"y" * 1000, b"X: y\r\n" * 200])
def test_headers_without_end_are_refused(house: House, piece: bytes) -> None:
    """httptools knows no limit; a request line without end, one header, or many of them."""
    begin = b"" if piece.startswith(b"GET") else b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    more = piece.removeprefix(b"GET /").removeprefix(b"X: ") if b"\r" not in piece else piece
    with socket.create_connection(("localhost", house.port), 5) as line:
        line.sendall(begin + piece)
        try:
            for _ in range(10_000):
                line.sendall(more)
            answer = line.recv(1000)  # TimeoutError: it waits for more
        except ConnectionError:
            answer = b""  # hung up
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
    assert house.client().get("/healthz").status_code == 200


def test_a_process_says_when_its_tables_are_set(house: House) -> None:
    house.service.hall.set = False
    answer = house.client().get("/healthz")
    house.service.hall.set = True
    assert (answer.status_code, answer.json()["why"]["key"]) == (503, "serve.setting_tables")
    assert house.client().get("/healthz").status_code == 200


def test_a_body_that_is_too_long_is_refused(house: House) -> None:
    ada = house.guest()
    answer = ada.http.post("/api/guest", content=b'{"name": "' + b"x" * 100_000 + b'"}')
    assert answer.status_code == 413
    assert answer.json()["why"]["key"] == "serve.too_large"


def test_connections_are_closed_with_1012_when_the_server_stops() -> None:
    with open_house() as house:
        ada = house.guest()
        with ada.socket() as socket:
            house.running.stop()
            assert socket.code() == 1012


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "/api/nowhere", "/healthz"])
def test_every_answer_is_safe(house: House, path: str) -> None:
    headers: httpx.Headers = house.client().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self';" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert "server" not in headers
