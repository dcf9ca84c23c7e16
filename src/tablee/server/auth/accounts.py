"""Accounts: guests, signing out devices, and deletion."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.auth.connections import Connections
from tablee.server.core.background import for_each
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.rooms.room import Room
from tablee.server.names import clean_name, is_look_alike, skeleton
from tablee.server.store.contract import EventStore, Person
from tablee.show.saying import Saying

ALL_TABLES = 10_000  # more than any person has unfinished


def identity_of(person: Person) -> Identity:
    """Return a person as tables know them."""
    return Identity(person.id, person.name, person.avatar)


class Accounts:
    """The accounts of a server."""

    def __init__(
        self, store: EventStore, hall: Hall, connections: Connections, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._hall = hall
        self._connections = connections
        self._now = now

    async def create_guest(self, name: str, avatar: str) -> Person:
        """Create an account that only its device's cookie opens."""
        id = secrets.token_hex(16)
        person = Person(id, await self.checked_name(name, id), avatar, self._now())
        await self._store.create_person(person)
        return person

    async def checked_name(self, text: str, person: str, field: str = "name") -> str:
        """Return a name as others may see it; refuse the look-alike of another account's."""
        name = clean_name(text, field)
        for other in await self._store.people_like(skeleton(name)):
            if other.id != person and is_look_alike(name, other.name):
                raise Refusal("server.name_alike", name=name)
        return name

    async def claim_name(self, id: str) -> None:
        """Keep others from names that look like that of an account; guests claim none."""
        person = await self._store.person(id)
        if person is not None and not await self.is_guest(person):
            await self._store.claim_name(id, skeleton(person.name))

    async def is_guest(self, person: Person) -> bool:
        """Return whether an account has neither a password nor a passkey."""
        return person.password_hash is None and not await self._store.passkeys_of(person.id)

    async def is_deleted(self, person: str) -> bool:
        """Return whether an account was deleted, maybe by another process a moment ago."""
        found = await self._store.person(person)
        return found is None or found.deleted is not None

    async def delete(self, me: Person) -> None:
        """Erase everything personal: name, sign-in, devices and chat messages."""
        await self.leave_tables(me)
        await self._hall.erasure.erase(me.id)  # first: if the store fails, it can be repeated
        await self._store.forget_person(me.id, self._now())
        for connection in self._connections.of(me.id):
            connection.hang_up(wire.Bye(Saying("serve.logged_out"), None))
        await self.leave_tables(me)  # that they have joined since
        await self._hall.erasure.erase(me.id)

    async def delete_lost_guest(self, person: Person) -> None:
        """Delete a guest without a device, since no one can ever return to that account."""
        if await self.is_guest(person) and not await self._store.tokens_of(person.id):
            await self.delete(person)

    async def sign_out(self, token: bytes) -> None:
        """Sign out the device with this token hash, and close its connections."""
        await self._store.drop_token(token)
        self._connections.sign_out({token})

    async def sign_out_others(self, person: str, here: bytes | None) -> None:
        """Sign out all devices of a person except one."""
        for one in await self._store.tokens_of(person):
            if one.hash != here:
                await self.sign_out(one.hash)

    async def leave_tables(self, me: Person) -> None:
        """Leave all tables, so that no one waits for a person who won't return."""

        async def leave(table: str) -> None:
            room = await self._hall.rooms.current(table)
            while (command := next_to_leave(room, me.id)) is not None:
                with suppress(Refusal):  # the table has just changed: try again below
                    await self._hall.commits.do(command, identity_of(me))
                before, room = room, await self._hall.rooms.current(table)
                if room.seq == before.seq:
                    break  # refused as things are, and would be again

        heads = await self._store.tables_of(me.id, ("lobby", "playing"), ALL_TABLES)
        await for_each([head.table for head in heads], leave)


def next_to_leave(room: Room, person: str) -> wire.Command | None:
    """Return the next command a person must give to leave a table; None if they have left."""
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
            if holder is None:  # only the holder of a seat can resign
                return wire.TakeSeatBack(id, room.table, seat)
            return wire.Resign(id, room.table, seat)
    return None
