"""Read the `X-Forwarded-*` headers of trusted proxies, and ignore everyone else's."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Sequence

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tablee.server.runtime.config import Network

FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
SOCKET_SCHEME = {"http": "ws", "https": "wss"}
UNTRUSTED = (
    "X-Forwarded-For from %s is ignored. If that is your proxy, list it in --trusted-proxies:"
    " otherwise everyone behind it counts as one address."
)

log = logging.getLogger("tablee.serve")


class ProxyHeaders:
    """Sets the client's address, the scheme and the host before anything else reads them."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self.trusted = trusted
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            self.rewrite(scope)
        await self.app(scope, receive, send)

    def rewrite(self, scope: Scope) -> None:
        """Remove the headers, and apply them if a trusted proxy sent them."""
        told: dict[bytes, str] = {}
        headers = []
        for name, value in scope["headers"]:
            if name in FORWARDED:
                before = f"{told[name]}," if name in told else ""
                told[name] = before + value.decode("latin-1")
            else:
                headers.append((name, value))
        if trusts(self.trusted, read_address(_peer(scope))):
            named = [hop.strip() for hop in told.get(FORWARDED[0], "").split(",") if hop.strip()]
            hops = [read_address(hop) for hop in named]
            # From the right: the last hop that isn't a trusted proxy is the client. If all are
            # trusted, it is the first: a client in the proxies' own network.
            client = next((hop for hop in reversed(hops) if not trusts(self.trusted, hop)), None)
            if hops and all(trusts(self.trusted, hop) for hop in hops):
                client = hops[0]
            if client is not None:
                scope["client"] = (str(client), 0)
            scheme = told.get(FORWARDED[1], "").split(",")[-1].strip().lower()
            if scheme in SOCKET_SCHEME:
                http = scope["type"] == ScopeType.HTTP
                scope["scheme"] = scheme if http else SOCKET_SCHEME[scheme]
            host = told.get(FORWARDED[2], "").split(",")[-1].strip()
            if host:
                headers = [pair for pair in headers if pair[0] != b"host"]
                headers.append((b"host", host.encode("latin-1")))
        elif FORWARDED[0] in told and not self.warned:
            self.warned = True
            fields = {"address": _peer(scope)}
            log.warning(UNTRUSTED, _peer(scope), extra=fields)
        scope["headers"] = headers


def trusts(trusted: Sequence[Network], address: Address | None) -> bool:
    """Return whether an address belongs to a trusted proxy."""
    if address is None:
        return False
    return any(address.version == net.version and address in net for net in trusted)


def client_address(scope: Scope) -> str:
    """Return the address that limits count; an IPv6 client has its whole /64."""
    return address_that_counts(_peer(scope))


def address_that_counts(address: str) -> str:
    """Return the address under which limits count this one: of IPv6 the whole /64.

    >>> address_that_counts("2001:db8::1"), address_that_counts("::ffff:10.0.0.1")
    ('2001:db8::', '10.0.0.1')
    """
    found = read_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Address(int(found) >> 64 << 64))
    return address if found is None else str(found)


def _peer(scope: Scope) -> str:
    if scope["type"] not in ("http", "websocket"):
        return ""
    client = scope["client"]
    return client[0] if client else ""


def read_address(text: str) -> Address | None:
    """Parse an address without a port; None if it isn't one.

    A socket for both protocols shows IPv4 addresses as IPv6: they are the same address.

    >>> str(read_address("::ffff:127.0.0.1")), str(read_address("2001:DB8:0::1"))
    ('127.0.0.1', '2001:db8::1')
    """
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
