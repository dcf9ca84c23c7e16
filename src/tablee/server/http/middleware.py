"""ASGI middleware: security headers, and the rate limit of each address."""

from __future__ import annotations

from typing import cast

from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from tablee.server.errors import TooManyRequests
from tablee.server.http.problems import ANSWER_HANDSHAKE, send_refusal
from tablee.server.http.proxy import client_address
from tablee.server.limits import Limits

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",  # for the rules, which are compiled modules
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # Svelte positions pieces by attribute
        "img-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
RATE_LIMITED_PATHS = ("/api", "/ws")
STARTS = ("http.response.start", f"{ANSWER_HANDSHAKE}.start")  # of answers, to handshakes too
NO_STORE = (b"cache-control", b"no-store")


class SecurityHeaders:
    """Adds security headers, and `no-store` where a route sets no cache policy.

    HEAD is answered like GET; uvicorn leaves out the body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                message = cast(HTTPResponseStartEvent, message)
                headers = list(message["headers"])
                if not any(name.lower() == NO_STORE[0] for name, _ in headers):
                    headers.append(NO_STORE)
                message["headers"] = [*headers, *SECURITY_HEADERS]
            await send(message)

        if scope["type"] == ScopeType.HTTP and scope["method"] == HttpMethod.HEAD:
            scope = {**scope, "method": HttpMethod.GET}
        await self.app(scope, receive, send_with_headers)


def is_rate_limited(path: str) -> bool:
    """Return whether requests to a path are limited; leading slashes make no difference.

    >>> is_rate_limited("/api/me"), is_rate_limited("//api/me"), is_rate_limited("/rules")
    (True, True, False)
    """
    return f"/{path.lstrip('/')}".startswith(RATE_LIMITED_PATHS)


class RateLimited:
    """Refuses an address that sends too many requests, before anything else is done.

    The page's files don't count: a whole school may open it at once.
    """

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and is_rate_limited(scope["path"]):
            try:
                self.limits.addresses.check(client_address(scope))
            except TooManyRequests as refusal:
                await send_refusal(refusal, scope, send)
                return
        await self.app(scope, receive, send)
