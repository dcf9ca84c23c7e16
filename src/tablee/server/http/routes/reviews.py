"""Reviews of matches that are over: asked for once, made in another process, kept for a while."""

from __future__ import annotations

from litestar import get, post
from litestar.handlers import HTTPRouteHandler

from tablee.server.bodies import ReviewState
from tablee.server.http.authentication import Here, Myself
from tablee.server.http.parsing import TableInPath
from tablee.server.http.routes.tables import finished_match


@post("/tables/{table:str}/review", status_code=200)
async def start_review(service: Here, me: Myself, table: TableInPath) -> ReviewState:
    """Begins a review, or says how far it is: ask again until it is done."""
    match = await finished_match(service, table)
    return service.reviews.start(table, match.transcript.text())


@get("/tables/{table:str}/review")
async def read_review(service: Here, table: TableInPath) -> ReviewState:
    """How far the review of a match is."""
    await finished_match(service, table)
    return service.reviews.state(table)


ROUTES: list[HTTPRouteHandler] = [start_review, read_review]
