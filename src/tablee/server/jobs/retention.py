"""Delete what has been left alone for as long as the operator keeps it, a little at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from tablee.server.auth.accounts import Accounts
from tablee.server.core.erasure import without_words
from tablee.server.core.hall import Hall
from tablee.server.runtime.background import in_background
from tablee.server.runtime.config import Config
from tablee.server.store.contract import EventStore, Row, StoreDown
from tablee.server.store.retention import START, START_OF_CHAT, Idle, Retention

DAY_MS = 24 * 3600 * 1000
FIRST_SECONDS, EVERY_SECONDS = 60.0, 3600.0
PAUSE_SECONDS = 0.02  # between two deletions, so that moves go in between
AT_ONCE = 100  # tables, messages or people that are looked up in one go
STEP = 10  # messages, lines or people that are changed in one go

T = TypeVar("T")
log = logging.getLogger("tablee.retention")


class Pruned(Struct):
    """How much was deleted, or would be."""

    unfinished: int = 0  # tables
    guest_games: int = 0
    games: int = 0
    messages: int = 0
    guests: int = 0
    acts: int = 0  # of operators
    people: int = 0  # ids of deleted people that nothing refers to any more

    @property
    def nothing(self) -> bool:
        """Whether there was nothing to delete."""
        return self == Pruned()


class Cutoffs(Struct, frozen=True):
    """What hasn't changed since these times is deleted; None keeps it."""

    unfinished: int | None
    guest_games: int | None
    games: int | None
    messages: int | None
    guests: int | None
    acts: int | None

    @classmethod
    def at(cls, now: int, config: Config) -> Cutoffs:
        """Return the times for the settings of a server."""
        days = (
            config.keep_unfinished,
            config.keep_guest_games,
            config.keep_games,
            config.keep_chat,
            config.keep_guests,
            config.keep_audit,
        )
        return cls(*(now - one * DAY_MS if one else None for one in days))

    def tables(self) -> list[tuple[str, Idle, int]]:
        """Return the kinds of tables to be deleted, with the field of `Pruned` that counts them."""
        kinds: tuple[tuple[str, Idle, int | None], ...] = (
            ("unfinished", "unfinished", self.unfinished),
            ("guest_games", "guests", self.guest_games),
            ("games", "accounts", self.games),
        )
        return [(field, kind, before) for field, kind, before in kinds if before is not None]


async def in_steps(items: Sequence[T], change: Callable[[Sequence[T]], Awaitable[None]]) -> None:
    """Change items a few at a time, with a pause after each step."""
    for start in range(0, len(items), STEP):
        await change(items[start : start + STEP])
        await asyncio.sleep(PAUSE_SECONDS)


async def idle(store: Retention, kind: Idle, before: int) -> AsyncIterator[str]:
    """Yield the tables of a kind that haven't changed since a time."""
    after = START
    while found := await store.idle_tables(kind, before, after, AT_ONCE):
        after = found[-1]
        for _, table in found:
            yield table


class Pruner:
    """Deletes what is older than the settings say, once an hour."""

    def __init__(
        self,
        store: EventStore,
        hall: Hall,
        accounts: Accounts,
        config: Config,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._hall = hall
        self._accounts = accounts
        self._config = config
        self._now = now
        self._chat = START_OF_CHAT  # everything before it is erased

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Prune regularly while this lasts."""
        async with in_background(self._prune_regularly()):
            yield

    async def _prune_regularly(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                pruned = await self.prune()
                if not pruned.nothing:
                    counts = asdict(pruned)
                    told = ", ".join(f"{what} {count}" for what, count in counts.items() if count)
                    log.info("old data were deleted: %s", told, extra=counts)
            except StoreDown:
                log.warning("the database is unreachable; old data are deleted later")
            except Exception:
                log.exception("old data could not be deleted; retrying")
            await asyncio.sleep(EVERY_SECONDS)

    async def prune(self) -> Pruned:
        """Delete everything that is old enough; return how much that was."""
        pruned, cutoffs = Pruned(), Cutoffs.at(self._now(), self._config)
        for field, kind, before in cutoffs.tables():
            async for table in idle(self._store, kind, before):
                dropped = await self._drop(table, before)
                setattr(pruned, field, getattr(pruned, field) + dropped)
        if cutoffs.messages is not None:
            await self._store.drop_reports(cutoffs.messages)
            pruned.messages = await self._erase_chat(cutoffs.messages)
        if cutoffs.guests is not None:
            pruned.guests = await self._delete_guests(cutoffs.guests)
        now = self._now()
        while cutoffs.acts and (old := await self._store.old_acts(cutoffs.acts, now, AT_ONCE)):
            await in_steps(old, self._store.drop_acts)
            pruned.acts += len(old)
        while alone := await self._store.unreferenced(AT_ONCE):
            await in_steps(alone, self._store.drop_unreferenced)
            pruned.people += len(alone)
        return pruned

    async def _drop(self, table: str, before: int) -> bool:
        """Delete a table, unless it is being watched or has changed since."""
        if self._hall.broadcast.is_watched(table):
            return False
        async with self._hall.rooms.lock(table):
            dropped = await self._store.drop_table(table, before)
            if dropped:
                self._hall.rooms.drop(table)
        await asyncio.sleep(PAUSE_SECONDS)
        return dropped

    async def _erase_chat(self, before: int) -> int:
        count = 0
        while rows := await self._store.old_chat(before, self._chat, AT_ONCE):
            erased = [(row, without_words(row)) for row in rows]
            changed = [new for old, new in erased if new is not old]
            await in_steps(changed, self._rewrite)
            count += len(changed)
            self._chat = rows[-1].at, rows[-1].table, rows[-1].seq
        return count

    async def _rewrite(self, rows: Sequence[Row]) -> None:
        await self._store.rewrite(rows)
        for table in {row.table for row in rows}:
            self._hall.rooms.drop_recent(table)

    async def _delete_guests(self, before: int) -> int:
        count, after = 0, START
        while guests := await self._store.idle_guests(before, after, AT_ONCE):
            after = guests[-1].created, guests[-1].id
            for guest in guests:
                if not self._hall.broadcast.knows([guest.id]):
                    await self._accounts.delete(guest)
                    count += 1
                    await asyncio.sleep(PAUSE_SECONDS)
        return count


async def count_prunable(store: Retention, cutoffs: Cutoffs, now: int) -> Pruned:
    """Return how much would be deleted now; people who become unreferenced by that don't count."""
    pruned = Pruned()
    for field, kind, before in cutoffs.tables():
        setattr(pruned, field, len([table async for table in idle(store, kind, before)]))
    chat, people = START_OF_CHAT, START
    while cutoffs.messages and (rows := await store.old_chat(cutoffs.messages, chat, AT_ONCE)):
        pruned.messages += sum(without_words(row) is not row for row in rows)
        chat = rows[-1].at, rows[-1].table, rows[-1].seq
    while cutoffs.guests and (guests := await store.idle_guests(cutoffs.guests, people, AT_ONCE)):
        pruned.guests += len(guests)
        people = guests[-1].created, guests[-1].id
    if cutoffs.acts is not None:
        pruned.acts = len(await store.old_acts(cutoffs.acts, now, 2**31))
    pruned.people = len(await store.unreferenced(2**31))
    return pruned
