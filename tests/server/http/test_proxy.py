"""Trusted proxies: whose headers are believed, and which addresses count as one client."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
from litestar.types import Scope

from server.live import open_house
from tablee.server.http.proxy import ProxyHeaders, client_address


def seen_through(trusted: str, peer: str, scheme: str = "http", **headers: str) -> dict[str, Any]:
    """Return what the application sees of a request."""
    networks = [ipaddress.ip_network(one) for one in trusted.split()]
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {
        "type": "http", "client": (peer, 1), "scheme": scheme,
        "headers": [(b"host", b"inside"), *told],
    }  # fmt: skip

    async def app(_: Scope, __: Any, ___: Any) -> None: ...

    ProxyHeaders(app, networks).rewrite(scope)
    found = dict(scope["headers"])
    assert not any(name.startswith(b"x-forwarded") for name in found)
    return {"client": scope["client"][0], "scheme": scope["scheme"], "host": found[b"host"]}


SPOOF = {
    "x_forwarded_for": "9.9.9.9",
    "x_forwarded_proto": "https",
    "x_forwarded_host": "table.example",
}


def test_headers_from_an_untrusted_peer_are_ignored() -> None:
    plain = {"client": "1.2.3.4", "scheme": "http", "host": b"inside"}
    assert seen_through("", "1.2.3.4", **SPOOF) == plain
    assert seen_through("10.0.0.0/8", "1.2.3.4", **SPOOF) == plain
    assert seen_through("::/0", "1.2.3.4", **SPOOF) == plain


def test_headers_from_a_trusted_proxy_are_believed() -> None:
    found = seen_through("10.0.0.0/8", "10.0.0.1", **SPOOF)
    assert found == {"client": "9.9.9.9", "scheme": "https", "host": b"table.example"}


@pytest.mark.parametrize(
    ("told", "client"),
    [
        ("6.6.6.6, 9.9.9.9", "9.9.9.9"),  # the client itself sent 6.6.6.6
        ("6.6.6.6, 9.9.9.9, 10.0.0.2", "9.9.9.9"),
        ("9.9.9.9, unknown", "10.0.0.1"),
        ("not an address", "10.0.0.1"),
        ("9.9.9.9:80", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("10.0.0.2", "10.0.0.2"),
        ("2001:db8::1", "2001:db8::1"),
    ],
)
def test_the_last_hop_before_the_proxies_is_the_client(told: str, client: str) -> None:
    assert seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_for=told)["client"] == client


def test_a_neighbour_of_a_proxy_is_not_trusted() -> None:
    for told, client in (("10.1.2.3", "10.1.2.3"), ("10.1.2.3, 10.0.0.2", "10.1.2.3")):
        assert seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_for=told)["client"] == client


def test_an_untrusted_proxy_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def app(_: Scope, __: Any, ___: Any) -> None: ...

    forwarded = ProxyHeaders(app, [])
    for header in (b"x-other", b"x-forwarded-for", b"x-forwarded-for"):
        scope: Any = {"type": "http", "client": ("10.0.0.1", 1), "headers": [(header, b"9.9.9.9")]}
        forwarded.rewrite(scope)
    (told,) = caplog.records
    assert "10.0.0.1" in told.getMessage()
    assert "--trusted-proxies" in told.getMessage()


def test_an_ipv4_proxy_is_recognised_on_a_dual_stack_socket() -> None:
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
def test_addresses_of_one_home_count_as_one(peer: str, counted: str) -> None:
    scope: Any = {"type": "http", "client": (peer, 1)}
    assert client_address(scope) == counted


@pytest.mark.slow
def test_changing_addresses_within_a_home_does_not_avoid_limits() -> None:
    with open_house(guests_an_hour="8", trusted_proxies="127.0.0.1,::1") as house:

        def entered(address: str) -> int:
            told = {"X-Forwarded-For": address}
            return house.client(headers=told).post("/api/guest", json={"name": "Ada"}).status_code

        assert [entered(f"2001:db8::{i}") for i in range(1, 4)] == [201, 201, 429]
        assert entered("2001:DB8:0:0:ffff::7") == 429
        assert entered("2001:db8:0:1::1") == 201


def test_an_unknown_scheme_is_ignored() -> None:
    found = seen_through("10.0.0.0/8", "10.0.0.1", x_forwarded_proto="gopher")
    assert found["scheme"] == "http"


@pytest.mark.slow
def test_spoofed_headers_do_not_avoid_limits() -> None:
    with open_house(request_rate="1", request_burst="5") as house:
        client = house.client()
        status = [
            client.get("/api/games", headers={"X-Forwarded-For": f"9.9.9.{i}"}).status_code
            for i in range(12)
        ]
        assert 429 in status
