"""The devices a person is signed in on."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.handlers import HTTPRouteHandler

from tablee.server.bodies import Device
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import MeDep, RequesterDep, ServiceDep, cookie
from tablee.server.http.parsing import DeviceInPath

ID_DIGITS = 16  # hexadecimal: enough to tell a person's devices apart, and not the token


def device_id(token: bytes) -> str:
    """Return the id of a device: the beginning of its token's hash."""
    return token.hex()[:ID_DIGITS]


@get("/me/devices")
async def read_devices(service: ServiceDep, requester: RequesterDep, me: MeDep) -> list[Device]:
    """List the devices I am signed in on."""
    return [
        Device(
            device_id(one.hash), one.label, one.created, one.last_used, one.hash == requester.token
        )
        for one in await service.store.tokens_of(me.id)
    ]


@delete("/me/devices/{device:str}")
async def drop_device(
    service: ServiceDep, requester: RequesterDep, me: MeDep, device: DeviceInPath
) -> None:
    """Sign out one of my devices; a guest's last one deletes the account.

    For another device than this one it takes a fresh proof of identity.
    """
    for one in await service.store.tokens_of(me.id):
        if device_id(one.hash) == device:
            if one.hash != requester.token:
                await service.proofs.check(me, requester.token)
            await service.accounts.sign_out(one.hash)
            await service.proofs.tell_others(me, requester.token, "device_signed_out")
            await service.accounts.delete_lost_guest(me)
            return
    raise HttpRefusal(404, "serve.no_device", device=device)


@post("/logout", status_code=204)
async def log_out(
    request: Request[Any, Any, Any], service: ServiceDep, requester: RequesterDep
) -> Response[None]:
    """Sign out this device; a guest's account is deleted."""
    if requester.token is not None:
        await service.accounts.sign_out(requester.token)
    if requester.person is not None:
        await service.accounts.delete_lost_guest(requester.person)
    return Response(None, status_code=204, cookies=[cookie(request, service, "", 0)])


ROUTES: list[HTTPRouteHandler] = [read_devices, drop_device, log_out]
