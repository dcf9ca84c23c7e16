"""A session: one connection of a person, without the network. Frames go in, frames come out.

The transport calls `receive` for each frame, one after the other, and lets each call finish even if
the connection is lost before that. Its `send` must not block. If the client reads too slowly, the
transport closes the connection, and the client comes back with the last seq it has seen.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from tablee.refusals import Refusal
from tablee.server import wire
from tablee.server.store.contract import StoreDown
from tablee.server.validation_errors import UNREADABLE, unreadable
from tablee.show.saying import Saying

from .bots import WorkFailed
from .broadcast import Publication
from .hall import Hall
from .rooms.entries import Identity
from .rooms.room import Room, Stale
from .views import redaction, viewers
from .views.viewers import Viewer

LOG = logging.getLogger("tablee.hall")
MOST_TABLES = 32  # that one session may watch
RETRY_MS = 1000
_DECODER = msgspec.json.Decoder(wire.FromClient)


class Gate(Protocol):
    """Limits, permissions and metrics: what the server adds to the handling of a message."""

    def admit(self, message: wire.FromClient, who: Identity) -> AbstractAsyncContextManager[None]:
        """Return a context in which a message is handled; entering it may refuse the message."""


class OpenGate:
    """A gate that admits everything."""

    def admit(self, message: wire.FromClient, who: Identity) -> AbstractAsyncContextManager[None]:
        """Admit a message."""
        return nullcontext()


class Address(msgspec.Struct, frozen=True):
    """The id of a command and its table: all that is read of a command that is malformed."""

    id: object = None
    table: object = None


_ADDRESS = msgspec.json.Decoder(Address)


def _address_of(frame: bytes | str) -> tuple[str | None, str | None]:
    """Return the id of a command and its table, each as far as it can be read."""
    try:
        found = _ADDRESS.decode(frame)
    except UNREADABLE:
        return None, None
    return _valid(found.id, wire.CommandId), _valid(found.table, wire.TableId)


def _valid(given: object, kind: Any) -> str | None:
    try:
        valid: str = msgspec.convert(given, kind)
    except msgspec.ValidationError:
        return None
    return valid


@dataclass
class Subscription:
    """A table that a session watches: as which viewer, and up to which entry it was sent."""

    viewer: Viewer
    seq: int
    catching_up: bool = False


@dataclass(eq=False)
class Session:
    """A client's session; `close` sends a farewell and ends it (by default it is only sent)."""

    hall: Hall
    who: Identity
    write: Callable[[bytes], None]
    close: Callable[[wire.Bye], None] | None = None
    gate: Gate = field(default_factory=OpenGate)
    version: str = ""
    subscriptions: dict[str, Subscription] = field(default_factory=dict)
    ended: bool = False
    hint: asyncio.Task[None] | None = None  # the coach thinks

    def begin(self) -> None:
        """Send the first message."""
        self.hall.broadcast.connect(self)
        welcome = wire.Welcome(
            self.who.id, self.who.name, self.hall.now(), self.version, wire.PROTOCOL
        )
        self.send(redaction.plain(welcome))

    def end(self) -> None:
        """Clean up: the connection is lost."""
        self.ended = True
        self.hall.broadcast.disconnect(self)
        self.subscriptions.clear()
        if self.hint is not None:
            self.hint.cancel()

    def send(self, message: redaction.Redacted) -> None:
        """Send a message."""
        self.write(message.encode())

    def _close(self, why: str) -> None:
        bye = wire.Bye(Saying(why), RETRY_MS)
        if self.close is None:
            self.send(redaction.plain(bye))
        else:
            self.close(bye)

    # --- messages of the client --------------------------------------------------------------

    async def receive(self, frame: bytes | str) -> None:
        """Handle a message; if something is wrong with it, refuse it and change nothing."""
        try:
            message = _DECODER.decode(frame)
        except UNREADABLE as problem:
            refusal = Refusal("server.unreadable_message", problem=unreadable(problem))
            self.send(redaction.refused(refusal, *_address_of(frame)))
            return
        try:
            await self._handle_or_refuse(message)
        except StoreDown:
            self._close("server.store_down")

    async def _handle_or_refuse(self, message: wire.FromClient) -> None:
        try:
            async with self.gate.admit(message, self.who):
                await self._handle(message)
        except Refusal as refusal:
            identifier = message.id if isinstance(message, wire.Command) else None
            table = getattr(message, "table", None)
            self.send(redaction.refused(refusal, identifier, table))
            if isinstance(refusal, Stale) and table is not None:
                await self._send_current(table)

    async def _handle(self, message: wire.FromClient) -> None:
        match message:
            case wire.Ping(n=number):
                self.send(redaction.plain(wire.Pong(number, self.hall.now())))
            case wire.Watch():
                await self._watch(message)
            case wire.Unwatch(table=table):
                self.subscriptions.pop(table, None)
                self.hall.broadcast.unwatch(table, self)
            case wire.AskHint():
                await self._ask_hint(message)
            case _:
                await self._do(message)

    async def _do(self, command: wire.Command) -> int:
        seq = await self.hall.commits.do(command, self.who)
        self.send(redaction.done(command.id, command.table, seq))
        return seq

    # --- hints -------------------------------------------------------------------------------

    async def _ask_hint(self, command: wire.AskHint) -> None:
        """Ask the coach, without making the client wait before it can go on."""
        if self.hint is not None and not self.hint.done():
            raise Refusal("serve.one_hint")
        seq = await self._do(command)
        self.hint = asyncio.get_running_loop().create_task(self.send_hint(command, seq))

    async def send_hint(self, command: wire.AskHint, seq: int) -> None:
        """Send the advice that was asked for in entry `seq`."""
        try:
            self.send(await self.hall.coach.advise(command.table, seq))
        except WorkFailed:
            refusal = Refusal("serve.no_advice")
            self.send(redaction.refused(refusal, command.id, command.table))
        except Refusal as refusal:
            self.send(redaction.refused(refusal, command.id, command.table))
        except StoreDown:
            self._close("server.store_down")
        except Exception:
            LOG.exception("a hint could not be given")
            self._close("serve.broken")

    # --- tables that are watched -------------------------------------------------------------

    async def _watch(self, asked: wire.Watch) -> None:
        table = asked.table
        if table not in self.subscriptions and len(self.subscriptions) >= MOST_TABLES:
            raise Refusal("server.too_many_tables", most=MOST_TABLES)
        room = await self.hall.rooms.current(table, asked.since or 0)
        since = room.seq if asked.since is None else min(asked.since, room.seq)
        latest = await self.hall.rooms.history(table, since) if since < room.seq else []
        room = latest[-1] if latest else room
        if self.ended:
            return  # while the table was read; this session would never be unsubscribed
        viewer = viewers.viewer_of(room, self.who.id, asked.seat, asked.form)
        self.subscriptions[table] = Subscription(viewer, room.seq)
        self.hall.broadcast.watch(table, self)
        self.hall.bots.hurry(room)
        self.send(redaction.update(room, latest, viewer, since, self.hall.now()))
        await self._catch_up(table)

    async def _send_current(self, table: str) -> None:
        """Send a table as it is, to a client that was wrong about it."""
        room = await self.hall.rooms.current(table)
        subscription = self.subscriptions.get(table)
        if subscription is not None and subscription.seq < room.seq:
            await self._catch_up(table)
            return
        viewer = subscription.viewer if subscription else viewers.viewer_of(room, self.who.id, None)
        self.send(redaction.update(room, [], viewer, room.seq, self.hall.now()))

    async def _catch_up(self, table: str) -> None:
        """Send all entries that this session has missed, until it has missed none."""
        subscription = self.subscriptions.get(table)
        if subscription is None:
            return
        subscription.catching_up = True
        try:
            while (before := subscription.seq) < (await self.hall.rooms.current(table)).seq:
                latest = await self.hall.rooms.history(table, before)
                if latest and self.subscriptions.get(table) is subscription:
                    self.show(Publication(latest, self.hall.now()))
                if subscription.seq == before:
                    break  # the table isn't watched any more
        finally:
            subscription.catching_up = False

    def show(self, publication: Publication) -> None:
        """Send the update of a table that is watched, unless it was sent already."""
        room = publication.rooms[-1]
        subscription = self.subscriptions.get(room.table)
        if subscription is None or room.seq <= subscription.seq:
            return
        latest = [one for one in publication.rooms if one.seq > subscription.seq]
        if len(latest) < room.seq - subscription.seq:
            if not subscription.catching_up:
                self.hall.tasks.start(self._catch_up(room.table))
            return
        since, subscription.seq = subscription.seq, room.seq
        viewer = subscription.viewer = self._viewer_now(subscription.viewer, room)
        now, shared = publication.now, publication.shared
        self.send(redaction.update(room, latest, viewer, since, now, shared))

    def _viewer_now(self, viewer: Viewer, room: Room) -> Viewer:
        """Return the viewer after a change of seats."""
        if viewer.seat is not None and viewer.seat in room.seats_of(self.who.id):
            return viewer
        return viewers.viewer_of(room, self.who.id, None, viewer.form)
