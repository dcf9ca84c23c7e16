"""People: guests, accounts kept by a password, and how to be forgotten."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Request, Response, delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from tablee.server.auth.accounts import forget_lost_guest, forget_person
from tablee.server.bodies import ChangeMe, Login, Me, NewGuest, NewPassword
from tablee.server.http.authentication import (
    YEAR,
    Asker,
    Asks,
    Here,
    Myself,
    cookie,
    hashed,
    new_token,
)
from tablee.server.http.origin import COOKIE
from tablee.server.http.problems import Denied
from tablee.server.http.routes.devices import forget, forget_others
from tablee.server.sanitize import clean
from tablee.server.service import Service, who
from tablee.server.store.contract import LoginTaken, Person


async def me_of(service: Service, id: str) -> Me:
    """Somebody, as only he may see himself."""
    person = await service.store.person(id)
    assert person is not None
    passkeys = len(await service.store.passkeys_of(id))
    guest = person.password_hash is None and passkeys == 0
    return Me(person.id, person.name, person.avatar, guest, person.login, passkeys)


async def create_guest(service: Service, name: str, avatar: str) -> Person:
    """Somebody new."""
    person = Person(secrets.token_hex(16), clean(name, "name"), avatar, service.now())
    await service.store.create_person(person)
    return person


@get("/me")
async def read_me(
    request: Request[Any, Any, Any], service: Here, asker: Asks, me: Myself
) -> Response[Me]:
    """Who I am; 401 if nobody is known yet. The cookie of a browser is good for another year."""
    token = request.cookies.get(COOKIE, "")
    renewed = [cookie(request, service, token, YEAR)] if hashed(token) == asker.token else []
    return Response(await me_of(service, me.id), cookies=renewed)


@post("/guest", status_code=201)
async def enter(
    request: Request[Any, Any, Any], service: Here, asker: Asks, data: JSONBody[NewGuest]
) -> Response[Me]:
    """A name is enough to play. Sets the cookie; its value is a bearer token, too.

    Who is known already stays who he is.
    """
    if asker.person is not None:
        return Response(await me_of(service, asker.person.id))
    with service.limits.guests.counted(asker.address):
        person = await create_guest(service, data.name, data.avatar)
    token, _ = await new_token(request, service, person.id)
    return Response(await me_of(service, person.id), cookies=[token])


@patch("/me")
async def change_me(service: Here, me: Myself, data: JSONBody[ChangeMe]) -> Me:
    """Another name or picture."""
    name = None if data.name is None else clean(data.name, "name")
    await service.store.change_person(me.id, name=name, avatar=data.avatar)
    changed = await service.store.person(me.id)
    assert changed is not None
    for line in service.lines_of(me.id):
        line.session.who = who(changed)
    return await me_of(service, me.id)


@delete("/me")
async def forget_me(
    request: Request[Any, Any, Any], service: Here, asker: Asks, me: Myself
) -> Response[None]:
    """Name, picture, login, passkeys, devices and words are forgotten; bots play on.

    A rated match is resigned: no bot plays there. This device is known until the end, so that it
    can try again if the store is gone meanwhile.
    """
    await forget_others(service, me.id, asker.token)
    await forget_person(service, me)
    return Response(None, status_code=204, cookies=[cookie(request, service, "", 0)])


@post("/me/password", status_code=200)
async def keep_by_password(
    service: Here, asker: Asks, me: Myself, data: JSONBody[NewPassword]
) -> Me:
    """A login name and a password, to find the account again on another device.

    Who changes them has to know the present password, and all his other devices are logged out:
    one of them may be the reason. Of two who do it at the same moment the first is heard.
    """
    login, old = data.login.casefold(), me.password_hash
    if old is not None:
        service.limits.logins.check(asker.address)
        if not await service.passwords.fits(data.current or "", old):
            raise Denied(403, "serve.wrong_password")
    kept = await service.passwords.hash(data.password)
    try:
        await service.store.change_password(me.id, login, kept, before=old)
    except LoginTaken:
        raise Denied(409, "serve.login_taken", login=data.login) from None
    now = await service.store.person(me.id)
    if now is None or now.password_hash != kept:
        raise Denied(403, "serve.wrong_password")
    if old is not None:
        await forget_others(service, me.id, asker.token)
    return await me_of(service, me.id)


@post("/login", status_code=200)
async def log_in(
    request: Request[Any, Any, Any], service: Here, asker: Asks, data: JSONBody[Login]
) -> Response[Me]:
    """Back to an account; who was here as a guest until now is forgotten."""
    service.limits.logins.check(asker.address)  # not by login: all could lock out its owner
    person = await service.store.person_by_login(data.login.casefold())
    kept = person.password_hash if person is not None else None
    if not await service.passwords.fits(data.password, kept) or person is None:
        raise Denied(401, "serve.wrong_login")
    return await welcome_back(request, service, asker, person.id, kept)


async def welcome_back(
    request: Request[Any, Any, Any],
    service: Service,
    asker: Asker,
    person: str,
    password_hash: str | None = None,
) -> Response[Me]:
    """A new token for this device, in place of the one it had, whose connections end.

    Whoever came by a password that was changed while it was checked gets none: all devices but the
    one that changed it are logged out, and this one might have been overlooked.
    """
    cookie, token = await new_token(request, service, person)
    if password_hash is not None:
        now = await service.store.person(person)
        if now is None or now.password_hash != password_hash:
            await forget(service, token)
            raise Denied(401, "serve.wrong_login")
    if asker.token is not None:
        await forget(service, asker.token)
    if asker.person is not None:
        await forget_lost_guest(service, asker.person)
    return Response(await me_of(service, person), status_code=200, cookies=[cookie])


ROUTES: list[HTTPRouteHandler] = [
    read_me,
    enter,
    change_me,
    forget_me,
    keep_by_password,
    log_in,
]
