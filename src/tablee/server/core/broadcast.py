"""The audience: who is connected to this process, and who looks at which table.

Who looks at a table through another process is known here, too: the hall tells the others of those
here, and asks for theirs, once a second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from tablee.server import wire

from . import redaction
from .entries import Entry, Identity, SeatChanged
from .room import Room

News = list[tuple[Room, Entry]]
"""Entries, each with the room after it."""


class Subscriber(Protocol):
    """Somebody who looks at tables: a session."""

    who: Identity

    def show(self, table: str, room: Room, entries: News) -> None:
        """A table has gone on."""

    def tell(self, message: redaction.Redacted) -> None:
        """Something else to say."""


class Broadcast:
    """All sessions of a process."""

    def __init__(self, room_of: Callable[[str], Room | None]) -> None:
        self._room_of = room_of
        self._watchers: dict[str, dict[Subscriber, None]] = {}  # by table, in the order they came
        self._persons: dict[str, dict[Subscriber, None]] = {}
        self._elsewhere: Mapping[str, frozenset[str]] = {}  # persons at other processes, by table
        self._changed: dict[str, None] = {}  # tables of whose watchers others are to be told

    def greet(self, watcher: Subscriber) -> None:
        """Somebody is there."""
        self._persons.setdefault(watcher.who.id, {})[watcher] = None

    def part(self, watcher: Subscriber) -> None:
        """Somebody is gone."""
        tables = [table for table, all_ in self._watchers.items() if watcher in all_]
        for table in tables:
            self.unwatch(table, watcher)
        same = self._persons.get(watcher.who.id, {})
        same.pop(watcher, None)
        if not same:
            self._persons.pop(watcher.who.id, None)

    def part_all(self) -> None:
        """Nobody is there any more."""
        for watcher in [one for same in self._persons.values() for one in same]:
            self.part(watcher)

    def watch(self, table: str, watcher: Subscriber) -> None:
        """From now on he is shown the table."""
        self._watchers.setdefault(table, {})[watcher] = None
        self._changed[table] = None
        self._tell_presence(table)

    def unwatch(self, table: str, watcher: Subscriber) -> None:
        """No longer."""
        watching = self._watchers.get(table, {})
        if watcher not in watching:
            return
        del watching[watcher]
        if not watching:
            self._watchers.pop(table, None)
        self._changed[table] = None
        self._tell_presence(table)

    def at(self, table: str) -> Collection[Subscriber]:
        """All who look at a table."""
        return self._watchers.get(table, ())

    def tables(self) -> list[str]:
        """All that somebody looks at."""
        return list(self._watchers)

    def knows(self, persons: Iterable[str]) -> bool:
        """Whether one of them is connected."""
        return any(person in self._persons for person in persons)

    def take_changed(self) -> dict[str, list[str]]:
        """Who looks at the tables where that has changed since this was last asked."""
        changed = {table: sorted(self._persons_at(table)) for table in self._changed}
        self._changed.clear()
        return changed

    def change(self, tables: Iterable[str]) -> None:
        """Others are to be told again who looks at these."""
        self._changed |= dict.fromkeys(tables)

    def learn(self, elsewhere: Mapping[str, frozenset[str]]) -> None:
        """Who looks at tables through other processes; whoever sees that here is told."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for table in self.tables():
            if before.get(table) != elsewhere.get(table):
                self._tell_presence(table)

    def _persons_at(self, table: str) -> set[str]:
        return {watcher.who.id for watcher in self.at(table)}

    def show(self, room: Room, news: News) -> None:
        """A table has gone on: who looks at it is shown that."""
        for watcher in tuple(self.at(room.table)):
            watcher.show(room.table, room, news)
        for after, _ in news:
            after.lighten()
        if any(isinstance(entry.what, SeatChanged) for _, entry in news):
            self._tell_presence(room.table)  # who sits is no longer a spectator

    def _tell_presence(self, table: str) -> None:
        room, watching = self._room_of(table), self.at(table)
        if room is None or not watching:
            return
        there = self._persons_at(table) | self._elsewhere.get(table, frozenset())
        seated = sorted(there & {held.person for held in room.holdings if held.person})
        message = wire.Presence(table, seated, len(there) - len(seated))
        for watcher in tuple(watching):
            watcher.tell(redaction.plain(message))

    def notify(self, room: Room, news: News) -> None:
        """Tells people at other tables what concerns them here."""
        if not news:
            return
        for person, what in redaction.notices(room, news):
            for watcher in tuple(self._persons.get(person, ())):
                if watcher not in self.at(room.table):
                    notice = wire.Notice(room.table, room.settings.game, what, room.at)
                    watcher.tell(redaction.plain(notice))
