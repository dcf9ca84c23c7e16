"""People: guests, accounts kept by a password, and how to be forgotten."""

from __future__ import annotations

import asyncio
import io
import json
import re
import secrets
import unicodedata
import zipfile
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.bodies import ChangeMe, Login, Me, NewGuest, NewPassword
from tablee.server.store.contract import LoginTaken, Person

from .asker import Asker, Asks, Here, Myself, cookie, new_token
from .problems import Denied
from .service import Service, farewell, who

EXPORTED = 10_000  # matches at most
BLANK = re.compile(r"\s+")


def clean_name(name: str) -> str:
    """A name without what cannot be seen; Denied if nothing is left."""
    seen = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", name)
        if char.isspace() or unicodedata.category(char)[0] != "C"
    )
    seen = BLANK.sub(" ", seen).strip()
    if not any(unicodedata.category(char)[0] in "LNSP" for char in seen):
        raise Denied(400, "serve.blank_name")
    return seen


async def me_of(service: Service, id: str) -> Me:
    """Somebody, as only he may see himself."""
    person = await service.store.person(id)
    assert person is not None
    passkeys = len(await service.store.passkeys_of(id))
    guest = person.password_hash is None and passkeys == 0
    return Me(person.id, person.name, person.avatar, guest, person.login, passkeys)


async def is_guest(service: Service, person: Person) -> bool:
    """Whether somebody keeps his account by nothing but a cookie."""
    return person.password_hash is None and not await service.store.passkeys_of(person.id)


async def create_guest(service: Service, name: str, avatar: str) -> Person:
    """Somebody new."""
    person = Person(secrets.token_hex(16), clean_name(name), avatar, service.now())
    await service.store.create_person(person)
    return person


@get("/me")
async def read_me(service: Here, me: Myself) -> Me:
    """Who I am; 401 if nobody is known yet."""
    return await me_of(service, me.id)


@post("/guest", status_code=201)
async def enter(
    request: Request[Any, Any, Any], service: Here, asker: Asks, data: JSONBody[NewGuest]
) -> Response[Me]:
    """A name is enough to play. Sets the cookie; its value is a bearer token, too.

    Who is known already stays who he is.
    """
    if asker.person is not None:
        return Response(await me_of(service, asker.person.id))
    service.limits.guests.check(asker.address)
    person = await create_guest(service, data.name, data.avatar)
    token, _ = await new_token(request, service, person.id)
    return Response(await me_of(service, person.id), cookies=[token])


@patch("/me")
async def change_me(service: Here, me: Myself, data: JSONBody[ChangeMe]) -> Me:
    """Another name or picture."""
    name = None if data.name is None else clean_name(data.name)
    await service.store.change_person(me.id, name=name, avatar=data.avatar)
    changed = await service.store.person(me.id)
    assert changed is not None
    for line in service.lines_of(me.id):
        line.session.who = who(changed)
    return await me_of(service, me.id)


@delete("/me")
async def forget_me(request: Request[Any, Any, Any], service: Here, me: Myself) -> Response[None]:
    """Name, picture, login, passkeys and devices are forgotten; bots go on in running matches."""
    await leave_everything(service, me)
    await service.store.forget_person(me.id, service.now())
    for line in service.lines_of(me.id):
        line.hang_up(farewell("serve.logged_out", None))
    return Response(None, status_code=204, cookies=[cookie(request, service, "", 0)])


async def leave_everything(service: Service, me: Person) -> None:
    """Nobody shall wait for somebody who does not come back."""
    for head in await service.store.tables_of(me.id, ("lobby", "playing"), EXPORTED):
        room = await service.hall.room(head.table)
        commands: list[wire.Command] = [
            wire.Stand(secrets.token_hex(8), head.table, seat)
            if room.stage == "lobby"
            else wire.HandToBot(secrets.token_hex(8), head.table, seat, "casual")
            for seat in room.seats_of(me.id)
        ]
        if room.stage == "lobby" and room.host == me.id:
            commands = [wire.CloseTable(secrets.token_hex(8), head.table)]
        for command in commands:
            with suppress(Refusal):  # it is over by now, or a bot plays already
                await service.hall.do(command, who(me))


@post("/me/password", status_code=200)
async def keep_by_password(service: Here, me: Myself, data: JSONBody[NewPassword]) -> Me:
    """A login name and a password, to find the account again on another device."""
    login = data.login.casefold()
    kept = await service.passwords.hash(data.password)
    try:
        await service.store.change_person(me.id, login=login, password_hash=kept)
    except LoginTaken:
        raise Denied(409, "serve.login_taken", login=data.login) from None
    return await me_of(service, me.id)


@post("/login", status_code=200)
async def log_in(
    request: Request[Any, Any, Any], service: Here, asker: Asks, data: JSONBody[Login]
) -> Response[Me]:
    """Back to an account; who was here as a guest until now is left behind."""
    service.limits.logins.check(f"address {asker.address}")
    service.limits.logins.check(f"login {data.login.casefold()}")
    person = await service.store.person_by_login(data.login.casefold())
    kept = person.password_hash if person is not None else None
    if not await service.passwords.fits(data.password, kept) or person is None:
        raise Denied(401, "serve.wrong_login")
    return await welcome_back(request, service, asker, person.id)


async def welcome_back(
    request: Request[Any, Any, Any], service: Service, asker: Asker, person: str
) -> Response[Me]:
    """A new token for this device, in place of the one it had."""
    if asker.token is not None:
        await service.store.drop_token(asker.token)
    token, _ = await new_token(request, service, person)
    return Response(await me_of(service, person), status_code=200, cookies=[token])


@get("/me/export", media_type="application/zip")
async def export_me(service: Here, me: Myself) -> Response[bytes]:
    """All my finished matches as transcripts, and what is known of me."""
    matches = {}
    for head in await service.store.tables_of(me.id, ("over",), EXPORTED):
        room = await service.hall.room(head.table)
        if room.match is not None:
            matches[f"matches/{head.game}-{head.table}.tablee"] = room.match.transcript.text()
    about = {
        "person": {
            "id": me.id, "name": me.name, "avatar": me.avatar, "created": me.created,
            "login": me.login,
        },
        "devices": [
            {"created": one.created, "last_used": one.last_used, "label": one.label}
            for one in await service.store.tokens_of(me.id)
        ],
        "passkeys": [
            {"created": one.created, "name": one.name}
            for one in await service.store.passkeys_of(me.id)
        ],
        "results": msgspec.to_builtins(await service.store.results_of(me.id)),
    }  # fmt: skip
    files = {"me.json": json.dumps(about, indent=2, ensure_ascii=False) + "\n", **matches}
    packed = await asyncio.to_thread(pack, files)
    headers = {"Content-Disposition": 'attachment; filename="tablee.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def pack(files: dict[str, str]) -> bytes:
    """Texts in a zip; the same texts give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


ROUTES: list[HTTPRouteHandler] = [
    read_me,
    enter,
    change_me,
    forget_me,
    keep_by_password,
    log_in,
    export_me,
]
