"""Print-and-play files."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter

from tablee import discovery
from tablee.server.http.authentication import RequesterDep, ServiceDep
from tablee.server.jobs.print_queue import print_job

PDF = "application/pdf"


@get("/print/{name:str}", media_type=PDF)
async def print_box(
    service: ServiceDep,
    requester: RequesterDep,
    name: FromPath[str],
    paper: FromQuery[Literal["a4", "letter"]] = "a4",
    language: FromQuery[Literal["en", "fr"]] = "en",
    seats: Annotated[int | None, QueryParameter(ge=2, le=8)] = None,
    board: FromQuery[Literal["standard", "short", "long"] | None] = None,
) -> Response[bytes]:
    """Return board, cards, pieces and rules of a game as PDF; some games have several boards."""
    game, _, kind = name.partition(".")
    if game not in discovery.names() or kind != "pdf":
        raise NotFoundException
    with service.limits.prints.taken(requester.address):
        pdf = await service.print_queue.pdf(print_job(game, paper, language, seats, board))
    disposition = f'attachment; filename="{game}-{paper}-{language}.pdf"'
    return Response(pdf, media_type=PDF, headers={"Content-Disposition": disposition})


ROUTES: list[HTTPRouteHandler] = [print_box]
