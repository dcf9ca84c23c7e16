"""Accounts: guests, passwords, signing in, and deletion."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from tablee.server.auth.accounts import identity_of
from tablee.server.auth.common_passwords import is_common
from tablee.server.auth.guesses import device_cookie, is_known, issue_device
from tablee.server.auth.tokens import hash_token
from tablee.server.bodies import ChangeMe, Login, Me, NewGuest, NewPassword, Proof
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import (
    YEAR,
    MeDep,
    PlayerDep,
    Requester,
    RequesterDep,
    ServiceDep,
    cookie,
    sign_in_device,
)
from tablee.server.http.origin import COOKIE
from tablee.server.service import Service
from tablee.server.store.contract import LoginTaken


async def me_of(service: Service, id: str) -> Me:
    """Return an account as only its owner may see it."""
    person = await service.store.person(id)
    assert person is not None
    passkeys = len(await service.store.passkeys_of(id))
    guest = person.password_hash is None and passkeys == 0
    return Me(person.id, person.name, person.avatar, guest, person.login, passkeys)


@get("/me")
async def read_me(
    request: Request[Any, Any, Any], service: ServiceDep, requester: RequesterDep, me: MeDep
) -> Response[Me]:
    """Return my account; 401 if I have none. A browser's cookie is valid for another year."""
    token = request.cookies.get(COOKIE, "")
    known = hash_token(token) == requester.token
    renewed = [cookie(request, service, token, YEAR)] if known else []
    return Response(await me_of(service, me.id), cookies=renewed)


@post("/guest", status_code=201)
async def enter(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    data: JSONBody[NewGuest],
) -> Response[Me]:
    """Create a guest: a name is enough to play. The cookie's value is also a bearer token.

    A person who is signed in keeps their account.
    """
    if requester.person is not None:
        return Response(await me_of(service, requester.person.id))
    service.sanctions.check(None, requester.address)
    with service.limits.guests.counted(requester.address):
        person = await service.accounts.create_guest(data.name, data.avatar)
    signed_in, _ = await sign_in_device(request, service, person.id)
    return Response(await me_of(service, person.id), cookies=[signed_in])


@patch("/me")
async def change_me(service: ServiceDep, player: PlayerDep, data: JSONBody[ChangeMe]) -> Me:
    """Change my name or picture."""
    name = data.name
    if name is not None:
        name = await service.accounts.checked_name(name, player.id)
    await service.store.change_person(player.id, name=name, avatar=data.avatar)
    await service.accounts.claim_name(player.id)
    changed = await service.store.person(player.id)
    assert changed is not None
    for connection in service.connections.of(player.id):
        connection.session.who = identity_of(changed)
    return await me_of(service, player.id)


@delete("/me")
async def forget_me(
    request: Request[Any, Any, Any], service: ServiceDep, requester: RequesterDep, me: MeDep
) -> Response[None]:
    """Delete my account with its devices and chat messages; bots take over its seats.

    It takes a fresh proof of identity, unless I'm a guest. Rated matches are resigned, as bots
    don't play there. This device is signed out last, so that it can try again if the database
    becomes unreachable.
    """
    await service.proofs.check(me, requester.token)
    await service.accounts.sign_out_others(me.id, requester.token)
    await service.accounts.delete(me)
    return Response(None, status_code=204, cookies=[cookie(request, service, "", 0)])


@post("/me/password", status_code=200)
async def keep_by_password(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    me: MeDep,
    data: JSONBody[NewPassword],
) -> Response[Me]:
    """Set a login name and a password, to sign in on other devices.

    It takes the current password or a fresh proof of identity, unless I'm a guest. A change signs
    out all other devices: one of them may be the reason. Of two changes at the same moment, the
    first one counts.
    """
    login, old = data.login.casefold(), me.password_hash
    if data.current is not None:
        await check_password(service, requester, old, data.current)
    else:
        await service.proofs.check(me, requester.token)
    if is_common(data.password, login):
        raise HttpRefusal(400, "serve.common_password")
    new = await service.passwords.hash(data.password)
    try:
        await service.store.change_password(me.id, login, new, before=old)
    except LoginTaken:
        raise HttpRefusal(409, "serve.login_taken", login=data.login) from None
    now = await service.store.person(me.id)
    if now is None or now.password_hash != new:
        raise HttpRefusal(403, "serve.wrong_password")
    await service.accounts.claim_name(me.id)
    await service.proofs.record(requester.token)
    if old is not None:
        await service.accounts.sign_out_others(me.id, requester.token)
    await service.proofs.tell_others(me, requester.token, "password_set")
    known = known_device(request, service, login, new)
    return Response(await me_of(service, me.id), cookies=[known])


async def check_password(
    service: Service, requester: Requester, stored: str | None, password: str
) -> None:
    """Refuse a wrong password of an account that is signed in."""
    service.limits.logins.check(requester.address)
    async with service.guesses.counted("signed in", (requester.token or b"").hex()):
        if not await service.passwords.verify(password, stored):
            raise HttpRefusal(403, "serve.wrong_password")


@post("/me/proof", status_code=204)
async def prove_by_password(
    service: ServiceDep, requester: RequesterDep, me: MeDep, data: JSONBody[Proof]
) -> None:
    """Prove by my password that it's me, for the sensitive steps of the next minutes."""
    await check_password(service, requester, me.password_hash, data.password)
    await service.proofs.record(requester.token)


@post("/login", status_code=200)
async def log_in(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    data: JSONBody[Login],
) -> Response[Me]:
    """Sign in with a password; a guest account used on this device until now is deleted."""
    service.limits.logins.check(requester.address)
    login = data.login.casefold()
    person = await service.store.person_by_login(login)
    stored = person.password_hash if person is not None else None
    device = request.cookies.get(device_cookie(login))
    whose = ("device", device) if device and is_known(device, stored) else ("login", login)
    async with service.guesses.counted(*whose):
        if not await service.passwords.verify(data.password, stored) or person is None:
            raise HttpRefusal(401, "serve.wrong_login")
    return await sign_in(request, service, requester, person.id, stored)


def known_device(
    request: Request[Any, Any, Any], service: Service, login: str, password_hash: str
) -> Cookie:
    """Return the cookie of a device whose next sign-in attempts strangers can't slow down."""
    device, name = issue_device(password_hash), device_cookie(login)
    return cookie(request, service, device, YEAR, name=name, path="/api/login")


async def sign_in(
    request: Request[Any, Any, Any],
    service: Service,
    requester: Requester,
    person: str,
    password_hash: str | None = None,
) -> Response[Me]:
    """Sign this device in with a new token, which replaces its old one.

    If the password was changed while it was being verified, the sign-in is undone: a change signs
    out all other devices, and would have missed this one.
    """
    signed_in, token = await sign_in_device(request, service, person)
    await service.proofs.record(token)
    await service.accounts.claim_name(person)
    cookies = [signed_in]
    now = await service.store.person(person)
    if password_hash is not None and (now is None or now.password_hash != password_hash):
        await service.accounts.sign_out(token)
        raise HttpRefusal(401, "serve.wrong_login")
    if now is not None and now.login is not None and now.password_hash is not None:
        cookies.append(known_device(request, service, now.login, now.password_hash))
    if requester.token is not None:
        await service.accounts.sign_out(requester.token)
    if requester.person is not None:
        await service.accounts.delete_lost_guest(requester.person)
    return Response(await me_of(service, person), status_code=200, cookies=cookies)


ROUTES: list[HTTPRouteHandler] = [
    read_me,
    enter,
    change_me,
    forget_me,
    keep_by_password,
    prove_by_password,
    log_in,
]
