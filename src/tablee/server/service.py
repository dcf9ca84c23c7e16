"""One process of a server: its parts, started and stopped in order."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from tablee.discovery import all_games
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.challenges import Challenges
from tablee.server.auth.connections import Connections
from tablee.server.auth.guesses import Guesses
from tablee.server.auth.last_seen import LastSeen
from tablee.server.auth.passwords import Passwords
from tablee.server.auth.proof import Proofs
from tablee.server.core.hall import Hall
from tablee.server.jobs.export_queue import ExportQueue
from tablee.server.jobs.print_queue import PrintQueue
from tablee.server.jobs.ratings import Ratings
from tablee.server.jobs.retention import Pruner
from tablee.server.jobs.reviews import Reviews
from tablee.server.limits import Limits
from tablee.server.moderation.reports import Reports
from tablee.server.moderation.sanctions import Sanctions
from tablee.server.moderation.tokens import Operators
from tablee.server.runtime.config import Config
from tablee.server.runtime.metrics import Metrics, timed
from tablee.server.store.contract import EventStore, Head, Row
from tablee.server.workers import Workers
from tablee.show.scene import showing_of
from tablee.show.step import telling_of


def wall_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Service:
    """The parts of one process; it only wires them."""

    def __init__(
        self,
        config: Config,
        store: EventStore,
        workers: Workers | None = None,
        now: Callable[[], int] = wall_clock,
    ) -> None:
        self.config = config
        self.now = now
        self.metrics = Metrics()
        self.store = timed(store, self.metrics, self._count_stored)
        self.workers = workers or Workers(
            config.bot_workers, self.metrics.worker_deaths.inc, config.log_format
        )
        self.metrics.bot_queue.set_function(self.workers.waiting)
        self.metrics.bot_workers.set_function(self.workers.alive)
        self.hall = Hall(
            self.store,
            self.workers,
            process=secrets.token_hex(16),
            now=now,
            random=secrets.token_bytes,
        )
        self.limits = Limits(config)
        self.workers.address_of = self.limits.last_addresses.of
        self.connections = Connections(self.store)
        self.accounts = Accounts(self.store, self.hall, self.connections, now)
        self.sanctions = Sanctions(self.store, self.connections, self.accounts, now)
        self.reports = Reports(self.store, self.hall.rooms, self.limits, now)
        self.operators = Operators.read(config.operators)
        self.passwords = Passwords()
        self.guesses = Guesses(self.store, now)
        self.proofs = Proofs(self.store, self.accounts, now)
        self.challenges = Challenges()
        self.last_seen = LastSeen(self.store, now)
        self.print_queue = PrintQueue()
        self.export_queue = ExportQueue()
        self.ratings = Ratings(self.store)
        self.reviews = Reviews(self.workers)
        self.pruner = Pruner(self.store, self.hall, self.accounts, config, now)

    def _count_stored(self, row: Row, head: Head) -> None:
        """Count an entry for its author, or for the host if the server has written it.

        The command of a person begins with their id, that of the server with a word.
        """
        author = row.command.partition("/")[0]
        person = author if len(author) == len(head.persons[0]) else head.persons[0]
        self.limits.count_stored(person, len(row.body))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Start all parts, and stop them in reverse order at the end."""
        load_games()
        async with AsyncExitStack() as cleanup:
            cleanup.push_async_callback(asyncio.to_thread, self.workers.close)
            cleanup.push_async_callback(asyncio.to_thread, self.print_queue.close)
            cleanup.callback(self.metrics.close)
            if self.config.metrics is not None:
                self.metrics.serve(*self.config.metrics)
            await self.store.open()
            cleanup.push_async_callback(self.store.close)
            self.workers.start()
            cleanup.push_async_callback(self.hall.stop)
            await self.hall.start()
            async with (
                self.last_seen.saving(),
                self.connections.checked(),
                self.sanctions.watched(),
                self.pruner.running(),
            ):
                yield


def load_games() -> None:
    """Load what showing a game needs, so that the first table doesn't wait for it."""
    for game in all_games():
        telling_of(game.name)
        showing_of(game.name)
