"""Tables over HTTP: making, listing, and what there is to have of a match."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from tablee import discovery
from tablee.kernel.actors import OVER
from tablee.server import wire
from tablee.server.auth.accounts import EVERY, is_gone, is_guest, leave_everything
from tablee.server.bodies import (
    Branch,
    Created,
    MyTables,
    Outcome,
    Profile,
    Ranked,
    Replay,
    TableInfo,
    VerifyData,
)
from tablee.server.core import redaction
from tablee.server.core.entries import Entry
from tablee.server.core.room import Room
from tablee.server.core.summaries import info_of, listed
from tablee.server.http.authentication import Asker, Asks, Here, Myself
from tablee.server.http.parsing import Once, PersonInPath, TableInPath
from tablee.server.http.problems import Denied
from tablee.server.service import Service, who
from tablee.server.store.contract import Person
from tablee.server.wire import Settings
from tablee.show.scene import scene_of
from tablee.table import ChanceCame, Match, Stage

LISTED = 100
LISTED_OF_ONE = 3  # open tables of one host
LISTED_MS = 24 * 3600 * 1000  # since something has happened at an open table
History = list[tuple[Room, Entry]]


async def finished_match(service: Service, table: str) -> Match:
    """The match of a table, if it is over: then nothing in it is secret any more."""
    room = await service.hall.room(table)
    if room.match is None or room.match.stage != Stage.OVER:
        raise Denied(409, "serve.not_over")
    return room.match


# --- tables --------------------------------------------------------------------------------------


@get("/tables")
async def list_open(service: Here, asker: Asks) -> list[TableInfo]:
    """Public tables with a free seat where something has happened today, the newest first."""
    me = asker.person.id if asker.person else None
    since = service.now() - LISTED_MS
    found = await service.store.open_tables(since, LISTED_OF_ONE, LISTED)
    return [listed(head, me) for head in found]


@get("/me/tables")
async def list_mine(service: Here, me: Myself) -> MyTables:
    """My games, those that run and those that are over."""
    running = await service.store.tables_of(me.id, ("lobby", "playing"), EVERY)
    finished = await service.store.tables_of(me.id, ("over",), LISTED)
    return MyTables(
        [listed(head, me.id) for head in running], [listed(head, me.id) for head in finished]
    )


@post("/tables")
async def create(
    service: Here, asker: Asks, me: Myself, data: JSONBody[Settings], idempotency_key: Once = None
) -> Created:
    """A new table; it begins at once if no seat is open."""
    with service.limits.tables.counted(me.id):
        if data.rated:
            await check_rated(service, me, data)
        return await opened(service, me, data, table_for(asker, idempotency_key, data))


async def opened(
    service: Service,
    me: Person,
    wanted: Settings,
    table: str | None,
    origin: dict[str, Any] | None = None,
) -> Created:
    """A new table; who was forgotten while it was made leaves none behind."""
    table = await service.hall.open(wanted, who(me), origin, table)
    if await is_gone(service, me.id):
        await leave_everything(service, me)
        await service.hall.forget_person(me.id)
        raise Denied(401, "serve.nobody")
    return Created(table)


def table_for(asker: Asker, once: str | None, *wanted: Any) -> str | None:
    """The id of the table that a device asks for, maybe again, with all it is to be.

    Nobody else can guess it: what his token hashes to, only he and the server know.
    """
    if once is None or asker.token is None:
        return None
    asked = msgspec.json.encode([once, *wanted])
    return hashlib.sha256(b"tablee open " + asker.token + asked).hexdigest()[:32]


async def check_rated(service: Service, me: Person, wanted: Settings) -> None:
    """A rated match is between people with an account, without help."""
    alone = any(seat not in ("me", "open") for seat in wanted.seats) or wanted.seats.count("me") > 1
    if alone or wanted.hints or wanted.undo == "free":
        raise Denied(400, "serve.rated_alone")
    if await is_guest(service, me):
        raise Denied(403, "serve.rated_guest")


@get("/tables/{table:str}")
async def read_table(service: Here, asker: Asks, table: TableInPath) -> TableInfo:
    """A table as everybody may see it."""
    return info_of(await service.hall.room(table), asker.person.id if asker.person else None)


# --- what there is to have of a match ------------------------------------------------------------


@get("/tables/{table:str}/replay")
async def replay(
    request: Request[Any, Any, Any],
    service: Here,
    asker: Asks,
    table: TableInPath,
    seat: Annotated[int | None, QueryParameter(ge=1, le=8)] = None,
) -> Response[Replay]:
    """All events, as the asker may see them; after the end, through whichever eyes he likes."""
    packed = "gzip" in request.headers.get("accept-encoding", "")
    async with service.desk.turn():
        history = await service.hall.history(table)
        if not history:
            raise Denied(404, "server.no_table", table=table)
        room = history[-1][0]
        if room.match is None:
            raise Denied(409, "serve.not_begun")
        person = asker.person.id if asker.person else None
        if room.stage == "over" and seat is not None and seat <= len(room.holdings):
            viewer = redaction.Viewer(person, seat, "frames")
        else:
            viewer = redaction.viewer_of(room, person, seat, "frames")
        body = await asyncio.to_thread(written, history, viewer, packed)
    headers = {"Content-Encoding": "gzip"} if packed else {}
    return Response(cast(Replay, body), media_type="application/json", headers=headers)


def written(history: History, viewer: redaction.Viewer, packed: bool) -> bytes:
    """A replay ready to be sent; it may be a megabyte, and packs very well."""
    body = msgspec.json.encode(replayed(history, viewer))
    return gzip.compress(body, 5, mtime=0) if packed else body


def replayed(history: History, viewer: redaction.Viewer) -> Replay:
    """A whole match as somebody may see it."""
    room = history[-1][0]
    assert room.match is not None
    over = room.stage == "over"
    events = []
    for after, entry in history:
        events += redaction.happenings(after, entry, viewer, over)
    return Replay(
        table=room.table,
        settings=room.settings,
        names=[held.name for held in room.holdings],
        start=scene_of(room.match.header.start.view(viewer.seat)),
        events=events,
        result=redaction.result_seen(room.match),
    )


@get("/tables/{table:str}/transcript", media_type="text/plain")
async def transcript(service: Here, table: TableInPath) -> Response[str]:
    """The match as a `.tablee` file, after the end."""
    match = await finished_match(service, table)
    name = f"{match.header.game}-{table[:8]}.tablee"
    return Response(
        match.transcript.text(),
        media_type="text/plain",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/tables/{table:str}/verify")
async def verify(service: Here, table: TableInPath) -> VerifyData:
    """All one needs to recompute the chance of a match, after the end."""
    match = await finished_match(service, table)
    async with service.desk.turn():
        history = await service.hall.history(table)
        outcomes = await asyncio.to_thread(outcomes_of, history)
    assert match.secret is not None
    return VerifyData(
        table=table,
        commitment=match.header.commitment,
        secret=match.secret.hex(),
        entropy={str(seat): given for seat, given in dict(match.state.entropy).items()},
        outcomes=outcomes,
    )


def outcomes_of(history: History) -> list[Outcome]:
    """Every outcome, those taken back too, with all that were possible."""
    found: list[Outcome] = []
    for room, _ in history:
        for step in room.story:
            if isinstance(step.event, ChanceCame):
                chances = list(step.before.chances().items())
                text = step.event.outcome
                found.append(Outcome(step.number, len(found) + 1, text, chances))
    return found


@post("/tables/{table:str}/branch")
async def branch(
    service: Here,
    asker: Asks,
    me: Myself,
    table: TableInPath,
    data: JSONBody[Branch],
    idempotency_key: Once = None,
) -> Created:
    """Play on from after an event of a match that is over."""
    match = await finished_match(service, table)
    room = await service.hall.room(table)
    seats = len(room.settings.seats)
    if len(data.seats) != seats:
        raise Denied(400, "serve.branch_seats", seats=seats)
    settings = wire.Settings(
        game=room.settings.game,
        seats=data.seats,
        options=room.settings.options,
        hints=True,
    )
    with service.limits.tables.counted(me.id):
        origin = await asyncio.to_thread(branched, match, data.event)
        again = table_for(asker, idempotency_key, settings, origin)
        return await opened(service, me, settings, again, origin)


def branched(match: Match, event: int) -> dict[str, Any]:
    """Where a branch comes from, and all that had happened by then."""
    there = match.as_of(event)
    if there.position.to_act == OVER:
        raise Denied(400, "serve.branch_over", event=event)
    given = (*match.header.given, *(text for _, _, text, _ in there.plies()))
    origin = [match.header.table, match.transcript.hash, event]
    return {"origin": origin, "given": list(given)}


# --- people at tables ----------------------------------------------------------------------------


@get("/leaderboard/{game:str}")
async def leaderboard(service: Here, game: FromPath[str]) -> list[Ranked]:
    """The best of a game."""
    if game not in discovery.names():
        raise NotFoundException
    return await service.ratings.leaderboard(game)


@get("/people/{person:str}")
async def profile(service: Here, person: PersonInPath) -> Profile:
    """Somebody, for everybody to see."""
    found = await service.store.person(person)
    if found is None or found.deleted is not None:
        raise Denied(404, "serve.no_person", person=person)
    statistics = await service.ratings.statistics(person)
    return Profile(found.id, found.name, found.avatar, found.created, statistics)


ROUTES: list[HTTPRouteHandler] = [
    list_open,
    list_mine,
    create,
    read_table,
    replay,
    transcript,
    verify,
    branch,
    leaderboard,
    profile,
]
