"""The whole application: routes, limits, safety, and the story of the API for programs."""

from __future__ import annotations

from functools import cache
from typing import Any

from litestar import Litestar, Response, Router, get, route
from litestar.di import Provide
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.types import ASGIApp

import tablee
from tablee.server.bodies import Problem
from tablee.server.http import static
from tablee.server.http.authentication import provide_asker, provide_me, provide_service
from tablee.server.http.message_schema import messages
from tablee.server.http.middleware import Limited, Safe
from tablee.server.http.origin import check_origin
from tablee.server.http.parsing import Reading
from tablee.server.http.problems import BODY_BYTES, HANDLERS
from tablee.server.http.proxy import Forwarded
from tablee.server.http.routes import (
    accounts as people,
)
from tablee.server.http.routes import (
    devices,
    export,
    games,
    passkeys,
    printing,
    tables,
)
from tablee.server.http.routes import (
    reviews as review,
)
from tablee.server.service import Service
from tablee.server.ws.connection import connect
from tablee.server.ws.handshake import Handshakes, note

AREAS = {
    "games": games,
    "print and play": printing,
    "people": people,
    "devices": devices,
    "passkeys": passkeys,
    "export": export,
    "tables": tables,
    "after the match": review,
}
REFUSED = (400, 401, 403, 404, 409, 413, 429, 503)


def guarded(service: Service) -> ASGIApp:
    """The application as uvicorn runs it."""
    app = create_app(service)
    answering = Safe(Handshakes(Limited(app, service.limits)))
    return Forwarded(answering, service.config.trusted_proxies)


def create_app(service: Service) -> Litestar:
    """All routes around a service."""
    app = Litestar(
        route_handlers=[
            areas(), Router("/api", route_handlers=[schema, openapi]), games.healthz, connect,
            *static.ROUTES,
        ],
        dependencies=dependencies(),
        guards=[check_origin],
        exception_handlers=HANDLERS,
        after_exception=[note],
        openapi_config=None,
        request_class=Reading,
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )  # fmt: skip
    app.state.service = service
    return app


def areas() -> Router:
    """The calls of the API, by what they are about; each of them may answer with a problem."""
    problem = ResponseSpec(Problem, description="Why not", generate_examples=False)

    def area(handlers: list[HTTPRouteHandler], tag: str) -> Router:
        methods: dict[str, set[str]] = {}
        for handler in handlers:
            handler.responses = dict.fromkeys(REFUSED, problem)
            for path in handler.paths:
                methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
        asked = [options(path, ", ".join(sorted(all_of))) for path, all_of in methods.items()]
        return Router("/", route_handlers=[*asked, *handlers], tags=[tag])

    return Router("/api", route_handlers=[area(one.ROUTES, tag) for tag, one in AREAS.items()])


def options(path: str, methods: str) -> HTTPRouteHandler:
    """What may be done at an address; Litestar by itself would tell of its first handler only."""

    @route(path, http_method=HttpMethod.OPTIONS, include_in_schema=False, sync_to_thread=False)
    def tell() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": methods})

    return tell


def dependencies() -> dict[str, Provide]:
    """What a route can be given by name."""
    return {
        "service": Provide(provide_service, sync_to_thread=False),
        "asker": Provide(provide_asker),
        "me": Provide(provide_me),
    }


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi() -> dict[str, Any]:
    """The calls of the API, for programs."""
    return described()


@cache
def described() -> dict[str, Any]:
    """The calls of the API, described by an application that is never run."""
    told = Litestar(
        route_handlers=[areas(), games.healthz],
        dependencies=dependencies(),
        openapi_config=OpenAPIConfig(
            title="Tablée", version=tablee.__version__, use_handler_docstrings=True
        ),
        logging_config=None,
    )
    return told.openapi_schema.to_schema()


@get("/schema.json", include_in_schema=False, sync_to_thread=False)
def schema() -> dict[str, Any]:
    """The messages of the WebSocket as JSON Schema."""
    return messages()
