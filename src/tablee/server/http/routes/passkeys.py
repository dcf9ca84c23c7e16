"""Passkeys (WebAuthn): to keep an account, and to come back to it, without a password.

A challenge is remembered by the process that made it, for a few minutes: behind a proxy the same
browser has to reach the same process in that time.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import urlsplit

import webauthn
from litestar import Request, Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tablee.refusals import Refusal
from tablee.server.bodies import Me, PasskeyKept, PasskeyMade, PasskeyUsed
from tablee.server.http.authentication import Asks, Here, Myself
from tablee.server.http.origin import Connection, own_address
from tablee.server.http.parsing import PasskeyInPath
from tablee.server.http.problems import Denied
from tablee.server.http.routes.accounts import me_of, welcome_back
from tablee.server.service import Service
from tablee.server.store.contract import Passkey

MOST_KEYS = 20
SHOWN = 16  # hexadecimal digits: enough to tell one's passkeys apart


def party(connection: Connection, service: Service) -> tuple[str, str]:
    """The domain that passkeys are bound to, and the origin that uses them."""
    origin = service.config.public_address or own_address(connection)
    try:
        return urlsplit(origin).hostname or "localhost", origin
    except ValueError:
        problem = Refusal("unreadable.pattern", field="Host")
        raise Denied(400, "serve.bad_request", problem=problem) from None


def challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that a credential answers; Denied if it is no credential."""
    try:
        data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Denied(400, "serve.passkey_failed") from None


def name_of(credential: bytes) -> str:
    """What a passkey is called in addresses; the credential itself may be a thousand bytes."""
    return hashlib.sha256(credential).hexdigest()[:SHOWN]


@get("/me/passkeys")
async def read_passkeys(service: Here, me: Myself) -> list[PasskeyKept]:
    """The passkeys that open my account, the oldest first."""
    return [
        PasskeyKept(name_of(one.credential), one.name, one.created)
        for one in await service.store.passkeys_of(me.id)
    ]


@delete("/me/passkeys/{passkey:str}")
async def drop_passkey(service: Here, me: Myself, passkey: PasskeyInPath) -> None:
    """A passkey opens my account no more, unless nothing else would."""
    for one in await service.store.passkeys_of(me.id):
        if name_of(one.credential) == passkey:
            await service.store.drop_passkey(me.id, one.credential)
            if await service.store.passkey(one.credential) is not None:
                raise Denied(409, "serve.last_passkey")
            return
    raise Denied(404, "serve.no_passkey", passkey=passkey)


def check_number(known: list[Passkey]) -> None:
    """Asked before the browser makes one that would open nothing."""
    if len(known) >= MOST_KEYS:
        raise Denied(409, "serve.too_many_passkeys", most=MOST_KEYS)


@post("/passkey/register/begin", status_code=200)
async def begin_register(
    request: Request[Any, Any, Any], service: Here, me: Myself
) -> dict[str, Any]:
    """What `navigator.credentials.create` wants to be told."""
    domain, _ = party(request, service)
    known = await service.store.passkeys_of(me.id)
    check_number(known)
    options = webauthn.generate_registration_options(
        rp_id=domain,
        rp_name="Tablée",
        user_id=bytes.fromhex(me.id),
        user_name=me.login or me.name,
        user_display_name=me.name,
        challenge=service.challenges.give(f"register {me.id}"),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(one.credential) for one in known],
    )
    told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return told


@post("/passkey/register/finish", status_code=200)
async def finish_register(
    request: Request[Any, Any, Any], service: Here, me: Myself, data: JSONBody[PasskeyMade]
) -> Me:
    """The new passkey, as the browser has made it."""
    challenge = challenge_in(data.credential)
    service.challenges.take(challenge, f"register {me.id}")
    check_number(await service.store.passkeys_of(me.id))
    domain, origin = party(request, service)
    try:
        made = webauthn.verify_registration_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
        )
    except Exception:  # whatever it stumbles over, it is no passkey
        raise Denied(400, "serve.passkey_failed") from None
    if await service.store.passkey(made.credential_id) is not None:
        raise Denied(400, "serve.passkey_failed")
    await service.store.add_passkey(
        Passkey(
            made.credential_id,
            me.id,
            made.credential_public_key,
            made.sign_count,
            data.name,
            service.now(),
        )
    )
    return await me_of(service, me.id)


@post("/passkey/login/begin", status_code=200)
async def begin_login(
    request: Request[Any, Any, Any], service: Here, asker: Asks
) -> dict[str, Any]:
    """What `navigator.credentials.get` wants to be told."""
    service.limits.logins.check(asker.address)
    domain, _ = party(request, service)
    options = webauthn.generate_authentication_options(
        rp_id=domain,
        challenge=service.challenges.give("login"),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return told


@post("/passkey/login/finish", status_code=200)
async def finish_login(
    request: Request[Any, Any, Any], service: Here, asker: Asks, data: JSONBody[PasskeyUsed]
) -> Response[Me]:
    """Back to the account that a passkey belongs to."""
    challenge = challenge_in(data.credential)
    service.challenges.take(challenge, "login")
    domain, origin = party(request, service)
    try:
        identifier = base64url_to_bytes(data.credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Denied(401, "serve.passkey_failed") from None
    known = await service.store.passkey(identifier)
    if known is None:
        raise Denied(401, "serve.passkey_failed")
    try:
        checked = webauthn.verify_authentication_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except Exception:  # whatever it stumbles over, it is not the one we know
        raise Denied(401, "serve.passkey_failed") from None
    await service.store.used_passkey(identifier, checked.new_sign_count)
    return await welcome_back(request, service, asker, known.person)


ROUTES: list[HTTPRouteHandler] = [
    read_passkeys,
    drop_passkey,
    begin_register,
    finish_register,
    begin_login,
    finish_login,
]
