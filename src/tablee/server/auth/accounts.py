"""How somebody goes for good: nobody waits for him, and what he said is forgotten with his name."""

from __future__ import annotations

import secrets
from contextlib import suppress

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.core.background import for_each
from tablee.server.core.room import Room
from tablee.server.service import Service, farewell, who
from tablee.server.store.contract import Person

EVERY = 10_000  # tables of one person: nobody has more that run


async def is_guest(service: Service, person: Person) -> bool:
    """Whether somebody keeps his account by nothing but a cookie."""
    return person.password_hash is None and not await service.store.passkeys_of(person.id)


async def is_gone(service: Service, person: str) -> bool:
    """Whether somebody was forgotten, maybe at another process a moment ago."""
    found = await service.store.person(person)
    return found is None or found.deleted is not None


async def forget_person(service: Service, me: Person) -> None:
    """All that is personal is forgotten: who somebody was, and what he has said."""
    await leave_everything(service, me)
    await service.hall.forget_person(me.id)  # first: without the store one can ask again
    await service.store.forget_person(me.id, service.now())
    for line in service.lines_of(me.id):
        line.hang_up(farewell("serve.logged_out", None))
    await leave_everything(service, me)  # where he was just sitting down
    await service.hall.forget_person(me.id)


async def forget_lost_guest(service: Service, person: Person) -> None:
    """A guest whose only device has forgotten him can never come back."""
    if await is_guest(service, person) and not await service.store.tokens_of(person.id):
        await forget_person(service, person)


async def leave_everything(service: Service, me: Person) -> None:
    """Nobody shall wait for somebody who does not come back."""

    async def leave(table: str) -> None:
        room = await service.hall.room(table)
        while (command := next_to_leave(room, me.id)) is not None:
            with suppress(Refusal):  # the table has gone on meanwhile: it is looked at again
                await service.hall.do(command, who(me))
            before, room = room, await service.hall.room(table)
            if room.seq == before.seq:
                break  # as things are it is refused: to try again would be in vain

    heads = await service.store.tables_of(me.id, ("lobby", "playing"), EVERY)
    await for_each([head.table for head in heads], leave)


def next_to_leave(room: Room, person: str) -> wire.Command | None:
    """What somebody has yet to do before he has left a table."""
    id, seats = secrets.token_hex(8), room.seats_of(person)
    if room.stage == "lobby" and room.host == person:
        return wire.CloseTable(id, room.table)
    if room.stage == "lobby" and seats:
        return wire.Stand(id, room.table, seats[0])
    if room.stage == "playing" and room.match is not None:
        for seat in seats:
            holder = room.match.holder(seat)
            if holder is not None and holder.is_bot:
                continue
            if not room.settings.rated:
                return wire.HandToBot(id, room.table, seat, "casual")
            if holder is None:  # only who holds a seat can resign
                return wire.TakeSeatBack(id, room.table, seat)
            return wire.Resign(id, room.table, seat)
    return None
