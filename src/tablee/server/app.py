"""The ASGI application: routes, middleware, and the description of the API."""

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
from tablee.server.http.authentication import (
    provide_me,
    provide_player,
    provide_requester,
    provide_service,
)
from tablee.server.http.message_schema import messages
from tablee.server.http.middleware import RateLimited, SecurityHeaders
from tablee.server.http.origin import check_origin
from tablee.server.http.parsing import StrictRequest
from tablee.server.http.problems import BODY_BYTES, HANDLERS
from tablee.server.http.proxy import ProxyHeaders
from tablee.server.http.routes import (
    accounts,
    admin,
    devices,
    export,
    games,
    matches,
    passkeys,
    people,
    printing,
    reviews,
    tables,
)
from tablee.server.service import Service
from tablee.server.ws.connection import connect
from tablee.server.ws.handshake import HandshakeRefusals, remember_refusal

AREAS = (
    ("games", (games,)),
    ("print and play", (printing,)),
    ("people", (accounts, people)),
    ("devices", (devices,)),
    ("passkeys", (passkeys,)),
    ("export", (export,)),
    ("tables", (tables, matches)),
    ("after the match", (reviews,)),
    ("operators", (admin,)),
)
"""The modules with routes, by the subject that the description of the API gives them."""
REFUSED = (400, 401, 403, 404, 409, 413, 429, 503)


def create_asgi_app(service: Service) -> ASGIApp:
    """Return the application with its middleware, as uvicorn runs it."""
    app = create_app(service)
    limited = HandshakeRefusals(RateLimited(app, service.limits))
    return ProxyHeaders(SecurityHeaders(limited), service.config.trusted_proxies)


def create_app(service: Service) -> Litestar:
    """Return the routes of a service."""
    app = Litestar(
        route_handlers=[
            areas(), Router("/api", route_handlers=[schema, openapi]), games.healthz, connect,
            *static.ROUTES,
        ],
        dependencies=dependencies(),
        guards=[check_origin],
        exception_handlers=HANDLERS,
        after_exception=[remember_refusal],
        openapi_config=None,
        request_class=StrictRequest,
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )  # fmt: skip
    app.state.service = service
    return app


def areas() -> Router:
    """Return the calls of the API by subject; each may answer with a problem."""
    problem = ResponseSpec(Problem, description="Why not", generate_examples=False)

    def area(handlers: list[HTTPRouteHandler], tag: str) -> Router:
        methods: dict[str, set[str]] = {}
        for handler in handlers:
            handler.responses = dict.fromkeys(REFUSED, problem)
            for path in handler.paths:
                methods.setdefault(path, {"OPTIONS"}).update(handler.http_methods)
        asked = [options(path, ", ".join(sorted(all_of))) for path, all_of in methods.items()]
        return Router("/", route_handlers=[*asked, *handlers], tags=[tag])

    subjects = [area([one for module in some for one in module.ROUTES], tag) for tag, some in AREAS]
    return Router("/api", route_handlers=subjects)


def options(path: str, methods: str) -> HTTPRouteHandler:
    """Answer OPTIONS for a path; Litestar would list the methods of its first handler only."""

    @route(path, http_method=HttpMethod.OPTIONS, include_in_schema=False, sync_to_thread=False)
    def tell() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": methods})

    return tell


def dependencies() -> dict[str, Provide]:
    """Return what routes can ask for by name."""
    return {
        "service": Provide(provide_service, sync_to_thread=False),
        "requester": Provide(provide_requester),
        "me": Provide(provide_me),
        "operator": Provide(admin.provide_operator),
        "player": Provide(provide_player),
    }


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi() -> dict[str, Any]:
    """Describe the API as OpenAPI."""
    return api_description()


@cache
def api_description() -> dict[str, Any]:
    """Return the OpenAPI description, from an application that never runs."""
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
    """Describe the WebSocket messages as JSON Schema."""
    return messages()
