"""What remains of a match: its replay, transcript, and the numbers to verify its dice."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any, Literal, cast

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, QueryParameter

from tablee.server import wire
from tablee.server.bodies import Outcome, Replay, VerifyData
from tablee.server.core.rooms.room import Room
from tablee.server.core.views import news, viewers
from tablee.server.core.views.room_view import record_seen, result_seen
from tablee.server.core.views.viewers import Viewer
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import Requester, RequesterDep, ServiceDep
from tablee.server.http.parsing import TableInPath
from tablee.server.service import Service
from tablee.show.scene import scene_of
from tablee.table import ChanceCame, Match, Stage

History = list[Room]
"""The rooms after all entries of a table."""


async def finished_match(service: Service, table: str) -> Match:
    """Return the match of a table if it is over, when nothing in it is secret any more."""
    room = await service.hall.rooms.current(table)
    if room.match is None or room.match.stage != Stage.OVER:
        raise HttpRefusal(409, "serve.not_over")
    return room.match


@get("/tables/{table:str}/replay")
async def replay(
    request: Request[Any, Any, Any],
    service: ServiceDep,
    requester: RequesterDep,
    table: TableInPath,
    seat: Annotated[int | None, QueryParameter(ge=1, le=8)] = None,
    form: FromQuery[Literal["scene", "record"]] = "scene",
) -> Response[Replay]:
    """Return all events as the requester may see them; after the end, from any seat."""
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    with service.limits.reads.taken(requester.address):
        body = await read_replay(service, requester, table, (seat, form), compressed)
    headers = {"Content-Encoding": "gzip"} if compressed else {}
    return Response(cast(Replay, body), media_type="application/json", headers=headers)


async def read_replay(
    service: Service,
    requester: Requester,
    table: str,
    eyes: tuple[int | None, wire.Form],
    compressed: bool,
) -> bytes:
    """Read a whole match in its turn, as seen from a seat in some form."""
    seat, form = eyes
    async with service.export_queue.turn():
        history = await service.hall.rooms.history(table)
        if not history:
            raise HttpRefusal(404, "server.no_table", table=table)
        room = history[-1]
        if room.match is None:
            raise HttpRefusal(409, "serve.not_begun")
        person = requester.person.id if requester.person else None
        if room.stage == "over" and seat is not None and seat <= len(room.holdings):
            viewer = Viewer(person, seat, form)
        else:
            viewer = viewers.viewer_of(room, person, seat, form)
        return await asyncio.to_thread(encode_replay, history, viewer, compressed)


def encode_replay(history: History, viewer: Viewer, compressed: bool) -> bytes:
    """Encode a replay, which may be a megabyte and compresses well."""
    body = msgspec.json.encode(replay_for(history, viewer))
    return gzip.compress(body, 5, mtime=0) if compressed else body


def replay_for(history: History, viewer: Viewer) -> Replay:
    """Return a whole match as a viewer may see it."""
    room = history[-1]
    assert room.match is not None
    over = room.stage == "over"
    events = []
    for after in history:
        events += news.happenings(after, viewer, over)
    start, drawn = room.match.header.start.view(viewer.seat), viewer.form != "record"
    return Replay(
        table=room.table,
        settings=room.settings,
        names=[held.name for held in room.holdings],
        start=scene_of(start) if drawn else None,
        events=events,
        result=result_seen(room.match),
        record=None if drawn else record_seen(start.game, start.seen),
        offline=room.offline,
    )


@get("/tables/{table:str}/transcript", media_type="text/plain")
async def transcript(service: ServiceDep, table: TableInPath) -> Response[str]:
    """Return the match as a `.tablee` file, after the end."""
    match = await finished_match(service, table)
    name = f"{match.header.game}-{table[:8]}.tablee"
    return Response(
        match.transcript.text(),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/tables/{table:str}/verify")
async def verify(service: ServiceDep, requester: RequesterDep, table: TableInPath) -> VerifyData:
    """Return what it takes to recompute the dice of a match, after the end."""
    match = await finished_match(service, table)
    with service.limits.reads.taken(requester.address):
        async with service.export_queue.turn():
            history = await service.hall.rooms.history(table)
        outcomes = await asyncio.to_thread(outcomes_of, history)
    assert match.secret is not None
    return VerifyData(
        table=match.header.table,  # a match that was played offline had another id
        commitment=match.header.commitment,
        secret=match.secret.hex(),
        entropy={str(seat): given for seat, given in dict(match.state.entropy).items()},
        outcomes=outcomes,
    )


def outcomes_of(history: History) -> list[Outcome]:
    """Return every outcome of chance, undone ones too, with all possible ones."""
    found: list[Outcome] = []
    for room in history:
        for step in room.steps:
            if isinstance(step.event, ChanceCame):
                chances = list(step.before.chances().items())
                text = step.event.outcome
                found.append(Outcome(step.number, len(found) + 1, text, chances))
    return found


ROUTES: list[HTTPRouteHandler] = [replay, transcript, verify]
