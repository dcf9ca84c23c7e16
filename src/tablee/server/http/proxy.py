"""Behind a proxy: its `X-Forwarded-*` headers are believed, and nobody else's."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Sequence

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from tablee.server.ops.config import Network

FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
SOCKET_SCHEME = {"http": "ws", "https": "wss"}
STRANGE = (
    "X-Forwarded-For from %s is not believed. If that is your proxy, name it in --trusted-proxies:"
    " all who come through it count as one."
)

log = logging.getLogger("tablee.serve")


class Forwarded:
    """Puts the address of the client, the scheme and the host in place before anybody looks."""

    def __init__(self, app: ASGIApp, trusted: Sequence[Network]) -> None:
        self.app = app
        self.trusted = trusted
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            self.rewrite(scope)
        await self.app(scope, receive, send)

    def rewrite(self, scope: Scope) -> None:
        """Takes out the headers, and takes them into account if a trusted proxy sent them."""
        told: dict[bytes, str] = {}
        headers = []
        for name, value in scope["headers"]:
            if name in FORWARDED:
                before = f"{told[name]}," if name in told else ""
                told[name] = before + value.decode("latin-1")
            else:
                headers.append((name, value))
        if self.trusts(read_address(_peer(scope))):
            named = [hop.strip() for hop in told.get(FORWARDED[0], "").split(",") if hop.strip()]
            hops = [read_address(hop) for hop in named]
            # From the right: the last hop that is no proxy of ours is the client.
            # If all are trusted, it is the first: they are no proxies, but in the same network.
            client = next((hop for hop in reversed(hops) if not self.trusts(hop)), None)
            if hops and all(map(self.trusts, hops)):
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
            log.warning(STRANGE, _peer(scope), extra=fields)
        scope["headers"] = headers

    def trusts(self, address: Address | None) -> bool:
        """Whether an address is that of a proxy of ours."""
        if address is None:
            return False
        return any(address.version == net.version and address in net for net in self.trusted)


def address_of(scope: Scope) -> str:
    """Where a connection comes from, for limits: whoever has one IPv6 address has its whole /64."""
    peer = _peer(scope)
    found = read_address(peer)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Address(int(found) >> 64 << 64))
    return peer if found is None else str(found)


def _peer(scope: Scope) -> str:
    if scope["type"] not in ("http", "websocket"):
        return ""
    client = scope["client"]
    return client[0] if client else ""


def read_address(text: str) -> Address | None:
    """An address, without a port or a name; None if it is none.

    A socket that hears both kinds shows IPv4 as IPv6: that is the same address.

    >>> str(read_address("::ffff:127.0.0.1")), str(read_address("2001:DB8:0::1"))
    ('127.0.0.1', '2001:db8::1')
    """
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found
