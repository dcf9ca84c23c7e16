"""Answers that no route gives: to who asks too often, and to handshakes that are refused.

Litestar closes a WebSocket that is refused, and the client would learn no more than 403. Where the
server can answer a handshake like a request, the client is told why, and when to come back.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablee.server.http.problems import answer_to

EXTENSION = "websocket.http.response"  # of ASGI
NOTED = "refused"  # in the state of a connection: why it is about to be closed
POLICY = 1008


async def turn_away(problem: Exception, scope: Scope, send: Send) -> None:
    """Answers a request or a handshake; a handshake that cannot be answered is closed."""
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        if EXTENSION not in (cast(Any, scope).get("extensions") or {}):
            await send({"type": "websocket.close", "code": POLICY, "reason": ""})
            return
        kind = EXTENSION
    answer = answer_to(problem, ASGIConnection(scope))
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    start = {
        "type": f"{kind}.start",
        "status": answer.status_code,
        "headers": [(b"content-type", b"application/json"), *headers],
    }
    body = msgspec.json.encode(answer.content)
    await send(cast(Message, start))
    await send(cast(Message, {"type": f"{kind}.body", "body": body, "more_body": False}))


async def note(problem: Exception, scope: Scope) -> None:
    """Keeps why a connection is refused: Litestar does not say it when it closes."""
    if scope["type"] == ScopeType.WEBSOCKET:
        scope["state"][NOTED] = problem


class Handshakes:
    """Sends the reason where a connection would be closed before it was accepted."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        accepted = False

        async def answer(message: Message) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] == "websocket.accept"
            problem = state.get(NOTED)
            if message["type"] == "websocket.close" and problem is not None and not accepted:
                await turn_away(problem, scope, send)
            else:
                await send(message)

        await self.app(scope, receive, answer)
