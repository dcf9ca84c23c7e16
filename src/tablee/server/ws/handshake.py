"""Answer refused WebSocket handshakes with the reason.

Litestar closes a refused WebSocket, and the client would see only a 403. Where the server can
answer a handshake like a request (the ASGI extension `websocket.http.response`), the client is told
why, and when to try again.
"""

from __future__ import annotations

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablee.server.http.problems import send_refusal

REASON = "refused"  # key in the state of a connection


async def remember_refusal(problem: Exception, scope: Scope) -> None:
    """Keep why a connection is refused: Litestar doesn't pass it on when it closes."""
    if scope["type"] == ScopeType.WEBSOCKET:
        scope["state"][REASON] = problem


class HandshakeRefusals:
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
            problem = state.get(REASON)
            if message["type"] == "websocket.close" and problem is not None and not accepted:
                await send_refusal(problem, scope, send)
            else:
                await send(message)

        await self.app(scope, receive, answer)
