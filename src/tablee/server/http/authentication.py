"""Find the person behind a request, by a browser's cookie or a program's bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency
from msgspec import Struct

from tablee.server.auth.tokens import hash_token, issue_token
from tablee.server.errors import HttpRefusal
from tablee.server.http.origin import COOKIE, Connection, bearer_token, is_secure
from tablee.server.http.proxy import client_address
from tablee.server.service import Service
from tablee.server.store.contract import Person

YEAR = 365 * 24 * 3600


class Requester(Struct, frozen=True):
    """Where a request comes from, and from whom if they are known."""

    address: str
    person: Person | None = None
    token: bytes | None = None  # its hash


ServiceDep = NamedDependency[Service]
RequesterDep = NamedDependency[Requester]
MeDep = NamedDependency[Person]
PlayerDep = NamedDependency[Person]
"""What a route can ask for by name: the server's parts, the requester, the signed-in person.

`me` may be suspended, and can still look after their account; `player` isn't.
"""


async def find_requester(connection: Connection, service: Service) -> Requester:
    """Return the requester of a connection."""
    address = client_address(connection.scope)
    token = bearer_token(connection) or connection.cookies.get(COOKIE)
    if not token:
        return Requester(address)
    hashed = hash_token(token)
    person = await service.store.person_by_token(hashed)
    if person is None or person.deleted is not None:
        return Requester(address)
    service.limits.last_addresses.note(person.id, address)
    return Requester(address, person, hashed)


def provide_service(state: AppState) -> Service:
    """Provide the server's parts."""
    found: Service = state.service
    return found


async def provide_requester(request: Request[Any, Any, Any], service: ServiceDep) -> Requester:
    """Provide the requester, within the rate limit of their account."""
    requester = await find_requester(request, service)
    if requester.person is not None:
        service.limits.accounts.check(requester.person.id)
    if requester.token is not None:
        service.last_seen.note(requester.token)
    return requester


async def provide_me(requester: RequesterDep) -> Person:
    """Provide the signed-in person; answer 401 if there is none."""
    if requester.person is None:
        raise HttpRefusal(401, "serve.nobody")
    return requester.person


async def provide_player(me: MeDep, requester: RequesterDep, service: ServiceDep) -> Person:
    """Provide the signed-in person; 403 if they, or their network, are suspended."""
    service.sanctions.check(me.id, requester.address)
    return me


async def sign_in_device(
    connection: Connection, service: Service, person: str
) -> tuple[Cookie, bytes]:
    """Sign a person in on the device that asks; the cookie's value is also a bearer token."""
    label = connection.headers.get("user-agent", "")
    token = await issue_token(service.store, person, label, service.now())
    return cookie(connection, service, token, YEAR), hash_token(token)


def cookie(
    connection: Connection,
    service: Service,
    value: str,
    age: int,
    *,
    name: str = COOKIE,
    path: str = "/",
) -> Cookie:
    """Return a cookie that scripts can't read, by default the one that holds a token."""
    return Cookie(
        key=name,
        value=value,
        path=path,
        max_age=age,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection, service.config),
    )
