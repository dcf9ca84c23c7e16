"""Tables: create, list and branch."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from tablee.kernel.actors import OVER
from tablee.refusals import Refusal
from tablee.server.auth.accounts import ALL_TABLES, identity_of
from tablee.server.auth.permissions import check_rated_settings
from tablee.server.bodies import Branch, Created, MyTables, NewTable, OfflineGame, TableInfo
from tablee.server.core.rooms.offline import MOST_BYTES, offline_table, open_offline, read_offline
from tablee.server.core.rooms.room import RoomRefusal
from tablee.server.core.rooms.summaries import info_of, listed
from tablee.server.errors import HttpRefusal
from tablee.server.http.authentication import MeDep, PlayerDep, Requester, RequesterDep, ServiceDep
from tablee.server.http.parsing import IdempotencyKey, TableInPath
from tablee.server.http.routes.matches import finished_match
from tablee.server.service import Service
from tablee.server.store.contract import Person
from tablee.server.wire import Settings
from tablee.table import Match

LISTED = 100
LISTED_PER_HOST = 3  # open tables
OFFLINE_BODY = 2 * MOST_BYTES  # a file as JSON
LONGEST = 40  # characters of a name
LISTED_MS = 24 * 3600 * 1000  # since the last change of an open table


@get("/tables")
async def list_open(service: ServiceDep, requester: RequesterDep) -> list[TableInfo]:
    """List public tables with a free seat that have changed within a day, newest first."""
    me = requester.person.id if requester.person else None
    since = service.now() - LISTED_MS
    found = await service.store.open_tables(since, LISTED_PER_HOST, LISTED)
    return [listed(head, me) for head in found]


@get("/me/tables")
async def list_mine(service: ServiceDep, me: MeDep) -> MyTables:
    """List my games, running and finished."""
    running = await service.store.tables_of(me.id, ("lobby", "playing"), ALL_TABLES)
    finished = await service.store.tables_of(me.id, ("over",), LISTED)
    return MyTables(
        [listed(head, me.id) for head in running], [listed(head, me.id) for head in finished]
    )


@post("/tables")
async def create(
    service: ServiceDep,
    requester: RequesterDep,
    player: PlayerDep,
    data: JSONBody[NewTable],
    idempotency_key: IdempotencyKey = None,
) -> Created:
    """Create a table; the game starts at once if no seat is open, unless it waits for entropy."""
    service.limits.check_stored(player.id)
    for name in data.names:
        await service.accounts.checked_name(name, player.id, "names")
    with service.limits.opening(player.id):
        if data.rated:
            await check_rated_settings(service.accounts, player, data)
        wanted = msgspec.convert(data, Settings, from_attributes=True)
        id = table_id(requester, idempotency_key, wanted)
        return await open_table(service, player, wanted, id, waits=data.adds_entropy)


async def open_table(
    service: Service,
    me: Person,
    wanted: Settings,
    table: str | None,
    origin: dict[str, Any] | None = None,
    *,
    waits: bool = False,
) -> Created:
    """Open a table."""
    table = await service.hall.tables.open(wanted, identity_of(me), origin, table, waits)
    return await unless_deleted(service, me, table)


async def unless_deleted(service: Service, me: Person, table: str) -> Created:
    """Return a new table, or leave it again if the account has just been deleted."""
    if await service.accounts.is_deleted(me.id):
        await service.accounts.leave_tables(me)
        await service.hall.erasure.erase(me.id)
        raise HttpRefusal(401, "serve.nobody")
    return Created(table)


def table_id(requester: Requester, key: str | None, *wanted: Any) -> str | None:
    """Return the id that an idempotency key gives a device's table, so that retries find it.

    It can't be guessed: only the device and the server know the hash of its token.
    """
    if key is None or requester.token is None:
        return None
    asked = msgspec.json.encode([key, *wanted])
    return hashlib.sha256(b"tablee open " + requester.token + asked).hexdigest()[:32]


@post("/me/offline", request_max_body_size=OFFLINE_BODY)
async def add_offline(
    service: ServiceDep, requester: RequesterDep, player: PlayerDep, data: JSONBody[OfflineGame]
) -> Created:
    """Add a finished game that I played offline to my games, unrated; once for each file."""
    file = data.transcript.encode()
    table = offline_table(player.id, file)
    if await service.store.head(table) is not None:
        return Created(table)
    service.limits.check_stored(player.id)
    service.limits.offline.check(player.id)
    with service.limits.opening(player.id), service.limits.reads.taken(requester.address):
        async with service.export_queue.turn():
            transcript = await asyncio.to_thread(read_offline, file)
        if await service.store.head(transcript.header.table) is not None:
            raise RoomRefusal("server.offline_known")
        names = [await name_here(service, one.name, player) for one in transcript.header.seats]
        opened = open_offline(transcript, identity_of(player), names)
        await service.hall.tables.hand_over(opened, table)
    return await unless_deleted(service, player, table)


async def name_here(service: Service, name: str, me: Person) -> str:
    """Return a name at a table as others may see it; my own one if it may not be seen here."""
    try:
        return await service.accounts.checked_name(name[:LONGEST], me.id, "names")
    except Refusal:
        return me.name


@get("/tables/{table:str}")
async def read_table(service: ServiceDep, requester: RequesterDep, table: TableInPath) -> TableInfo:
    """Return the public information about a table."""
    me = requester.person.id if requester.person else None
    return info_of(await service.hall.rooms.current(table), me)


@post("/tables/{table:str}/branch")
async def branch(
    service: ServiceDep,
    requester: RequesterDep,
    player: PlayerDep,
    table: TableInPath,
    data: JSONBody[Branch],
    idempotency_key: IdempotencyKey = None,
) -> Created:
    """Create a table that goes on from an event of a finished match."""
    match = await finished_match(service, table)
    room = await service.hall.rooms.current(table)
    seats = len(room.settings.seats)
    if len(data.seats) != seats:
        raise HttpRefusal(400, "serve.branch_seats", seats=seats)
    settings = Settings(
        game=room.settings.game,
        seats=data.seats,
        options=room.settings.options,
        hints=True,
    )
    service.limits.check_stored(player.id)
    with service.limits.opening(player.id):
        origin = await asyncio.to_thread(branch_origin, match, data.event)
        id = table_id(requester, idempotency_key, settings, origin)
        return await open_table(service, player, settings, id, origin, waits=data.adds_entropy)


def branch_origin(match: Match, event: int) -> dict[str, Any]:
    """Return where a branch starts, and everything that had happened by then."""
    there = match.as_of(event)
    if there.position.to_act == OVER:
        raise HttpRefusal(400, "serve.branch_over", event=event)
    given = (*match.header.given, *(text for _, _, text, _ in there.plies()))
    origin = [match.header.table, match.transcript.hash, event]
    return {"origin": origin, "given": list(given)}


ROUTES: list[HTTPRouteHandler] = [list_open, list_mine, create, add_offline, read_table, branch]
