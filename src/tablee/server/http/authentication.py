"""Who asks: the person behind a cookie, or behind the bearer token of a program.

The token is 128 random bits; the store keeps its SHA-256 only.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from msgspec import Struct

from tablee.server.http.origin import COOKIE, Connection, bearer, is_secure
from tablee.server.http.problems import Denied
from tablee.server.http.proxy import address_of
from tablee.server.service import Service
from tablee.server.store.contract import Person, Token

YEAR = 365 * 24 * 3600
LONGEST_LABEL = 120


class Asker(Struct, frozen=True):
    """Where a request comes from, and from whom, as far as one knows."""

    address: str
    person: Person | None = None
    token: bytes | None = None  # its hash


Here = NamedDependency[Service]
Asks = NamedDependency[Asker]
Myself = NamedDependency[Person]
"""What a route can be given: the parts of the server, who asks, and who that must be."""


def hashed(token: str) -> bytes:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


async def find_asker(connection: Connection, service: Service) -> Asker:
    """Who is behind a connection."""
    address = address_of(connection.scope)
    token = bearer(connection) or connection.cookies.get(COOKIE)
    if not token:
        return Asker(address)
    found = hashed(token)
    person = await service.store.person_by_token(found)
    if person is None or person.deleted is not None:
        return Asker(address)
    return Asker(address, person, found)


def provide_service(state: AppState) -> Service:
    """The parts of the server, for a route that names them."""
    found: Service = state.service
    return found


async def provide_asker(request: Request[Any, Any, Any], service: Here) -> Asker:
    """Who asks; every account has its limit."""
    asker = await find_asker(request, service)
    if asker.person is not None:
        service.limits.accounts.check(asker.person.id)
    if asker.token is not None:
        service.sightings.note(asker.token)
    return asker


async def provide_me(asker: Asks) -> Person:
    """The person who asks; 401 if nobody is known."""
    if asker.person is None:
        raise Denied(401, "serve.nobody")
    return asker.person


async def new_token(connection: Connection, service: Service, person: str) -> tuple[Cookie, bytes]:
    """A token for another device of somebody, as a cookie; the value is also a bearer token."""
    token = secrets.token_urlsafe(16)
    now = service.now()
    label = connection.headers.get("user-agent", "")[:LONGEST_LABEL]
    await service.store.add_token(Token(hashed(token), person, now, now, label))
    return cookie(connection, service, token, YEAR), hashed(token)


def cookie(connection: Connection, service: Service, token: str, age: int) -> Cookie:
    """The cookie that holds a token."""
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=age,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection, service.config),
    )
