"""All that is known of somebody, to take away."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import zipfile
from typing import Any, get_args

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from tablee.server.core import redaction
from tablee.server.core.chat import chat_of
from tablee.server.http.authentication import Here, Myself
from tablee.server.http.routes.tables import History, replayed
from tablee.server.service import Service
from tablee.server.store.contract import Head, Person, StoreDown, TableStage

EXPORTED = 10_000  # tables at most
Files = dict[str, str]

log = logging.getLogger("tablee.export")


@get("/me/export", media_type="application/zip")
async def export_me(service: Here, me: Myself) -> Response[bytes]:
    """What is known of me, what I have said, and my matches, as far as I may see them."""
    with service.desk.alone(me.id):
        heads = await service.store.tables_of(me.id, get_args(TableStage), EXPORTED)
        about, matches = await known_of(service, me), Files()
        about["tables"] = []
        for head in heads:
            found = await match_at(service, head, me.id)
            about["tables"].append(listed(head, readable=found is not None))
            matches |= found or {}
        about["said"] = await all_said(service, me.id)
        packed = await asyncio.to_thread(pack, {"me.json": written(about), **matches})
    headers = {"Content-Disposition": 'attachment; filename="tablee.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def listed(head: Head, *, readable: bool) -> dict[str, Any]:
    """A table of mine."""
    one = {"table": head.table, "game": head.game, "stage": head.stage, "created": head.created}
    return one if readable else {**one, "unreadable": True}


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


async def all_said(service: Service, person: str) -> list[dict[str, Any]]:
    """What somebody has said, also where he only looked on."""
    return [
        {
            "table": row.table,
            "at": row.at,
            "channel": what.channel,
            "phrase": what.phrase,
            "text": what.text,
        }
        for row, what in await chat_of(service.store, person)
    ]


async def match_at(service: Service, head: Head, person: str) -> Files | None:
    """The match of a table: its transcript, or while it runs what each seat of a person sees.

    None if its log cannot be read: that is no reason to keep all the others from him.
    """
    try:
        async with service.desk.turn(patient=True):
            history = await service.hall.history(head.table)
            return await asyncio.to_thread(files_of, history, head, person)
    except StoreDown:
        raise
    except Exception:
        log.exception("table %s cannot be read, and is missing from an export", head.table)
        return None


def files_of(history: History, head: Head, person: str) -> Files:
    """What there is to take away of a table."""
    room = history[-1][0]
    name = f"matches/{head.game}-{head.table}"
    if room.match is None:
        return {}
    if room.stage == "over":
        return {f"{name}.tablee": room.match.transcript.text()}
    files = {}
    seats: list[int | None] = [*room.seats_of(person)] or [None]
    for seat in seats:
        replay = replayed(history, redaction.viewer_of(room, person, seat, "scene"))
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
