"""A session: one connection of somebody, without the connection. Frames go in, frames come out.

Who carries the frames calls `receive` for each, in their order, and lets it come to its end, even
if the connection is lost in the meantime. He gives `send`, which must not block: if the other side
is too slow to take what it is sent, the connection is closed, and the client comes back with the
last seq it has seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.store.contract import StoreDown
from tablee.server.validation_errors import UNREADABLE, unreadable
from tablee.show.saying import Saying

from . import redaction
from .entries import Entry, Identity
from .hall import Hall
from .room import Room, Stale

_DECODER = msgspec.json.Decoder(wire.FromClient)


class Address(msgspec.Struct, frozen=True):
    """Which command this is, and of which table: all that is looked at if the rest is wrong."""

    id: object = None
    table: object = None


_ADDRESS = msgspec.json.Decoder(Address)
MOST_TABLES = 32  # that one session may watch


def _meant(frame: bytes | str) -> tuple[str | None, str | None]:
    """The id of a command and its table, each as far as it can be read."""
    try:
        found = _ADDRESS.decode(frame)
    except UNREADABLE:
        return None, None
    return _fitting(found.id, wire.CommandId), _fitting(found.table, wire.TableId)


def _fitting(given: object, kind: Any) -> str | None:
    try:
        fitting: str = msgspec.convert(given, kind)
    except msgspec.ValidationError:
        return None
    return fitting


@dataclass
class Watching:
    """How a session looks at a table, and how far it has been told."""

    viewer: redaction.Viewer
    seq: int
    behind: bool = False  # something was missed, and is being looked for


@dataclass(eq=False)
class Session:
    """One connection."""

    hall: Hall
    who: Identity
    send: Callable[[bytes], None]
    version: str = ""
    watching: dict[str, Watching] = field(default_factory=dict)
    over: bool = False

    def begin(self) -> None:
        """The first message."""
        self.hall.broadcast.greet(self)
        welcome = wire.Welcome(self.who.id, self.who.name, self.hall.now(), self.version)
        self.tell(redaction.plain(welcome))

    def end(self) -> None:
        """The connection is gone."""
        self.over = True
        self.hall.broadcast.part(self)
        self.watching.clear()

    async def receive(self, frame: bytes | str) -> None:
        """A message of the client; whatever is wrong with it is answered, and changes nothing."""
        try:
            message = _DECODER.decode(frame)
        except UNREADABLE as problem:
            refusal = Refusal("server.unreadable_message", problem=unreadable(problem))
            self.tell(redaction.refused(refusal, *_meant(frame)))
            return
        try:
            await self._answer_or_refuse(message)
        except StoreDown:
            why = Saying("server.store_down")
            self.tell(redaction.plain(wire.Bye(why, 1000)))

    async def _answer_or_refuse(self, message: wire.FromClient) -> None:
        identifier = message.id if isinstance(message, wire.Command) else None
        table = getattr(message, "table", None)
        try:
            await self._answer(message)
        except Refusal as refusal:
            self.tell(redaction.refused(refusal, identifier, table))
            if isinstance(refusal, Stale) and table is not None:
                await self._show_what_is(table)

    async def _answer(self, message: wire.FromClient) -> None:
        match message:
            case wire.Ping(n=number):
                self.tell(redaction.plain(wire.Pong(number, self.hall.now())))
            case wire.Watch():
                await self._watch(message)
            case wire.Unwatch(table=table):
                self.watching.pop(table, None)
                self.hall.broadcast.unwatch(table, self)
            case wire.AskPreviews(table=table, seat=seat):
                room = await self.hall.room(table)
                viewer = redaction.viewer_of(room, self.who.id, seat)
                self.tell(redaction.previews(room, viewer))
            case _:
                seq = await self.hall.do(message, self.who)
                self.tell(redaction.done(message.id, message.table, seq))
                if isinstance(message, wire.AskHint):
                    await self._advise(message, seq)

    async def _advise(self, asked: wire.AskHint, seq: int) -> None:
        """The coach answers what was asked in that entry."""
        self.tell(await self.hall.advise(asked.table, seq))

    async def _watch(self, asked: wire.Watch) -> None:
        table = asked.table
        if table not in self.watching and len(self.watching) >= MOST_TABLES:
            raise Refusal("server.too_many_tables", most=MOST_TABLES)
        room = await self.hall.room(table, asked.since or 0)
        since = room.seq if asked.since is None else min(asked.since, room.seq)
        entries = await self.hall.history(table, since) if since < room.seq else []
        room = entries[-1][0] if entries else room
        if self.over:
            return  # he has gone while his table was looked for: nobody would ever part him again
        viewer = redaction.viewer_of(room, self.who.id, asked.seat, asked.form)  # of what is shown
        self.watching[table] = Watching(viewer, room.seq)
        self.hall.broadcast.watch(table, self)
        self.tell(redaction.update(room, viewer, since, entries, self.hall.now()))
        await self._catch_up(table)

    async def _show_what_is(self, table: str) -> None:
        """Who was wrong about a table is shown it as it is, also if he has been shown all."""
        room = await self.hall.room(table)
        watching = self.watching.get(table)
        if watching is not None and watching.seq < room.seq:
            await self._catch_up(table)
        else:
            viewer = watching.viewer if watching else redaction.viewer_of(room, self.who.id, None)
            self.tell(redaction.update(room, viewer, room.seq, [], self.hall.now()))

    async def _catch_up(self, table: str) -> None:
        """Shows what has happened while something else was being done, until nothing is missing."""
        watching = self.watching.get(table)
        if watching is None:
            return
        watching.behind = True
        try:
            while (before := watching.seq) < (await self.hall.room(table)).seq:
                entries = await self.hall.history(table, before)
                if entries and self.watching.get(table) is watching:
                    self.show(table, entries[-1][0], entries)
                if watching.seq == before:
                    break  # he has looked away
        finally:
            watching.behind = False

    def show(self, table: str, room: Room, entries: list[tuple[Room, Entry]]) -> None:
        """The table has gone on: the room as it is now, and what is new."""
        watching = self.watching.get(table)
        if watching is None or room.seq <= watching.seq:
            return
        new = [(after, entry) for after, entry in entries if entry.seq > watching.seq]
        if len(new) < room.seq - watching.seq:
            if not watching.behind:  # something is missing: `_catch_up` shows it all
                self.hall.tasks.start(self._catch_up(table))
            return
        since, watching.seq = watching.seq, room.seq
        viewer = watching.viewer
        if viewer.seat is None or viewer.seat not in room.seats_of(self.who.id):
            viewer = redaction.viewer_of(room, self.who.id, None, viewer.form)
            watching.viewer = viewer
        self.tell(redaction.update(room, viewer, since, new, self.hall.now()))

    def tell(self, message: redaction.Redacted) -> None:
        """Sends a message."""
        self.send(message.encode())
