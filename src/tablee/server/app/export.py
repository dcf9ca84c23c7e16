"""All that is known of somebody, to take away."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any, get_args

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from tablee.server.core import seen
from tablee.server.core.entries import Spoke, entry_of
from tablee.server.store.contract import Head, Person, Stage

from .asker import Here, Myself
from .service import Service
from .tables import replayed

EXPORTED = 10_000  # tables at most
Files = dict[str, str]


@get("/me/export", media_type="application/zip")
async def export_me(service: Here, me: Myself) -> Response[bytes]:
    """What is known of me, what I have said, and my matches, as far as I may see them."""
    heads = await service.store.tables_of(me.id, get_args(Stage), EXPORTED)
    about = await known_of(service, me)
    about["tables"] = [
        {"table": one.table, "game": one.game, "stage": one.stage, "created": one.created}
        for one in heads
    ]
    about["said"] = [said for one in heads for said in await said_at(service, one.table, me.id)]
    files = {"me.json": written(about)}
    for head in heads:
        files |= await match_at(service, head, me.id)
    packed = await asyncio.to_thread(pack, files)
    headers = {"Content-Disposition": 'attachment; filename="tablee.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


async def known_of(service: Service, me: Person) -> dict[str, Any]:
    """What is known of somebody besides his tables."""
    return {
        "person": {
            "id": me.id, "name": me.name, "avatar": me.avatar, "created": me.created,
            "login": me.login,
        },
        "devices": [
            {"created": one.created, "last_used": one.last_used, "label": one.label}
            for one in await service.store.tokens_of(me.id)
        ],
        "passkeys": [
            {"created": one.created, "name": one.name}
            for one in await service.store.passkeys_of(me.id)
        ],
        "results": msgspec.to_builtins(await service.store.results_of(me.id)),
    }  # fmt: skip


async def said_at(service: Service, table: str, person: str) -> list[dict[str, Any]]:
    """What somebody has said at a table."""
    said = []
    for row in await service.store.read(table):
        what = entry_of(row.seq, row.at, row.command, row.body).what
        if isinstance(what, Spoke) and what.who.id == person:
            words = {"channel": what.channel, "phrase": what.phrase, "text": what.text}
            said.append({"table": table, "at": row.at, **words})
    return said


async def match_at(service: Service, head: Head, person: str) -> Files:
    """The match of a table: its transcript, or while it runs what each seat of a person sees."""
    room = await service.hall.room(head.table)
    name = f"matches/{head.game}-{head.table}"
    if room.match is None:
        return {}
    if room.stage == "over":
        return {f"{name}.tablee": room.match.transcript.text()}
    history = await service.hall.history(head.table)
    files = {}
    seats: list[int | None] = [*room.seats_of(person)] or [None]
    for seat in seats:
        viewer = seen.viewer_of(room, person, seat, "scene")
        replay = await asyncio.to_thread(replayed, history, viewer)
        files[f"{name}-{seat or 'host'}.json"] = written(msgspec.to_builtins(replay))
    return files


def written(value: object) -> str:
    """JSON that people can read."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def pack(files: Files) -> bytes:
    """Texts in a zip; the same texts give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


ROUTES: list[HTTPRouteHandler] = [export_me]
