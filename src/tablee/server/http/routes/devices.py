"""The devices somebody is logged in on: which there are, and how each of them forgets him."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.handlers import HTTPRouteHandler

from tablee.server.auth.accounts import forget_lost_guest
from tablee.server.bodies import Device
from tablee.server.http.authentication import Asks, Here, Myself, cookie
from tablee.server.http.parsing import DeviceInPath
from tablee.server.http.problems import Denied
from tablee.server.service import Service

SHOWN = 16  # hexadecimal digits: enough to tell one's devices apart, and no token


def name_of(token: bytes) -> str:
    """What a device is called in addresses: the beginning of its token's hash."""
    return token.hex()[:SHOWN]


@get("/me/devices")
async def read_devices(service: Here, asker: Asks, me: Myself) -> list[Device]:
    """Where I am logged in, the device that asks among them."""
    return [
        Device(name_of(one.hash), one.label, one.created, one.last_used, one.hash == asker.token)
        for one in await service.store.tokens_of(me.id)
    ]


@delete("/me/devices/{device:str}")
async def drop_device(service: Here, me: Myself, device: DeviceInPath) -> None:
    """A device of mine is logged out, wherever it is; with his last one a guest is forgotten."""
    for one in await service.store.tokens_of(me.id):
        if name_of(one.hash) == device:
            await forget(service, one.hash)
            await forget_lost_guest(service, me)
            return
    raise Denied(404, "serve.no_device", device=device)


@post("/logout", status_code=204)
async def log_out(request: Request[Any, Any, Any], service: Here, asker: Asks) -> Response[None]:
    """The device that asks forgets me; a guest is forgotten by everybody."""
    if asker.token is not None:
        await forget(service, asker.token)
    if asker.person is not None:
        await forget_lost_guest(service, asker.person)
    return Response(None, status_code=204, cookies=[cookie(request, service, "", 0)])


async def forget(service: Service, token: bytes) -> None:
    """Nobody is known by that token any more, and its connections end."""
    await service.store.drop_token(token)
    service.departures.hang_up({token})


async def forget_others(service: Service, person: str, here: bytes | None) -> None:
    """All devices of somebody forget him but the one with that token."""
    for one in await service.store.tokens_of(person):
        if one.hash != here:
            await forget(service, one.hash)


ROUTES: list[HTTPRouteHandler] = [read_devices, drop_device, log_out]
