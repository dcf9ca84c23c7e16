"""Errors are returned as `Problem`, with a message of the catalogue."""

from __future__ import annotations

import logging
from typing import Any, cast

import msgspec
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.types import ExceptionHandlersMap, Message, Scope, Send

from tablee.refusals import Refusal
from tablee.server.bodies import Problem
from tablee.server.core.views.redaction import refusal_said
from tablee.server.errors import HttpRefusal
from tablee.server.store.contract import StoreDown
from tablee.server.validation_errors import not_fitting
from tablee.show.saying import Saying

log = logging.getLogger("tablee.http")
Connection = ASGIConnection[Any, Any, Any, Any]

BODY_BYTES = 64 * 1024
ANSWER_HANDSHAKE = "websocket.http.response"  # an ASGI extension
POLICY = 1008
STATUS = {
    "server.no_table": 404,
    "server.not_your_seat": 403,
    "server.not_host": 403,
    "server.offline_large": 413,
    "server.offline_known": 409,
    "admin.no_target": 404,
    "admin.no_message": 404,
    "admin.no_sanction": 404,
    "admin.no_report": 404,
    "print.no_drawings": 404,
}
"""The status of refusals that aren't bad requests."""
KEYS = {404: "serve.not_found", 405: "serve.not_allowed", 413: "serve.too_large"}


def problem_of(refusal: Refusal) -> Problem:
    """Return a refusal as it is sent."""
    return Problem(refusal_said(refusal), refusal.paragraph, list(refusal.instead))


def answer_refusal(_: Connection, refusal: Refusal) -> Response[Problem]:
    """Answer a refusal, which is never a server error."""
    status = refusal.status if isinstance(refusal, HttpRefusal) else STATUS.get(refusal.key, 400)
    seconds = refusal.seconds if isinstance(refusal, HttpRefusal) else None
    headers = {} if seconds is None else {"Retry-After": str(seconds)}
    return Response(problem_of(refusal), status_code=status, headers=headers)


def answer_http_error(connection: Connection, error: HTTPException) -> Response[Problem]:
    """Answer what Litestar could not read, find or route."""
    status = error.status_code if 400 <= error.status_code < 500 else 400
    why = refusal_said(_refusal_of(status, error, connection))
    given = {name.lower(): value for name, value in (error.headers or {}).items()}
    headers = {"Allow": given["allow"]} if status == 405 and "allow" in given else {}
    return Response(Problem(why), status_code=status, headers=headers)


def _refusal_of(status: int, error: HTTPException, connection: Connection) -> Refusal:
    """Return the problem of a request; Litestar's own message is English only and isn't sent."""
    if status == 413:
        handler = connection.scope.get("route_handler")
        own = (
            handler.resolve_request_max_body_size()
            if isinstance(handler, HTTPRouteHandler)
            else None
        )
        return Refusal(KEYS[status], most=own or BODY_BYTES)
    if status in KEYS:
        return Refusal(KEYS[status])
    return Refusal("serve.bad_request", problem=_in_path_or_query(error))


def _in_path_or_query(error: HTTPException) -> Refusal:
    """Return what is wrong with the first invalid part of the path, query or headers."""
    extra = error.extra
    first = extra[0] if isinstance(extra, list) and extra and isinstance(extra[0], dict) else {}
    name = str(first.get("key", ""))
    if first.get("source") == "header":
        name = name.replace("_", "-")
    return not_fitting(str(first.get("message", "")), name)


def answer_outage(_: Connection, __: StoreDown) -> Response[Problem]:
    """Answer while the database is unreachable."""
    why = Saying("serve.store_down")
    return Response(Problem(why), status_code=503, headers={"Retry-After": "2"})


def answer_error(connection: Connection, error: Exception) -> Response[Problem]:
    """Answer a bug: the log gets all of it, the client nothing."""
    method = connection.scope.get("method", "WebSocket")
    log.error("%s %s failed", method, connection.url.path, exc_info=error)
    return Response(Problem(Saying("serve.broken")), status_code=500)


HANDLERS: ExceptionHandlersMap = {
    Refusal: answer_refusal,
    HTTPException: answer_http_error,
    StoreDown: answer_outage,
    Exception: answer_error,
}


def answer_to(error: Exception, connection: Connection) -> Response[Problem]:
    """Return the answer to an error that Litestar doesn't handle itself."""
    if isinstance(error, Refusal):
        return answer_refusal(connection, error)
    if isinstance(error, HTTPException):
        return answer_http_error(connection, error)
    if isinstance(error, StoreDown):
        return answer_outage(connection, error)
    return answer_error(connection, error)


async def send_refusal(error: Exception, scope: Scope, send: Send) -> None:
    """Answer a request or a handshake from middleware; close a handshake without the extension."""
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        if ANSWER_HANDSHAKE not in (cast(Any, scope).get("extensions") or {}):
            await send({"type": "websocket.close", "code": POLICY, "reason": ""})
            return
        kind = ANSWER_HANDSHAKE
    answer = answer_to(error, ASGIConnection(scope))
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.headers.items()]
    start = {
        "type": f"{kind}.start",
        "status": answer.status_code,
        "headers": [(b"content-type", b"application/json"), *headers],
    }
    body = msgspec.json.encode(answer.content)
    await send(cast(Message, start))
    await send(cast(Message, {"type": f"{kind}.body", "body": body, "more_body": False}))
