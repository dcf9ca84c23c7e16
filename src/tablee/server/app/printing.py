"""The boxes of the games as PDF, to print and play."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Annotated, Literal

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter

from tablee.gamebox import NAMES
from tablee.print import make_pdf

PDF = "application/pdf"
_one_at_a_time = Lock()
_kept = lru_cache(maxsize=16)(make_pdf)  # as many as there are games, papers and languages


@get("/print/{name:str}", media_type=PDF, sync_to_thread=True)
def print_box(
    name: FromPath[str],
    paper: FromQuery[Literal["a4", "letter"]] = "a4",
    language: FromQuery[Literal["en", "fr"]] = "en",
    seats: Annotated[int | None, QueryParameter(ge=2, le=8)] = None,
    board: FromQuery[Literal["standard", "short", "long"] | None] = None,
) -> Response[bytes]:
    """Board, cards, pieces and rules of a game: `mahe.pdf`. A board can be chosen for Papua."""
    game, _, kind = name.partition(".")
    if game not in NAMES or kind != "pdf":
        raise NotFoundException
    with _one_at_a_time:  # so that nobody's table waits for many of them
        made = _kept(game, paper=paper, language=language, seats=seats, board=board)
    disposition = f'attachment; filename="{game}-{paper}-{language}.pdf"'
    return Response(made, media_type=PDF, headers={"Content-Disposition": disposition})


ROUTES: list[HTTPRouteHandler] = [print_box]
