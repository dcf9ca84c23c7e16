"""Check the origin of requests, so that other sites can't act with a person's cookie.

Browsers send `Origin` with every WebSocket and with every request that changes something. Programs
have no cookie: they send their token as `Authorization: Bearer`, and need no origin.
"""

from __future__ import annotations

import re
from typing import Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.handlers.base import BaseRouteHandler

from tablee.server.errors import HttpRefusal
from tablee.server.runtime.config import Config

COOKIE = "tablee"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
PORTS = {"http": 80, "https": 443}
ORIGIN = re.compile(
    r"(https?)://(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::([1-9][0-9]{0,4}))?",
    re.IGNORECASE | re.ASCII,
)
"""An origin as browsers send it."""
HTTP_SCHEME = {"ws": "http", "wss": "https"}

Origin = tuple[str, str, int]
Connection = ASGIConnection[Any, Any, Any, Any]


def parse_origin(origin: str) -> Origin | None:
    """Return scheme, host and port of an origin; None if it isn't one.

    >>> parse_origin("https://Table.example"), parse_origin("http://[::1]:8000")
    (('https', 'table.example', 443), ('http', '::1', 8000))
    """
    found = ORIGIN.fullmatch(origin)
    if found is None:
        return None
    scheme, name, address, port = found.groups()
    scheme = scheme.lower()
    return scheme, (name or address).lower(), int(port or PORTS[scheme])


def is_allowed(origin: str, own: str, config: Config) -> bool:
    """Return whether pages of an origin may use this server, which was reached at `own`."""
    there = parse_origin(origin)
    if there is None:
        return False
    known = (config.public_address or own, *config.allowed_origins)
    return any(there == parse_origin(one) for one in known)


def own_origin(connection: Connection) -> str:
    """Return the origin this server was reached at: `http://localhost:8000`."""
    scheme = HTTP_SCHEME.get(connection.scope["scheme"], connection.scope["scheme"])
    return f"{scheme}://{connection.headers.get('host', '')}"


def is_secure(connection: Connection, config: Config) -> bool:
    """Return whether people reach this server over https."""
    return (config.public_address or own_origin(connection)).startswith("https:")


def bearer_token(connection: Connection) -> str | None:
    """Return the bearer token, if there is one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token.strip() else None


async def check_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request that another site's page makes with a person's cookie.

    It awaits nothing, but Litestar would run a function that isn't `async` in a thread.
    """
    socket = connection.scope["type"] == ScopeType.WEBSOCKET
    if not socket and connection.scope.get("method") in SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    config: Config = connection.app.state.service.config
    if origin is not None:
        if not is_allowed(origin, own_origin(connection), config):
            raise HttpRefusal(403, "serve.wrong_origin", origin=ascii(origin)[:200])
    elif bearer_token(connection) is None and (socket or COOKIE in connection.cookies):
        raise HttpRefusal(403, "serve.no_origin")
