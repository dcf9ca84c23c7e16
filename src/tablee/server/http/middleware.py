"""What every answer says to the browser about safety, and the limit that every address has."""

from __future__ import annotations

from typing import cast

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from tablee.server.http.problems import TooFast
from tablee.server.http.proxy import address_of
from tablee.server.limits import Limits
from tablee.server.ws.handshake import EXTENSION, turn_away

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # Svelte sets the places of pieces by attribute
        "img-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SAFETY = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
COUNTED = ("/api", "/ws")
STARTS = ("http.response.start", f"{EXTENSION}.start")  # of answers, also to handshakes
NOT_KEPT = (b"cache-control", b"no-store")


class Safe:
    """Adds the headers; what the API answers is not to be kept by anybody.

    Who asks for the headers alone (HEAD) gets those of GET; uvicorn leaves the body out.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] in STARTS:
                message = cast(HTTPResponseStartEvent, message)
                headers = list(message["headers"])
                if not any(name.lower() == NOT_KEPT[0] for name, _ in headers):
                    headers.append(NOT_KEPT)
                message["headers"] = [*headers, *SAFETY]
            await send(message)

        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}
        await self.app(scope, receive, send_safely)


def is_counted(path: str) -> bool:
    """Whether a request there counts; more slashes lead to the same place.

    >>> is_counted("/api/me"), is_counted("//api/me"), is_counted("/rules")
    (True, True, False)
    """
    return f"/{path.lstrip('/')}".startswith(COUNTED)


class Limited:
    """Turns away whoever asks too often from one address, before anything is looked up.

    The files of the page do not count: a whole school may open it at once.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and is_counted(scope["path"]):
            try:
                self.limits.addresses.check(address_of(scope))
            except TooFast as refusal:
                await turn_away(refusal, scope, send)
                return
        await self.app(scope, receive, send)
