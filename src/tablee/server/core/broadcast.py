"""Broadcast what happens at tables to the connections of this process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tablee.server import wire

from .rooms.entries import Identity, SeatChanged
from .rooms.room import Room
from .views import news, redaction
from .views.viewers import Shared


@dataclass(slots=True)
class Publication:
    """New rooms of a table, one for each new entry, on their way to its viewers."""

    rooms: list[Room]
    now: int
    shared: Shared = field(default_factory=Shared)


class Subscriber(Protocol):
    """A connection that watches tables."""

    who: Identity

    def show(self, publication: Publication) -> None:
        """Send an update of a table that is watched."""

    def send(self, message: redaction.Redacted) -> None:
        """Send another message."""


class Broadcast:
    """All connections of a process, and the tables they watch."""

    def __init__(self, room_of: Callable[[str], Room | None], now: Callable[[], int]) -> None:
        self._room_of = room_of
        self._now = now
        self._watching: dict[str, dict[Subscriber, None]] = {}  # by table, in the order they came
        self._persons: dict[str, dict[Subscriber, None]] = {}
        self._elsewhere: Mapping[str, frozenset[str]] = {}  # persons at other processes, by table
        self._changed: dict[str, None] = {}  # tables whose viewers other processes don't know yet

    # --- connections -------------------------------------------------------------------------

    def connect(self, subscriber: Subscriber) -> None:
        """Add a connection."""
        self._persons.setdefault(subscriber.who.id, {})[subscriber] = None

    def disconnect(self, subscriber: Subscriber) -> None:
        """Remove a connection."""
        tables = [table for table, all_ in self._watching.items() if subscriber in all_]
        for table in tables:
            self.unwatch(table, subscriber)
        same = self._persons.get(subscriber.who.id, {})
        same.pop(subscriber, None)
        if not same:
            self._persons.pop(subscriber.who.id, None)

    def disconnect_all(self) -> None:
        """Remove all connections."""
        for subscriber in [one for same in self._persons.values() for one in same]:
            self.disconnect(subscriber)

    def watch(self, table: str, subscriber: Subscriber) -> None:
        """Send a connection the updates of a table from now on."""
        self._watching.setdefault(table, {})[subscriber] = None
        self._changed[table] = None
        self._send_presence(table)

    def unwatch(self, table: str, subscriber: Subscriber) -> None:
        """Send it no more updates of that table."""
        watching = self._watching.get(table, {})
        if subscriber not in watching:
            return
        del watching[subscriber]
        if not watching:
            self._watching.pop(table, None)
        self._changed[table] = None
        self._send_presence(table)

    def at(self, table: str) -> Collection[Subscriber]:
        """Return the connections that watch a table."""
        return self._watching.get(table, ())

    def is_watched(self, table: str) -> bool:
        """Return whether a table is watched, here or, as far as known, elsewhere."""
        return bool(self.at(table) or self._elsewhere.get(table))

    def tables(self) -> list[str]:
        """Return all tables that are watched."""
        return list(self._watching)

    def knows(self, persons: Iterable[str]) -> bool:
        """Return whether one of these persons is connected."""
        return any(person in self._persons for person in persons)

    # --- presence ----------------------------------------------------------------------------

    @property
    def presence_changed(self) -> bool:
        """Whether presence has changed that other processes must learn."""
        return bool(self._changed)

    def take_presence_changes(self) -> dict[str, list[str]]:
        """Return the tables whose viewers have changed since the last call, with the viewers."""
        changed = {table: sorted(self._persons_at(table)) for table in self._changed}
        self._changed.clear()
        return changed

    def repeat_presence(self, tables: Iterable[str]) -> None:
        """Share again who watches these tables."""
        self._changed |= dict.fromkeys(tables)

    def learn_presence(self, elsewhere: Mapping[str, frozenset[str]]) -> None:
        """Take in who watches tables through other processes."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for table in self.tables():
            if before.get(table) != elsewhere.get(table):
                self._send_presence(table)

    def _persons_at(self, table: str) -> set[str]:
        return {subscriber.who.id for subscriber in self.at(table)}

    def _send_presence(self, table: str) -> None:
        room, watching = self._room_of(table), self.at(table)
        if room is None or not watching:
            return
        there = self._persons_at(table) | self._elsewhere.get(table, frozenset())
        seated = sorted(there & {held.person for held in room.holdings if held.person})
        message = redaction.plain(wire.Presence(table, seated, len(there) - len(seated)))
        for subscriber in tuple(watching):
            subscriber.send(message)

    # --- entries -----------------------------------------------------------------------------

    def publish(self, rooms: list[Room], since: int | None) -> None:
        """Send the new rooms of a table to its viewers, and notify people at other tables.

        They are notified of what came after entry `since`; of nothing if that is None.
        """
        table = rooms[-1].table
        publication = Publication(rooms, self._now())
        for subscriber in tuple(self.at(table)):
            subscriber.show(publication)
        if any(isinstance(room.entry.payload, SeatChanged) for room in rooms):
            self._send_presence(table)  # a spectator who sits down becomes a player
        if since is not None:
            self._notify([room for room in rooms if room.seq > since])

    def _notify(self, rooms: list[Room]) -> None:
        if not rooms:
            return
        room = rooms[-1]
        for person, what in news.notices(rooms):
            for subscriber in tuple(self._persons.get(person, ())):
                if subscriber not in self.at(room.table):
                    notice = wire.Notice(room.table, room.settings.game, what, room.at)
                    subscriber.send(redaction.plain(notice))
