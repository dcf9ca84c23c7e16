"""Unfinished requests are given up, and take no connections from others."""

from __future__ import annotations

import logging
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import msgspec
import pytest

from server.live import PATIENCE, House, eventually, open_house
from tablee.server.bodies import Problem
from tablee.server.errors import TooManyRequests
from tablee.server.http import request_limits
from tablee.server.http.open_connections import OpenConnections
from tablee.server.runtime.metrics import Metrics

HEAD = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODY = b'{"name": "Ada", "avatar": ""}'


@contextmanager
def line_to(port: int, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as line:
        yield line


def read_all(line: socket.socket) -> bytes:
    """Return everything that comes until the server closes the connection."""
    found = b""
    while piece := line.recv(4096):
        found += piece
    return found


def problem_in(answer: bytes) -> tuple[int, str]:
    """Return the status and key of an answer, which must say when to retry."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert re.search(rb"\r\nretry-after: [1-9]", head)
    return int(head.split()[1]), msgspec.json.decode(body, type=Problem).why.key


def refused(house: House, why: str) -> float:
    name, labels = "tablee_refused_requests_total", {"why": why}
    return house.service.metrics.registry.get_sample_value(name, labels) or 0.0


@pytest.fixture
def quick_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """Run a server that waits half a second for a body."""
    monkeypatch.setattr(request_limits, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.5)
    with open_house(host="127.0.0.1") as house:
        yield house


def test_a_body_does_not_count_towards_the_headers_of_the_next_request(house: House) -> None:
    """Both come in one piece, as where a client is answered before it has sent all of the body."""
    long = b"Content-Length: 200000\r\n\r\n" + b"x" * 200_000
    next_one = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with line_to(house.running.port) as line:
        line.sendall(HEAD + long + next_one)
        answers = read_all(line)
    assert b"long_headers" not in answers
    assert answers.rpartition(b"HTTP/1.1 ")[2].startswith(b"200")


def test_long_headers_are_refused_with_their_limit(quick_house: House) -> None:
    with line_to(quick_house.port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nX: " + b"y" * (request_limits.MOST_BYTES - 10))
        head, _, body = read_all(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 431")
    assert b"retry-after" not in head  # it would be refused again
    why = msgspec.json.decode(body, type=Problem).why
    assert (why.key, why.values) == ("serve.long_headers", {"most": request_limits.MOST_BYTES})


@pytest.mark.parametrize("length", [b"Content-Length: 29", b"Transfer-Encoding: chunked"])
def test_an_endless_body_is_given_up(
    quick_house: House, length: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with line_to(quick_house.port) as line:
        line.sendall(HEAD + length + b"\r\n\r\n")
        assert problem_in(read_all(line)) == (408, "serve.slow_body")
    assert refused(quick_house, "body") == 1
    (told,) = caplog.records
    assert (told.levelno, told.__dict__["why"]) == (logging.WARNING, "body")


def test_a_slow_body_is_given_up(quick_house: House) -> None:
    with line_to(quick_house.port) as line:
        line.sendall(HEAD + b"Content-Length: 60000\r\n\r\n")
        for _ in range(100):
            time.sleep(0.02)
            try:
                line.sendall(b" ")
            except OSError:
                break
        else:
            pytest.fail("the server kept waiting")


def test_an_answered_request_without_an_end_is_given_up(quick_house: House) -> None:
    """The answer precedes the body, which would never have to end."""
    with line_to(quick_house.port) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 200")
    assert refused(quick_house, "body") == 1


def test_blank_lines_do_not_keep_a_connection_open(
    quick_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "HEADER_SECONDS", 0.3)
    with line_to(quick_house.port) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(0.1)
        line.sendall(b"\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 200")
    assert refused(quick_house, "headers") == 1


UPGRADE = b"GET /api/games HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n"


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        (b"GET /api/ga", "headers"),
        (b"GET /api/games HTTP/1.1\r\nHost: a\r\nX: y", "headers"),
        (HEAD + b"Content-Length: 60000\r\n\r\n", "body"),
    ],
)
def test_a_refused_upgrade_does_not_end_the_limits(
    quick_house: House, monkeypatch: pytest.MonkeyPatch, rest: bytes, why: str
) -> None:
    monkeypatch.setattr(request_limits, "HEADER_SECONDS", 0.3)
    with line_to(quick_house.port) as line:
        line.sendall(UPGRADE)
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")
        line.sendall(rest)
        read_all(line)
    assert refused(quick_house, why) == 1


def test_a_body_in_two_pieces_is_read(quick_house: House) -> None:
    with line_to(quick_house.port) as line:
        line.sendall(HEAD + b"Connection: close\r\nContent-Length: 29\r\n\r\n" + BODY[:9])
        time.sleep(0.1)
        line.sendall(BODY[9:])
        assert read_all(line).startswith(b"HTTP/1.1 201")


@pytest.mark.slow
def test_an_unread_answer_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "READER_SECONDS", 0.3)
    before = refused(house, "reader")
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
    with socket.create_connection(("localhost", house.port), PATIENCE) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(0.2)
        with ExitStack() as stack:
            stack.callback(eventually, lambda: refused(house, "reader") == before + 1)
            try:
                for _ in range(500):
                    line.sendall(request)
            except OSError:
                pass


def test_connections_are_limited_by_address_before_they_are_read() -> None:
    with open_house(host="127.0.0.1", http_connections="3") as house, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(line_to(house.port))
        with line_to(house.port) as line:
            assert problem_in(read_all(line)) == (429, "serve.too_many_open")
        assert refused(house, "connections") == 1
        with line_to(house.port, "127.0.0.2") as other:
            other.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            assert read_all(other).startswith(b"HTTP/1.1 200")
        stack.close()
        eventually(lambda: house.client().get("/healthz").status_code == 200)


def test_a_refused_upgrade_is_still_counted() -> None:
    with open_house(host="127.0.0.1", http_connections="2") as house, ExitStack() as stack:
        for _ in range(2):
            line = stack.enter_context(line_to(house.port))
            line.sendall(UPGRADE)
            assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")
            line.sendall(b"GET /api/ga")
        with line_to(house.port) as line:
            assert problem_in(read_all(line)) == (429, "serve.too_many_open")


def test_websockets_have_their_own_limit() -> None:
    with open_house(http_connections="2") as house, ExitStack() as stack:
        ada = house.guest()
        house.close()
        for _ in range(5):
            stack.enter_context(ada.socket()).send(do="ping", n=1)


def test_clients_behind_a_proxy_are_counted_separately() -> None:
    with (
        open_house(host="127.0.0.1", http_connections="1", trusted_proxies="127.0.0.1") as house,
        ExitStack() as stack,
    ):
        for _ in range(3):
            stack.enter_context(line_to(house.port))
        assert refused(house, "connections") == 0


class FakeConnection:
    """A connection that records whether it was dropped."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.dropped = False

    def drop(self) -> None:
        self.dropped = True


def test_a_full_process_drops_a_connection_of_the_busiest_address() -> None:
    found = OpenConnections(9, 6, is_proxy=lambda _: False, others=lambda: 1, metrics=Metrics())
    greedy = [FakeConnection("6.6.6.6") for _ in range(5)]
    for one in greedy:
        found.enter(one)
    for address in ("1.1.1.1", "2.2.2.2"):
        found.enter(FakeConnection(address))
    assert [one.dropped for one in greedy] == [True, True, False, False, False]
    with pytest.raises(TooManyRequests):
        found.enter(FakeConnection("6.6.6.6"))
    found.leave(greedy[0])  # it was closed meanwhile, and counts once
    found.enter(FakeConnection("3.3.3.3"))
    with pytest.raises(TooManyRequests):
        found.enter(FakeConnection("3.3.3.3"))


@pytest.mark.slow
def test_unfinished_requests_do_not_exhaust_file_descriptors() -> None:
    """180 of them once exhausted a server limited to 160 descriptors."""
    serve = f"{sys.executable} -m tablee serve --port 0 --database memory: --bot-workers 1"
    with subprocess.Popen(
        ["bash", "-c", f"ulimit -n 160; exec {serve}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server, ExitStack() as stack:  # fmt: skip
        stack.callback(server.terminate)
        assert server.stdout is not None
        ready = re.search(r":(\d+)$", server.stdout.readline().strip())
        assert ready is not None
        port = int(ready[1])
        for _ in range(180):
            stack.enter_context(line_to(port)).sendall(HEAD + b"Content-Length: 29\r\n\r\n")
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        client = stack.enter_context(httpx.Client(transport=transport))
        address = f"http://127.0.0.1:{port}/healthz"
        eventually(lambda: client.get(address).status_code == 200)  # 503 until it is set up
