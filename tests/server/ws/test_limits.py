"""Rate limits, floods, oversize frames and slow readers."""

from __future__ import annotations

import socket
import time
from contextlib import suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.server import ServerProtocol

from samples import BOARDS, OPEN, ROUNDS
from server.live import PATIENCE, House, eventually, open_house
from server.ws.test_handshake import refusal, why_of
from tablee.server.errors import TooManyRequests
from tablee.server.http import request_limits
from tablee.server.limits import BAN_SECONDS, SHARED_BY, Limits, RateLimit, TokenBucket
from tablee.server.runtime.config import Config, load

pytestmark = pytest.mark.slow


def test_a_token_bucket_refills() -> None:
    now = [0.0]
    bucket = TokenBucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.retry_after() == 1
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_an_evicted_bucket_is_full_again() -> None:
    limits = Limits(load({"request_burst": "1"}, {}), lambda: 0.0)
    assert limits.addresses.bucket("a").take()
    assert not limits.addresses.bucket("a").take()
    for i in range(20_000):
        limits.addresses.bucket(str(i))
    assert limits.addresses.bucket("a").take()


def test_rate_limited_requests_get_retry_after() -> None:
    with open_house(request_rate="1", request_burst="3") as house:
        client = house.client()
        answers = [client.get("/api/games") for _ in range(6)]
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.json()["why"]["key"] == "serve.too_fast"
        assert "content-security-policy" in refused.headers


@pytest.mark.parametrize("path", ["//api/games", "///api/games"])
def test_extra_slashes_do_not_avoid_limits(path: str) -> None:
    with open_house(request_rate="1", request_burst="3") as house:
        client = house.client()
        where = f"{house.address}{path}"
        assert 429 in [client.get(where).status_code for _ in range(8)]


def test_rematches_count_as_opened_tables() -> None:
    with open_house(tables_an_hour="8") as house:
        ada = house.guest()
        table = ada.table()
        with ada.socket() as socket:
            for last in (False, True):
                assert socket.command("resign", table, seat=1)["do"] == "done"
                answer = socket.command("rematch", table)
                assert (answer["do"] == "refused") is last
                if not last:
                    while not (again := socket.watch(table)["room"]["rematch"]["table"]):
                        pass
                    table = again
            assert answer["why"]["key"] == "serve.too_many_tables"


def test_guests_of_one_address_share_limits_of_tables_and_chat() -> None:
    limits = Limits(load({"tables_an_hour": "4", "message_burst": "20"}, {}), lambda: 0.0)
    opened = said = 0
    for number in range(50):
        guest = f"guest {number}"
        limits.last_addresses.note(guest, "6.6.6.6")
        with suppress(TooManyRequests), limits.opening(guest):
            opened += 1
        with suppress(TooManyRequests):
            limits.check_chat(guest)
            said += 1
    assert (opened, said) == (SHARED_BY, SHARED_BY * 4)
    with pytest.raises(TooManyRequests) as refused:
        limits.check_chat("guest 0")
    assert refused.value.key == "serve.too_much_chat"
    with limits.opening("victim"):
        limits.check_chat("victim")


def test_the_storage_limit_recovers_over_time() -> None:
    now = 0.0
    limits = Limits(load({"stored_mb_a_day": "1"}, {}), lambda: now)
    for guest in ("a", "b"):
        limits.last_addresses.note(guest, "6.6.6.6")
    limits.count_stored("a", 1_500_000)
    limits.check_stored("b")
    with pytest.raises(TooManyRequests) as refused:
        limits.check_stored("a")
    assert refused.value.key == "serve.too_much_stored"
    now = float(refused.value.seconds or 0)
    assert 12 * 3600 <= now <= 12 * 3600 + 1
    limits.check_stored("a")
    limits.count_stored("b", 5_000_000)
    with pytest.raises(TooManyRequests):
        limits.check_stored("b")
    limits.check_stored("victim")


def test_over_the_storage_limit_games_can_only_be_finished() -> None:
    with open_house() as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        table = ada.table(seats=("me", "me"), undo="free")
        house.service.limits.count_stored(ada.id, 10**13)
        with ada.socket() as mine, bob.socket() as theirs:
            undo = mine.command("undo", table, seat=1, event=1)
            assert undo["why"]["key"] == "serve.too_much_stored"
            said = {"channel": "spectators", "text": "hello"}
            assert theirs.command("speak", table, **said)["do"] == "refused"  # at the same address
            assert mine.command("resign", table, seat=1)["do"] == "done"
        answer = ada.http.post("/api/tables", json={"game": OPEN, "seats": ["me", "me"]})
        assert (answer.status_code, answer.json()["why"]["key"]) == (429, "serve.too_much_stored")
        assert int(answer.headers["Retry-After"]) > 3600


def test_chat_of_spectators_does_not_count_for_the_host() -> None:
    with open_house() as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        table = ada.table(seats=("me", "open"))  # nobody moves
        counted: list[str] = []
        house.service.limits.count_stored = (  # type: ignore[method-assign]
            lambda person, size: counted.append(person)
        )
        with bob.socket() as socket:
            said = {"channel": "spectators", "text": "hello"}
            assert socket.command("speak", table, **said)["do"] == "done"
        assert counted == [bob.id]


def test_rate_limited_handshakes_get_retry_after() -> None:
    with open_house(request_rate="1", request_burst="3") as house:
        headers = {"Authorization": f"Bearer {house.guest().token}"}
        house.service.limits.addresses = RateLimit(1 / 3600, 1)
        house.client().get("/api/games")  # takes the only token
        answer = refusal(house, headers)
        assert why_of(answer)["key"] == "serve.too_fast"
        assert int(answer.headers["Retry-After"]) >= 1
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_sign_ins_are_limited_by_address() -> None:
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


def test_refused_requests_do_not_count() -> None:
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
            ("/api/tables", {"game": BOARDS, "seats": ["me", "me"]}),
            ("/api/tables", {"game": OPEN, "seats": ["me", "open"], "rated": True}),
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


def test_new_guests_are_limited_by_address() -> None:
    with open_house(guests_an_hour="8") as house:
        status = [
            house.client().post("/api/guest", json={"name": "Ada"}).status_code for _ in range(4)
        ]
        assert status == [201, 201, 429, 429]


def test_a_flooder_is_disconnected_and_others_play_on() -> None:
    with open_house(message_rate="20", message_burst="50") as house:
        ada, bob = house.guest("Ada"), house.guest("Bob")
        with bob.socket() as theirs, ada.socket(max_queue=None) as mine:
            with suppress(ConnectionClosed):
                for i in range(100_000):
                    mine.send(do="ping", n=i)
            assert mine.code() == 1008
            assert mine.heard[-1]["why"]["key"] == "serve.flood"
            assert len(mine.heard) <= 60
            assert mine.heard[-1]["again_ms"] == 1000 * BAN_SECONDS
            theirs.send(do="ping", n=1)
            assert theirs.until("pong")["n"] == 1
            again = refusal(house, {"Authorization": f"Bearer {ada.token}"})
            assert (again.status_code, why_of(again)["key"]) == (429, "serve.too_fast")
            assert 1 <= int(again.headers["Retry-After"]) <= BAN_SECONDS
            with bob.socket() as another:
                another.send(do="ping", n=2)
                assert another.until("pong")["n"] == 2


def test_a_ban_ends_when_announced() -> None:
    now = 100.0
    limits = Limits(Config(), clock=lambda: now)
    limits.ban("ada")
    for seconds, left in ((0, BAN_SECONDS), (BAN_SECONDS - 0.5, 1)):
        now = 100 + seconds
        with pytest.raises(TooManyRequests) as refused:
            limits.enter("ada", "::1")
        assert refused.value.seconds == left
    assert limits.enter("bob", "::1")
    now = 100 + BAN_SECONDS
    assert limits.enter("ada", "::1")


def test_a_flood_is_not_parsed_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It arrives at once; parsing it frame by frame would delay others."""
    frame = b'{"do":"ping","n":1}'
    masked = bytes((0x81, 0x80 | len(frame), 0, 0, 0, 0)) + frame
    parsed = 0
    parse = ServerProtocol.receive_data

    def counted(protocol: ServerProtocol, data: bytes) -> None:
        nonlocal parsed
        parsed += len(data) // len(masked)
        parse(protocol, data)

    monkeypatch.setattr(ServerProtocol, "receive_data", counted)
    with (
        open_house(message_rate="20", message_burst="50") as house,
        house.guest().socket(max_queue=None) as flooder,
    ):
        with suppress(OSError):
            flooder.connection.socket.sendall(20_000 * masked)
        assert flooder.code() == 1008
        assert 50 < parsed < 1_000


def test_connections_are_limited_by_address() -> None:
    with open_house(connections="4") as house:
        people = [house.guest(name) for name in "abc"]
        with people[0].socket(), people[0].socket():
            answer = refusal(house, {"Authorization": f"Bearer {people[0].token}"})
            assert answer.status_code == 429
            assert why_of(answer)["key"] == "serve.too_many_connections"
            assert why_of(answer)["values"] == {
                "most": 4,
                "seconds": int(answer.headers["Retry-After"]),
            }
            with people[1].socket(), people[2].socket(), pytest.raises(InvalidStatus):
                people[1].socket().__enter__()
        with people[1].socket():
            pass


def test_chat_is_rate_limited() -> None:
    with open_house(message_rate="20", message_burst="100") as house:
        ada = house.guest()
        table = ada.table()
        said = {"channel": "players", "text": "bla"}
        with ada.socket() as socket:
            answers = [socket.command("speak", table, **said) for _ in range(25)]
            keys = [answer["why"]["key"] for answer in answers if answer["do"] == "refused"]
            assert 0 < len(keys) <= 5
            assert set(keys) == {"serve.too_much_chat"}
            assert socket.watch(table)["room"]["stage"] == "playing"


def test_one_large_message_is_no_slow_reader(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.ws.connection.MOST_UNSENT", 100)
    ada = house.guest()
    table = ada.table(ROUNDS, ("me",) * 8)
    with ada.socket() as socket:
        for _ in range(3):
            assert len(str(socket.watch(table, since=0))) > 1000
            socket.send(do="ping", n=1)
            assert socket.until("pong")["n"] == 1


def test_an_oversize_frame_closes_the_connection(house: House) -> None:
    with house.guest().socket() as socket:
        socket.connection.send("x" * (8 * 1024 + 1))
        assert socket.code() == 1009


def test_a_slow_reader_is_disconnected(house: House) -> None:
    ada = house.guest()
    table = ada.table(ROUNDS, ("me",) * 8)
    before = len(house.service.connections)
    with ada.socket(max_queue=1, close_timeout=0.1) as socket:
        assert len(house.service.connections) == before + 1
        with suppress(ConnectionClosed):
            for _ in range(20_000):
                socket.send(do="watch", table=table, since=0, form="scene")
                if len(house.service.connections) == before:
                    break
        eventually(lambda: len(house.service.connections) == before)
    assert house.client().get("/healthz").status_code == 200


@pytest.mark.parametrize("piece", [b"GET /" + b"x" * 1000, b"X: " + b"y" * 1000, b"X: y\r\n" * 200])
def test_endless_headers_are_refused(house: House, piece: bytes) -> None:
    """httptools has no limit for a request line, a header or their number."""
    begin = b"" if piece.startswith(b"GET") else b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    more = piece.removeprefix(b"GET /").removeprefix(b"X: ") if b"\r" not in piece else piece
    with socket.create_connection(("localhost", house.port), 5) as line:
        line.sendall(begin + piece)
        try:
            for _ in range(10_000):
                line.sendall(more)
            answer = line.recv(1000)  # TimeoutError: it still waits
        except ConnectionError:
            answer = b""  # disconnected
        assert answer == b"" or answer.startswith(b"HTTP/1.1 431")
    assert house.client().get("/healthz").status_code == 200


def test_unfinished_headers_are_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also silent connections; idle ones with complete headers are kept."""
    monkeypatch.setattr(request_limits, "HEADER_SECONDS", 0.2)
    for piece in (b"", b"GET / HTTP/1.1\r\nHost: a"):
        with socket.create_connection(("localhost", house.port), PATIENCE) as line:
            line.sendall(piece)
            assert line.recv(100) == b""
    client = house.client()
    for _ in range(2):
        assert client.get("/healthz").status_code == 200
        time.sleep(0.3)
    ada = house.guest()
    with ada.socket() as line_of_ada:
        time.sleep(0.3)
        line_of_ada.send(do="ping", n=1)
        assert line_of_ada.until("pong")["n"] == 1


def test_an_oversize_body_is_refused(house: House) -> None:
    ada = house.guest()
    answer = ada.http.post("/api/guest", content=b'{"name": "' + b"x" * 100_000 + b'"}')
    assert answer.status_code == 413
    assert answer.json()["why"]["key"] == "serve.too_large"


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "/api/nowhere", "/healthz"])
def test_every_answer_has_security_headers(house: House, path: str) -> None:
    headers: httpx.Headers = house.client().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "permissions-policy" in headers
    assert "server" not in headers
