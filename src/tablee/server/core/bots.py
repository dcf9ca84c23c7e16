"""Let bots move, once each, by whichever process is first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from tablee.server import wire
from tablee.server.store.contract import StoreDown
from tablee.table.fair import seed_for
from tablee.view import View

from .background import BackgroundTasks
from .commits import Commits
from .rooms import decisions
from .rooms.cache import Rooms
from .rooms.room import Room, RoomRefusal

LOG = logging.getLogger("tablee.hall")
NOBODY = ""


class WorkFailed(Exception):
    """A move or an advice could not be found; the log says why."""


class Thinkers(Protocol):
    """Choose moves and give advice in other processes, so that the event loop never waits.

    `whose` is the person for whom it is done: people take turns, however many tables each has. It
    is `NOBODY` for a move that no person waits for, which is made when nothing else is to be done.
    """

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        """Return the move of a bot that sees this."""

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        """Return the coach's advice on this; the caller fills in table, event and seat."""


class Bots:
    """The bots of the tables at which this process wrote the last entry."""

    def __init__(
        self,
        rooms: Rooms,
        commits: Commits,
        thinkers: Thinkers,
        tasks: BackgroundTasks,
        watched: Callable[[str], bool],
    ) -> None:
        self._rooms = rooms
        self._commits = commits
        self._tasks = tasks
        self.thinkers = thinkers
        self._watched = watched  # whether a table is watched
        self._unawaited: set[str] = set()  # tables where a bot thinks though no person waits for it
        self._thinking: dict[str, tuple[int, asyncio.Task[Any] | None]] = {}  # after which event

    @property
    def thinking(self) -> list[str]:
        """The tables at which a bot thinks."""
        return list(self._thinking)

    def start(self, room: Room) -> None:
        """Let the bot to act, if there is one, think in the background."""
        if room.bot_to_act is not None:
            self._tasks.start(self._move_once(room.table, room.event))

    async def _move_once(self, table: str, event: int) -> None:
        """Let the bot move that is to act after an event, unless it thinks already."""
        if table in self._thinking and self._thinking[table][0] == event:
            return
        mine = self._thinking[table] = event, asyncio.current_task()
        try:
            await self._move(table, event)
        except RoomRefusal:
            pass  # another process was faster
        except StoreDown:
            LOG.warning("the store was gone when a bot had moved; it moves again")
        finally:
            if self._thinking.get(table) is mine:  # otherwise a bot thinks of the next move
                del self._thinking[table]
                self._unawaited.discard(table)

    async def _move(self, table: str, event: int) -> None:
        room = await self._rooms.current(table)
        match, bot = room.match, room.bot_to_act
        if match is None or bot is None or room.event != event:
            return
        seat, level = bot
        seed = seed_for(room.secret, f"bot {seat}")
        whose = room.host
        if room.only_bots_play and not self._watched(table):
            whose = NOBODY
            self._unawaited.add(table)
        move = await self.thinkers.choose(match.view(seat), level, seed, event, whose)
        await self._commits.settle(
            table,
            f"bot/{table}/{event}",
            lambda room: decisions.bot_move(room, event, move, self._commits.now()),
        )

    def hurry(self, room: Room) -> None:
        """Let the bot to act think again, now at the priority of watched tables."""
        if room.table in self._unawaited:
            self._unawaited.discard(room.table)
            _, task = self._thinking.pop(room.table)
            if task is not None:
                task.cancel()
            self.start(room)

    def cancel_outdated(self, room: Room) -> None:
        """Stop a bot whose position was undone, or played on by another process."""
        event, task = self._thinking.get(room.table, (room.event, None))
        if task is not None and event != room.event and task is not asyncio.current_task():
            task.cancel()
