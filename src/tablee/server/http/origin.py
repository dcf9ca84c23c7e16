"""Where a request comes from: pages of other sites may not act with somebody's cookie.

A browser says so in `Origin`, always with WebSockets and with whatever changes something. A program
has no cookie: it sends its token as `Authorization: Bearer`, and needs no origin.
"""

from __future__ import annotations

import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler

from tablee.server.http.problems import Denied
from tablee.server.ops.config import Config

COOKIE = "tablee"
HARMLESS = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": 80, "https": 443}
ORIGIN = re.compile(
    r"(https?)://(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::([1-9][0-9]{0,4}))?",
    re.IGNORECASE | re.ASCII,
)
"""As browsers write it, and nothing else: whatever looks a little like it is none."""
SECURE = {"ws": "http", "wss": "https"}

Place = tuple[str, str, int]
Connection = ASGIConnection[Any, Any, Any, Any]


def place(origin: str) -> Place | None:
    """Scheme, host and port of an origin; None if it is none.

    >>> place("https://Table.example"), place("http://[::1]:8000"), place("null")
    (('https', 'table.example', 443), ('http', '::1', 8000), None)
    """
    found = ORIGIN.fullmatch(origin)
    if found is None:
        return None
    scheme, name, address, port = found.groups()
    scheme = scheme.lower()
    return scheme, (name or address).lower(), int(port or PORTS[scheme])


def allowed(origin: str, own: str, config: Config) -> bool:
    """Whether pages of an origin may talk to this server, which was reached at `own`."""
    there = place(origin)
    if there is None:
        return False
    known = (config.public_address or own, *config.allowed_origins)
    return any(there == place(one) for one in known)


def own_address(connection: Connection) -> str:
    """How this server was reached: `http://localhost:8000`."""
    scheme = SECURE.get(connection.scope["scheme"], connection.scope["scheme"])
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_secure(connection: Connection, config: Config) -> bool:
    """Whether people reach this server by https."""
    return (config.public_address or own_address(connection)).startswith("https:")


def bearer(connection: Connection) -> str | None:
    """The token of a program."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


async def check_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuses what another site's page does with somebody's cookie.

    It awaits nothing; but what is not `async` Litestar would run in a thread.
    """
    socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if not socket and connection.scope.get("method") in HARMLESS:
        return
    origin = connection.headers.get("origin")
    config: Config = connection.app.state.service.config
    if origin is not None:
        if not allowed(origin, own_address(connection), config):
            raise Denied(403, "serve.wrong_origin", origin=ascii(origin)[:200])
    elif bearer(connection) is None and (socket or COOKIE in connection.cookies):
        raise Denied(403, "serve.no_origin")
