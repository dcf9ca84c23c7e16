"""All that the routes work with: settings, store, hall, workers, limits."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from tablee.discovery import all_games
from tablee.server import wire
from tablee.server.auth.last_seen import Sightings
from tablee.server.auth.passwords import Passwords
from tablee.server.auth.revocation import Departures
from tablee.server.core.entries import Identity
from tablee.server.core.hall import Hall
from tablee.server.jobs.export_queue import Desk
from tablee.server.jobs.pending import Challenges, Reviews
from tablee.server.jobs.print_queue import Printer
from tablee.server.jobs.ratings import Ratings
from tablee.server.limits import Limits
from tablee.server.ops.config import Config
from tablee.server.ops.metrics import Meters, measured
from tablee.server.store.contract import EventStore, Person
from tablee.server.workers import Workers
from tablee.show.saying import Saying
from tablee.show.scene import showing_of
from tablee.show.step import telling_of

if TYPE_CHECKING:
    from tablee.server.ws.connection import Connection


def wall_clock() -> int:
    """Now, in milliseconds."""
    return time.time_ns() // 1_000_000


class Service:
    """One process of a server."""

    def __init__(
        self,
        config: Config,
        store: EventStore,
        workers: Workers | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.config = config
        self.now = now
        self.meters = Meters()
        self.store = measured(store, self.meters)
        self.workers = workers or Workers(
            config.bot_workers, self.meters.worker_deaths.inc, config.log_format
        )
        self.meters.bot_queue.set_function(self.workers.waiting)
        self.meters.bot_workers.set_function(self.workers.alive)
        self.hall = Hall(
            self.store,
            self.workers,
            process=secrets.token_hex(16),
            now=now,
            random=secrets.token_bytes,
        )
        self.limits = Limits(config)
        self.passwords = Passwords()
        self.printer = Printer()
        self.desk = Desk()
        self.challenges = Challenges()
        self.ratings = Ratings(self.store)
        self.reviews = Reviews(self.workers)
        self.sightings = Sightings(self.store, now)
        self.lines: set[Connection] = set()  # open connections
        self.departures = Departures(self.store, self.lines)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """From the start of the process to its end."""
        load_games()
        async with AsyncExitStack() as at_the_end:  # whatever goes wrong, the last thing first
            at_the_end.push_async_callback(asyncio.to_thread, self.workers.close)
            at_the_end.push_async_callback(asyncio.to_thread, self.printer.close)
            at_the_end.callback(self.meters.close)
            if self.config.metrics is not None:
                self.meters.serve(*self.config.metrics)
            await self.store.open()
            at_the_end.push_async_callback(self.store.close)
            self.workers.start()
            at_the_end.push_async_callback(self.hall.stop)
            await self.hall.start()
            async with self.sightings.written(), self.departures.noticed():
                yield

    def lines_of(self, person: str) -> list[Connection]:
        """The open connections of somebody."""
        return [line for line in self.lines if line.person.id == person]


def load_games() -> None:
    """All that is loaded when a game is first shown: nobody shall wait for it then."""
    for game in all_games():
        telling_of(game.name)
        showing_of(game.name)


def who(person: Person) -> Identity:
    """Somebody as tables know him."""
    return Identity(person.id, person.name, person.avatar)


def farewell(key: str, again_ms: int | None) -> wire.Bye:
    """Why the server hangs up, and when one may come back; None: never, as things are."""
    return wire.Bye(Saying(key), again_ms)
