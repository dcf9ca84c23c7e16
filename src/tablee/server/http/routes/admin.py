"""The local API for operators: `tablee admin` over HTTP, from this machine and with a token."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody
from msgspec.structs import replace

from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import ServiceDep
from tablee.server.http.origin import bearer_token
from tablee.server.http.proxy import read_address
from tablee.server.moderation.bodies import Found, FoundPerson, NewAct, Reported
from tablee.server.moderation.operator import Operator
from tablee.server.service import Service
from tablee.server.store.moderation import Act

MOST = 1_000  # lines of the audit log

OperatorDep = NamedDependency[Operator]


async def provide_operator(request: Request[Any, Any, Any], service: ServiceDep) -> Operator:
    """Provide the operator whose token it is; elsewhere than on this machine there is nothing."""
    peer = request.client.host if request.client else ""
    if not service.operators or not is_local(peer):
        raise NotFoundException
    name = service.operators.name_of(bearer_token(request) or "")
    if name is None:
        raise HttpRefusal(401, "admin.wrong_token")
    return Operator(service.store, name, service.now)


def is_local(address: str) -> bool:
    """Return whether an address is one of this machine's own.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("::ffff:127.0.0.1")
    (True, True, True)
    >>> is_local("10.0.0.1"), is_local("2001:db8::1"), is_local("")
    (False, False, False)
    """
    found = read_address(address)
    return found is not None and found.is_loopback


@get("/admin/find")
async def find(service: ServiceDep, operator: OperatorDep, text: FromQuery[str]) -> Found:
    """Find people by id, login or part of the name, and a table by its id."""
    found = await operator.find(text)
    return replace(found, people=[with_address(service, one) for one in found.people])


def with_address(service: Service, person: FoundPerson) -> FoundPerson:
    """Return a person with the address they were last seen at, if that is known here."""
    address = service.limits.last_addresses.of(person.id)
    return replace(person, address=None if address == person.id else address)


@get("/admin/reports")
async def read_reports(operator: OperatorDep) -> list[Reported]:
    """List the open reports, the oldest first."""
    return await operator.reports()


@get("/admin/sanctions")
async def read_sanctions(operator: OperatorDep) -> list[Act]:
    """List the sanctions in force."""
    return await operator.sanctions()


@get("/admin/log")
async def read_log(operator: OperatorDep) -> list[Act]:
    """List what operators have done, the newest first."""
    return await operator.log(MOST)


@post("/admin/acts")
async def act(service: ServiceDep, operator: OperatorDep, data: JSONBody[NewAct]) -> Act:
    """Mute, suspend, ban or lift, close a table, erase a message, or resolve a report."""
    done = await operator.act(data.deed, data.target, data.reason, data.seconds)
    await service.sanctions.reload()
    return done


ROUTES: list[HTTPRouteHandler] = [find, read_reports, read_sanctions, read_log, act]
