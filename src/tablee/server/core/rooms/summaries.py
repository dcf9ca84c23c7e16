"""What the store keeps of a room beside its log: for lists, deadlines, bots and ratings."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.server.bodies import TableInfo
from tablee.server.store.contract import Head, Result
from tablee.table import WAITING, Ended

from ..views.room_view import result_seen
from .room import Room

_ENCODE = msgspec.json.Encoder().encode
_DECODER = msgspec.json.Decoder(TableInfo)


def head_of(room: Room) -> Head:
    """Return what lists and timers need of a room."""
    info = info_of(room)
    return Head(
        table=room.table,
        seq=room.seq,
        game=room.settings.game,
        stage=info.stage,
        public=room.settings.public and info.open_seats > 0,
        created=room.created,
        changed=room.at,
        deadline=room.deadline,
        bot_due=room.bot_to_act is not None,
        persons=room.persons,
        to_act=room.person_to_act,
        summary=_ENCODE(info),
    )


def info_of(room: Room, person: str | None = None) -> TableInfo:
    """Return a table for a list; everything in it is public."""
    match, holdings = room.match, room.holdings
    stage: Any = room.stage
    return TableInfo(
        table=room.table,
        settings=room.settings,
        stage=stage,
        host=room.host,
        names=[held.name for held in holdings],
        persons=[held.person for held in holdings],
        open_seats=sum(held.free for held in holdings),
        created=room.created,
        changed=room.at,
        to_act=match.to_act if match else WAITING,
        my_turn=person is not None and room.person_to_act == person,
        my_seats=room.seats_of(person),
        result=result_seen(match) if match else None,
        offline=room.offline,
    )


def listed(head: Head, person: str | None) -> TableInfo:
    """Return a table for a person's list, from its head."""
    info = _DECODER.decode(head.summary)
    if person is None:
        return info
    mine = [seat for seat, one in enumerate(info.persons, 1) if one == person]
    turn = head.stage == "playing" and head.to_act == person
    return msgspec.structs.replace(info, my_turn=turn, my_seats=mine)


def result_of(room: Room) -> Result | None:
    """Return the result, if the last entry ended the match."""
    match = room.match
    if match is None or not any(isinstance(step.event, Ended) for step in room.steps):
        return None
    found = match.result
    assert found is not None
    return Result(
        table=room.table,
        game=room.settings.game,
        at=room.at,
        rated=room.settings.rated,
        persons=tuple(held.person for held in room.holdings),
        ranks=found.ranks,
        scores=found.scores,
        offline=room.offline,
    )
