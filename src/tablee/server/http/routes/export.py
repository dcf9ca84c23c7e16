"""Export: everything the server keeps about a person, as a zip."""

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

from tablee.server.core.chat import chat_of
from tablee.server.core.rooms import summaries
from tablee.server.core.views import viewers
from tablee.server.http.authentication import MeDep, ServiceDep
from tablee.server.http.routes.matches import History, replay_for
from tablee.server.service import Service
from tablee.server.store.contract import Head, Person, StoreDown, TableStage

EXPORTED = 10_000  # tables at most
Files = dict[str, str]

log = logging.getLogger("tablee.export")


@get("/me/export", media_type="application/zip")
async def export_me(service: ServiceDep, me: MeDep) -> Response[bytes]:
    """Return my account, my chat messages, and my matches as far as I may see them."""
    with service.export_queue.one_export(me.id):
        heads = await service.store.tables_of(me.id, get_args(TableStage), EXPORTED)
        about, matches = await account_data(service, me), Files()
        about["tables"] = []
        for head in heads:
            found = await match_at(service, head, me.id)
            about["tables"].append(listed(head, readable=found is not None))
            matches |= found or {}
        about["said"] = await chat_messages(service, me.id)
        packed = await asyncio.to_thread(pack, {"me.json": to_json(about), **matches})
    headers = {"Content-Disposition": 'attachment; filename="tablee.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


def listed(head: Head, *, readable: bool) -> dict[str, Any]:
    """Return a table as the export lists it."""
    info = summaries.listed(head, None)
    one = {"table": head.table, "game": head.game, "stage": head.stage, "created": head.created}
    one |= {"offline": True} if info.offline else {}
    return one if readable else {**one, "unreadable": True}


async def account_data(service: Service, me: Person) -> dict[str, Any]:
    """Return what is kept about a person besides tables and chat."""
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
        "reports": [
            {"table": one.table, "at": one.at, "about": one.about, "text": one.text}
            for one in await service.store.reports_by(me.id)
        ],
        "results": msgspec.to_builtins(await service.store.results_of(me.id)),
    }  # fmt: skip


async def chat_messages(service: Service, person: str) -> list[dict[str, Any]]:
    """Return what a person has written, as a spectator too."""
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
    """Return a match: its transcript, or while it runs what each of the person's seats sees.

    None if its log can't be read: that is no reason to withhold all the others.
    """
    try:
        async with service.export_queue.turn(patient=True):
            history = await service.hall.rooms.history(head.table)
            return await asyncio.to_thread(files_of, history, head, person)
    except StoreDown:
        raise
    except Exception:
        log.exception("table %s can't be read and is missing from an export", head.table)
        return None


def files_of(history: History, head: Head, person: str) -> Files:
    """Return the files of a table."""
    room = history[-1]
    name = f"matches/{head.game}-{head.table}"
    if room.match is None:
        return {}
    if room.stage == "over":
        return {f"{name}.tablee": room.match.transcript.text()}
    files = {}
    seats: list[int | None] = [*room.seats_of(person)] or [None]
    for seat in seats:
        replay = replay_for(history, viewers.viewer_of(room, person, seat, "scene"))
        files[f"{name}-{seat or 'host'}.json"] = to_json(msgspec.to_builtins(replay))
    return files


def to_json(value: object) -> str:
    """Return JSON that people can read."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def pack(files: Files) -> bytes:
    """Zip texts; the same texts give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


ROUTES: list[HTTPRouteHandler] = [export_me]
