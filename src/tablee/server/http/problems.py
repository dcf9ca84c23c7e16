"""Whatever is not done is answered by a `Problem` that names a message of the catalogue."""

from __future__ import annotations

import logging
from typing import Any, cast

from litestar import Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from tablee.refusals import Refusal
from tablee.server.bodies import Problem
from tablee.server.core.redaction import refusal_said
from tablee.server.store.contract import StoreDown
from tablee.server.validation_errors import not_fitting
from tablee.show.saying import Saying

log = logging.getLogger("tablee.http")
Asked = ASGIConnection[Any, Any, Any, Any]

BODY_BYTES = 64 * 1024
STATUS = {
    "server.no_table": 404,
    "server.not_your_seat": 403,
    "server.not_host": 403,
    "print.no_drawings": 404,
}
"""Of refusals that are no bad request."""
SAID = {404: "serve.not_found", 405: "serve.not_allowed", 413: "serve.too_large"}


class Denied(Refusal):
    """A refusal with a status of its own, and maybe seconds after which it is worth another try."""

    seconds: int | None = None

    def __init__(self, status: int, key: str, **values: object) -> None:
        super().__init__(key, **cast(Any, values))
        self.status = status


class TooFast(Denied):
    """A limit is reached; it says when there is room again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(429, "serve.too_fast", seconds=seconds)
        self.seconds = seconds


class Busy(Denied):
    """Too much is under way, whoever asked for it."""

    def __init__(self, seconds: int) -> None:
        super().__init__(503, "serve.busy", seconds=seconds)
        self.seconds = seconds


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as it is sent."""
    return Problem(refusal_said(refusal), refusal.paragraph, list(refusal.instead))


def refused(_: Asked, refusal: Refusal) -> Response[Problem]:
    """Something that is not done: a refusal is never an error of the server."""
    status = refusal.status if isinstance(refusal, Denied) else STATUS.get(refusal.key, 400)
    seconds = refusal.seconds if isinstance(refusal, Denied) else None
    headers = {} if seconds is None else {"Retry-After": str(seconds)}
    return Response(problem_of(refusal), status_code=status, headers=headers)


def not_understood(_: Asked, problem: HTTPException) -> Response[Problem]:
    """What Litestar could not read, find or route."""
    status = problem.status_code if 400 <= problem.status_code < 500 else 400
    why = refusal_said(_told(status, problem))
    known = {name.lower(): value for name, value in (problem.headers or {}).items()}
    headers = {"Allow": known["allow"]} if status == 405 and "allow" in known else {}
    return Response(Problem(why), status_code=status, headers=headers)


def _told(status: int, problem: HTTPException) -> Refusal:
    """What is wrong with a request; Litestar's own words are English, and stay here."""
    if status == 413:
        return Refusal(SAID[status], most=BODY_BYTES)
    if status in SAID:
        return Refusal(SAID[status])
    return Refusal("serve.bad_request", problem=_in_address(problem))


def _in_address(problem: HTTPException) -> Refusal:
    """The first part of an address, or of what is asked behind it, that does not fit."""
    extra = problem.extra
    first = extra[0] if isinstance(extra, list) and extra and isinstance(extra[0], dict) else {}
    name = str(first.get("key", ""))
    if first.get("source") == "header":
        name = name.replace("_", "-")
    return not_fitting(str(first.get("message", "")), name)


def store_gone(_: Asked, __: StoreDown) -> Response[Problem]:
    """The store cannot be reached for the moment."""
    why = Saying("serve.store_down")
    return Response(Problem(why), status_code=503, headers={"Retry-After": "2"})


def broken(asked: Asked, problem: Exception) -> Response[Problem]:
    """An error of the program: the log has it all, the answer nothing of it."""
    method = asked.scope.get("method", "WebSocket")
    log.error("%s %s failed", method, asked.url.path, exc_info=problem)
    return Response(Problem(Saying("serve.broken")), status_code=500)


HANDLERS: ExceptionHandlersMap = {
    Refusal: refused,
    HTTPException: not_understood,
    StoreDown: store_gone,
    Exception: broken,
}


def answer_to(problem: Exception, asked: Asked) -> Response[Problem]:
    """What Litestar would answer; for those whom it does not answer."""
    if isinstance(problem, Refusal):
        return refused(asked, problem)
    if isinstance(problem, HTTPException):
        return not_understood(asked, problem)
    if isinstance(problem, StoreDown):
        return store_gone(asked, problem)
    return broken(asked, problem)
