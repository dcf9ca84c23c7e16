"""Reviews of finished matches."""

from __future__ import annotations

from litestar import get, post
from litestar.handlers import HTTPRouteHandler

from tablee.server.bodies import ReviewState
from tablee.server.http.authentication import PlayerDep, ServiceDep
from tablee.server.http.parsing import TableInPath
from tablee.server.http.routes.matches import finished_match


@post("/tables/{table:str}/review", status_code=200)
async def start_review(service: ServiceDep, player: PlayerDep, table: TableInPath) -> ReviewState:
    """Start a review, or return its progress: ask again until it is done."""
    match = await finished_match(service, table)
    return service.reviews.start(table, match.transcript.text(), player.id)


@get("/tables/{table:str}/review")
async def read_review(service: ServiceDep, table: TableInPath) -> ReviewState:
    """Return the progress of a review."""
    await finished_match(service, table)
    return service.reviews.state(table)


ROUTES: list[HTTPRouteHandler] = [start_review, read_review]
