"""What an operator does, through any process and while servers run or not.

Each act is a line of the audit log before it takes effect. Entries go into the log of a table as
those of another process do, and every process reads them from there.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import get_args

from tablee.refusals import Refusal
from tablee.server.core.erasure import without_words
from tablee.server.core.rooms import decisions
from tablee.server.core.rooms.cache import room_after
from tablee.server.core.rooms.entries import Spoke, entry_of
from tablee.server.core.rooms.room import Room, RoomRefusal
from tablee.server.core.rooms.summaries import head_of, listed, result_of
from tablee.server.moderation.bodies import Found, FoundPerson, FoundTable, Message, Reported
from tablee.server.moderation.targets import ID, read_message, read_network
from tablee.server.sanitize import clean
from tablee.server.store.contract import EventStore, Head, Person, Repeated, Row, Taken
from tablee.server.store.moderation import SANCTIONS, Act, Deed

ALL = 1_000_000  # reports, sanctions and lines of the log
FOUND = 50  # people, and tables of one person
DEEDS: tuple[Deed, ...] = get_args(Deed)


class Operator:
    """An operator by name, on a store."""

    def __init__(self, store: EventStore, name: str, now: Callable[[], int]) -> None:
        self._store = store
        self._name = name
        self._now = now

    async def act(self, deed: Deed, target: str, reason: str, seconds: int | None = None) -> Act:
        """Do something and write it down; a refusal names what is wrong, and changes nothing."""
        reason = clean(reason, "reason") if reason else ""
        if deed in SANCTIONS and not reason:
            raise Refusal("admin.no_reason")
        if deed == "suspend" and seconds is None:
            raise Refusal("admin.needs_end")
        if seconds is not None and deed not in ("suspend", "mute"):
            raise Refusal("admin.has_no_end", deed=deed)
        target = await self._checked(deed, target)
        now = self._now()
        until = now + 1000 * seconds if seconds else None
        act = Act(secrets.token_hex(8), now, self._name, deed, target, reason, until)
        await self._store.record_act(act)
        if deed == "close":
            await self._append(target, self._closed)
        elif deed == "erase":
            await self._erase(*read_message(target))
        return act

    async def _checked(self, deed: Deed, target: str) -> str:
        """Return the target of an act; refuse one that isn't there."""
        if deed in SANCTIONS:
            network = read_network(target)
            return str(network) if network else (await self._person(target)).id
        if deed == "lift":
            acts = await self._store.sanctions(self._now())
            return _one_of(target, [act.id for act in acts], "admin.no_sanction")
        if deed == "resolve":
            reports = await self._store.open_reports(ALL)
            return _one_of(target, [report.id for report in reports], "admin.no_report")
        if deed == "close":
            self._closed(await self._room(target))
        else:
            await self._spoken(*read_message(target))
        return target

    async def _person(self, text: str) -> Person:
        """Return an account by its id or login."""
        found = await self._store.person(text) if ID.fullmatch(text) else None
        found = found or await self._store.person_by_login(text.casefold())
        if found is None or found.deleted is not None:
            raise Refusal("admin.no_target", target=text)
        return found

    # --- tables and messages -----------------------------------------------------------------

    def _closed(self, room: Room) -> Room:
        return decisions.closed_by_operator(room, f"closed/{room.table}", self._now())

    async def _erase(self, table: str, seq: int) -> None:
        row, spoke = await self._spoken(table, seq)
        await self._store.rewrite([without_words(row)])

        def erased(room: Room) -> Room:
            key = f"erased/{table}/{seq}"
            return decisions.message_erased(room, key, self._now(), seq, spoke.channel)

        await self._append(table, erased)

    async def _spoken(self, table: str, seq: int) -> tuple[Row, Spoke]:
        """Return a chat message; a refusal if there is none."""
        for row in await self._store.read(table, seq - 1, 1):
            spoke = payload_of(row)
            if row.seq == seq and isinstance(spoke, Spoke):
                return row, spoke
        raise Refusal("admin.no_message", message=f"{table}/{seq}")

    async def _rows(self, table: str) -> list[Row]:
        rows: list[Row] = []
        while more := await self._store.read(table, rows[-1].seq if rows else 0):
            rows += more
        return rows

    async def _room(self, table: str) -> Room:
        room = None
        for row in await self._rows(table):
            room = room_after(room, row)
        if room is None:
            raise RoomRefusal("server.no_table", table=table)
        return room

    async def _append(self, table: str, decide: Callable[[Room], Room]) -> None:
        """Append to the log of a table what is decided on the room as it is then."""
        while True:
            after = decide(await self._room(table))
            entry = after.entry
            row = Row(table, entry.seq, entry.at, entry.command, entry.body())
            try:
                return await self._store.append(row, head_of(after), result_of(after))
            except Repeated:
                return None
            except Taken:
                continue

    # --- looking -----------------------------------------------------------------------------

    async def find(self, text: str) -> Found:
        """Return people by id, login or part of the name, and a table by its id."""
        people = [await self._found(one) for one in await self._store.find_people(text, FOUND)]
        head = await self._store.head(text) if ID.fullmatch(text) else None
        if head is None:
            return Found(people, None)
        said = [(row, payload_of(row)) for row in await self._rows(text)]
        messages = [
            Message(f"{text}/{row.seq}", row.at, spoke.who.id, spoke.who.name, words_of(spoke))
            for row, spoke in said
            if isinstance(spoke, Spoke)
        ]
        return Found(people, table_found(head, messages))

    async def _found(self, person: Person) -> FoundPerson:
        heads = await self._store.tables_of(person.id, ("lobby", "playing", "over"), FOUND)
        acts = [act for act in await self._store.sanctions(self._now()) if act.target == person.id]
        tables = [head.table for head in heads]
        return FoundPerson(person.id, person.name, person.login, person.created, acts, tables)

    async def reports(self) -> list[Reported]:
        """Return the open reports, the oldest first, with names and words as they are now."""
        reports = await self._store.open_reports(ALL)
        ids = {id for one in reports for id in (one.person, one.reporter)}
        people = await self._store.people(sorted(ids))

        def name(id: str) -> str:
            return people[id].name if id in people else ""

        found = []
        for one in reports:
            words = ""
            for row in await self._store.read(one.table, one.seq - 1, 1) if one.seq else ():
                spoke = payload_of(row)
                words = words_of(spoke) if isinstance(spoke, Spoke) else ""
            found.append(Reported(one, name(one.person), name(one.reporter), words))
        return found

    async def sanctions(self) -> list[Act]:
        """Return the sanctions in force, the oldest first."""
        return await self._store.sanctions(self._now())

    async def log(self, limit: int = ALL) -> list[Act]:
        """Return the audit log, the newest line first."""
        return await self._store.acts(limit)


def table_found(head: Head, messages: list[Message]) -> FoundTable:
    """Return a table as an operator sees it: its public information, and all chat."""
    info = listed(head, None)
    return FoundTable(head.table, head.game, head.stage, info.names, info.persons, messages)


def payload_of(row: Row) -> object:
    """Return what an entry says happened."""
    return entry_of(row.seq, row.at, row.command, row.body).payload


def words_of(spoke: Spoke) -> str:
    """Return a message as a text; a quick phrase by its key."""
    return spoke.text or f"phrase.{spoke.phrase}"


def _one_of(target: str, known: list[str], refusal: str) -> str:
    if target not in known:
        raise Refusal(refusal, target=target)
    return target
