"""Passkeys (WebAuthn): sign in without a password.

The process that issued a challenge remembers it for a few minutes: behind a proxy, a browser has to
reach the same process in that time.
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
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import MeDep, RequesterDep, ServiceDep
from tablee.server.http.origin import Connection, own_origin
from tablee.server.http.parsing import PasskeyInPath
from tablee.server.http.routes.accounts import me_of, sign_in
from tablee.server.service import Service
from tablee.server.store.contract import Passkey

MOST_PASSKEYS = 20
ID_DIGITS = 16  # hexadecimal: enough to tell a person's passkeys apart


def relying_party(connection: Connection, service: Service) -> tuple[str, str]:
    """Return the domain that passkeys are bound to, and the origin that uses them."""
    origin = service.config.public_address or own_origin(connection)
    try:
        return urlsplit(origin).hostname or "localhost", origin
    except ValueError:
        problem = Refusal("unreadable.pattern", field="Host")
        raise HttpRefusal(400, "serve.bad_request", problem=problem) from None


def challenge_in(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a credential answers."""
    try:
        data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(data["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise HttpRefusal(400, "serve.passkey_failed") from None


def passkey_id(credential: bytes) -> str:
    """Return the id of a passkey; the credential itself may be a thousand bytes."""
    return hashlib.sha256(credential).hexdigest()[:ID_DIGITS]


@get("/me/passkeys")
async def read_passkeys(service: ServiceDep, me: MeDep) -> list[PasskeyKept]:
    """List my passkeys, oldest first."""
    return [
        PasskeyKept(passkey_id(one.credential), one.name, one.created)
        for one in await service.store.passkeys_of(me.id)
    ]


@delete("/me/passkeys/{passkey:str}")
async def drop_passkey(
    service: ServiceDep, requester: RequesterDep, me: MeDep, passkey: PasskeyInPath
) -> None:
    """Delete one of my passkeys, unless it is the only way to sign in; it takes a fresh proof."""
    await service.proofs.check(me, requester.token)
    for one in await service.store.passkeys_of(me.id):
        if passkey_id(one.credential) == passkey:
            await service.store.drop_passkey(me.id, one.credential)
            if await service.store.passkey(one.credential) is not None:
                raise HttpRefusal(409, "serve.last_passkey")
            await service.proofs.tell_others(me, requester.token, "passkey_removed")
            return
    raise HttpRefusal(404, "serve.no_passkey", passkey=passkey)


def check_count(known: list[Passkey]) -> None:
    """Refuse too many passkeys, before the browser creates one in vain."""
    if len(known) >= MOST_PASSKEYS:
        raise HttpRefusal(409, "serve.too_many_passkeys", most=MOST_PASSKEYS)


@post("/passkey/register/begin", status_code=200)
async def begin_register(
    request: Request[Any, Any, Any], service: ServiceDep, requester: RequesterDep, me: MeDep
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.create`; it takes a fresh proof of identity."""
    await service.proofs.check(me, requester.token)
    domain, _ = relying_party(request, service)
    known = await service.store.passkeys_of(me.id)
    check_count(known)
    options = webauthn.generate_registration_options(
        rp_id=domain,
        rp_name="Tablée",
        user_id=bytes.fromhex(me.id),
        user_name=me.login or me.name,
        user_display_name=me.name,
        challenge=service.challenges.issue(f"register {me.id}"),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(one.credential) for one in known],
    )
    answer: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return answer


@post("/passkey/register/finish", status_code=200)
async def finish_register(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    me: MeDep,
    data: JSONBody[PasskeyMade],
) -> Me:
    """Add the passkey that the browser has created."""
    challenge = challenge_in(data.credential)
    service.challenges.redeem(challenge, f"register {me.id}")
    check_count(await service.store.passkeys_of(me.id))
    domain, origin = relying_party(request, service)
    try:
        made = webauthn.verify_registration_response(
            credential=data.credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
        )
    except Exception:  # of any kind: it isn't a valid passkey
        raise HttpRefusal(400, "serve.passkey_failed") from None
    if await service.store.passkey(made.credential_id) is not None:
        raise HttpRefusal(400, "serve.passkey_failed")
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
    await service.accounts.claim_name(me.id)
    await service.proofs.record(requester.token)
    await service.proofs.tell_others(me, requester.token, "passkey_added")
    return await me_of(service, me.id)


def options_to_use(
    request: Connection, service: Service, purpose: str, mine: list[Passkey]
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`: for my passkeys, or for any."""
    domain, _ = relying_party(request, service)
    options = webauthn.generate_authentication_options(
        rp_id=domain,
        challenge=service.challenges.issue(purpose),
        allow_credentials=[PublicKeyCredentialDescriptor(one.credential) for one in mine],
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    answer: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return answer


async def passkey_used(
    request: Connection, service: Service, purpose: str, credential: dict[str, Any], status: int
) -> Passkey:
    """Return the passkey that answers a challenge; anything else is refused with this status."""
    challenge = challenge_in(credential)
    service.challenges.redeem(challenge, purpose)
    domain, origin = relying_party(request, service)
    try:
        identifier = base64url_to_bytes(credential["rawId"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise HttpRefusal(status, "serve.passkey_failed") from None
    known = await service.store.passkey(identifier)
    if known is None:
        raise HttpRefusal(status, "serve.passkey_failed")
    try:
        checked = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=domain,
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.sign_count,
        )
    except Exception:  # of any kind: it isn't a valid answer
        raise HttpRefusal(status, "serve.passkey_failed") from None
    await service.store.used_passkey(identifier, checked.new_sign_count)
    return known


@post("/passkey/login/begin", status_code=200)
async def begin_login(
    request: Request[Any, Any, Any], service: ServiceDep, requester: RequesterDep
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`."""
    service.limits.logins.check(requester.address)
    return options_to_use(request, service, "login", [])


@post("/passkey/login/finish", status_code=200)
async def finish_login(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    data: JSONBody[PasskeyUsed],
) -> Response[Me]:
    """Sign in to the account of a passkey."""
    known = await passkey_used(request, service, "login", data.credential, 401)
    return await sign_in(request, service, requester, known.person)


@post("/passkey/proof/begin", status_code=200)
async def begin_proof(
    request: Request[Any, Any, Any], service: ServiceDep, me: MeDep
) -> dict[str, Any]:
    """Return the options for `navigator.credentials.get`, to prove that it's me."""
    mine = await service.store.passkeys_of(me.id)
    return options_to_use(request, service, f"proof {me.id}", mine)


@post("/passkey/proof/finish", status_code=204)
async def finish_proof(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    me: MeDep,
    data: JSONBody[PasskeyUsed],
) -> None:
    """Prove by a passkey of mine that it's me, for the sensitive steps of the next minutes."""
    known = await passkey_used(request, service, f"proof {me.id}", data.credential, 403)
    if known.person != me.id:
        raise HttpRefusal(403, "serve.passkey_failed")
    await service.proofs.record(requester.token)


ROUTES: list[HTTPRouteHandler] = [
    read_passkeys,
    drop_passkey,
    begin_register,
    finish_register,
    begin_login,
    finish_login,
    begin_proof,
    finish_proof,
]
