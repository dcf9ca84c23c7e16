"""What every answer says to the browser about safety, and the limit that every address has."""

from __future__ import annotations

import msgspec
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .limits import Limits
from .problems import TooFast, problem_of
from .proxy import address_of

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
NOT_KEPT = (b"cache-control", b"no-store")


class Safe:
    """Adds the headers; what the API answers is not to be kept by anybody.

    Who asks for the headers alone (HEAD) gets those of GET; uvicorn leaves the body out.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                if not any(name.lower() == NOT_KEPT[0] for name, _ in headers):
                    headers.append(NOT_KEPT)
                message["headers"] = [*headers, *SAFETY]
            await send(message)

        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}
        await self.app(scope, receive, send_safely)


class Limited:
    """Turns away whoever asks too often from one address, before anything is looked up.

    The files of the page do not count: a whole school may open it at once.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope["path"].startswith(COUNTED):
            try:
                self.limits.addresses.check(address_of(scope))
            except TooFast as refusal:
                await self.turn_away(refusal, scope, send)
                return
        await self.app(scope, receive, send)

    async def turn_away(self, refusal: TooFast, scope: Scope, send: Send) -> None:
        """429; a handshake of a WebSocket is refused by closing it."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        headers = [
            (b"content-type", b"application/json"),
            (b"retry-after", str(refusal.seconds).encode()),
        ]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        body = msgspec.json.encode(problem_of(refusal))
        await send({"type": "http.response.body", "body": body, "more_body": False})
