"""The whole application: routes, limits, safety, and the story of the API for programs."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, Router, get
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

import tablee
from tablee.server import wire
from tablee.server.bodies import Problem

from . import games, passkeys, people, review, static, tables
from .asker import provide_asker, provide_me, provide_service
from .headers import Limited, Safe
from .origin import check_origin
from .problems import BODY_BYTES, HANDLERS
from .proxy import Forwarded
from .service import Service
from .socket import talk


@get("/schema.json", include_in_schema=False, sync_to_thread=False)
def schema() -> dict[str, Any]:
    """The messages of the WebSocket as JSON Schema."""
    kinds = (wire.FromClient, wire.FromServer)
    (client, server), parts = msgspec.json.schema_components(kinds)
    return {"from_client": client, "from_server": server, "$defs": parts}


AREAS = {
    "games": games,
    "people": people,
    "passkeys": passkeys,
    "tables": tables,
    "after the match": review,
}
REFUSED = (400, 401, 403, 404, 409, 413, 429)


def _area(handlers: list[HTTPRouteHandler], tag: str) -> Router:
    """Routes that belong together; each of them may answer with a problem."""
    problem = ResponseSpec(Problem, description="Why not", generate_examples=False)
    for handler in handlers:
        handler.responses = dict.fromkeys(REFUSED, problem)
    return Router("/", route_handlers=handlers, tags=[tag])


def guarded(service: Service) -> ASGIApp:
    """The application as uvicorn runs it."""
    app = create_app(service)
    return Forwarded(Safe(Limited(app, service.limits)), service.config.trusted_proxies)


def create_app(service: Service) -> Litestar:
    """All routes around a service."""
    api = [_area(module.ROUTES, tag) for tag, module in AREAS.items()]
    app = Litestar(
        route_handlers=[
            Router("/api", route_handlers=[*api, schema]), games.healthz, talk, *static.ROUTES,
        ],
        dependencies={
            "service": Provide(provide_service, sync_to_thread=False),
            "asker": Provide(provide_asker),
            "me": Provide(provide_me),
        },
        guards=[check_origin],
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=tablee.__version__,
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=BODY_BYTES,
        logging_config=None,
    )  # fmt: skip
    app.state.service = service
    return app
