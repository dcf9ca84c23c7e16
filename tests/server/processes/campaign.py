"""Several processes on one database, many tables, and faults of processes and databases.

Two processes share a PostgreSQL; one alone has an SQLite file, and can only be killed.

Afterwards the log is read from the database itself. Every acknowledged command must be there, once
and in its place, and every client must know all of it.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from server.processes.fleet import ServerProcess
from server.processes.players import Guests, Player
from server.store.postgres.server import PostgresServer
from tablee.server.core.rooms.entries import Played, entry_of
from tablee.server.core.rooms.room import Room
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore
from tablee.table import Moved

SETTLING = 30.0  # seconds within which every client must be up to date


@dataclass
class Report:
    """The figures of a campaign; times in seconds."""

    tables: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    diverged: int = 0
    problems: list[str] = field(default_factory=list)
    kills: int = 0
    pauses: int = 0
    rolling: list[float] = field(default_factory=list)  # interruptions by a rolling restart
    resumed: list[float] = field(default_factory=list)  # from the database's return to an answer

    @property
    def sound(self) -> bool:
        return not (self.lost or self.doubled or self.diverged or self.problems)

    def __str__(self) -> str:
        return (
            f"{self.tables} tables, {self.kills} kills, {self.pauses} pauses,"
            f" {self.acknowledged:,} acknowledged: {self.lost} lost, {self.doubled} doubled,"
            f" {self.diverged} diverged, {len(self.problems)} gaps;"
            f" rolling restarts: {_p99(self.rolling)};"
            f" after the database came back: {_p99(self.resumed)}"
        )


def _p99(times: list[float]) -> str:
    if not times:
        return "none"
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{len(times)} waits, p99 {late:.2f} s, longest {ordered[-1]:.2f} s"


class Campaign:
    """The processes, the players and the faults."""

    def __init__(
        self,
        database: str,
        folder: Path,
        *,
        tables: int,
        pause: float,
        processes: int = 2,
        postgres: PostgresServer | None = None,  # to restart it
        seed: int = 1,
        program: str = "tablee",
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.report = Report(tables)
        self._postgres = postgres
        self._address = database
        self._folder, self._program = folder, program
        self._servers = [self._new_server(number) for number in range(processes)]
        self._ports: list[int] = []  # of the processes that accept players
        self._pause = pause
        self._seed, self._random = seed, Random(seed)
        self._tell = tell
        self._players: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []

    def _new_server(self, number: int) -> ServerProcess:
        return ServerProcess(self._address, self._folder / f"log{number}", self._program)

    async def run(self, *storm: str, length: float) -> Report:
        """Play for about `length` seconds before, between and after the faults.

        Their names are `kill`, `stop`, `database` and `roll`.
        """
        try:
            await asyncio.gather(*(asyncio.to_thread(server.start) for server in self._servers))
            await self._sit_down()
            await self._play(length)
            for number, name in enumerate(storm):
                self._tell(name)
                await getattr(self, f"_{name}")(self._servers[number % len(self._servers)])
                await self._play(length)
            self._tell("settling")
            await self._settle()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            ends = (asyncio.to_thread(server.end, signal.SIGTERM) for server in self._servers)
            await asyncio.gather(*ends)
        await self._look()
        return self.report

    async def _play(self, length: float) -> None:
        await asyncio.sleep(length * self._random.uniform(0.5, 1.5))

    async def _sit_down(self) -> None:
        self._ports[:] = [server.port for server in self._servers]
        guests = Guests(self._ports, self._seed, self._pause)
        self._players = await guests.tables(self.report.tables)
        self._tasks = [asyncio.create_task(player.live()) for player in self._players]
        await self._until(lambda: all(player.seq for player in self._players))
        hosts, others = self._players[::2], self._players[1::2]
        for player in others:
            player.say("sit", seat=2)
        await self._until(lambda: all(player.seq >= 2 for player in self._players))
        for player in hosts:
            player.say("begin")
        await self._until(lambda: all(player.events for player in self._players))

    async def _until(self, done: Callable[[], bool]) -> None:
        until = time.monotonic() + SETTLING
        while not done() and time.monotonic() < until:
            await asyncio.sleep(0.02)

    # --- faults ------------------------------------------------------------------------------

    async def _kill(self, server: ServerProcess) -> None:
        """Kill a process without warning, and start it again."""
        self.report.kills += 1
        await asyncio.to_thread(server.end, signal.SIGKILL)
        await asyncio.to_thread(server.start)

    async def _stop(self, server: ServerProcess) -> None:
        """Freeze a process for longer than any client waits, then let it go on."""
        self.report.pauses += 1
        server.send(signal.SIGSTOP)
        await asyncio.sleep(2.5)
        server.send(signal.SIGCONT)

    async def _database(self, _: ServerProcess) -> None:
        """Restart the database; commands sent meanwhile must be answered afterwards."""
        assert self._postgres is not None
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(self._postgres.start)
        back = time.monotonic()
        held_up = [player for player in self._players if player.waiting is not None]
        await self._until(lambda: all(_answered(player, back) for player in held_up))
        for player in held_up:
            self.report.resumed += [
                done - back for sent, done in player.answered if sent < back < done
            ]

    async def _roll(self, _: ServerProcess) -> None:
        """Replace each process: start a new one, then stop the old one cleanly."""
        before = [len(player.interruptions) for player in self._players]
        for number, old in enumerate(self._servers):
            new = self._new_server(number)
            await asyncio.to_thread(new.start)
            self._servers[number], self._ports[number] = new, new.port
            await asyncio.to_thread(old.end, signal.SIGTERM)
        await self._until(lambda: all(player.line is not None for player in self._players))
        for player, known in zip(self._players, before, strict=True):
            self.report.rolling += player.interruptions[known:]

    # --- afterwards --------------------------------------------------------------------------

    async def _settle(self) -> None:
        """Stop moving, and wait until every client is up to date."""
        for player in self._players:
            player.playing = False
        await self._until(lambda: all(player.waiting is None for player in self._players))
        pairs = list(zip(self._players[::2], self._players[1::2], strict=True))
        await self._until(lambda: all(ada.seq == bob.seq for ada, bob in pairs))

    async def _look(self) -> None:
        store = open_store(self._address)
        await store.open()
        try:
            for ada, bob in zip(self._players[::2], self._players[1::2], strict=True):
                await self._check(store, [ada, bob])
        finally:
            await store.close()
        for player in self._players:
            self.report.problems += player.problems

    async def _check(self, store: EventStore, players: list[Player]) -> None:
        """Compare what was acknowledged, what is stored and what the clients know of a table."""
        room: Room | None = None
        kept: dict[str, int] = {}
        for row in await store.read(players[0].table):
            entry = entry_of(row.seq, row.at, row.command, row.body)
            room = Room.opened(row.table, entry) if room is None else room.apply(entry)
            kept[row.command.rpartition("/")[0]] = row.seq  # the last part is a hash of its content
            if isinstance(entry.payload, Played) and not row.command.startswith("slept/"):
                moves = [told.event for told in room.steps if isinstance(told.event, Moved)]
                mover = players[moves[0].seat - 1] if moves else players[0]
                mine = row.command.startswith(f"{mover.id}/")
                self.report.doubled += len(moves) != 1 or not mine
        assert room is not None
        assert room.match is not None
        happened = [
            (number, event.DO, event.move if isinstance(event, Moved) else "")
            for number, event in enumerate(room.match.events, 1)
        ]
        for player in players:
            self.report.acknowledged += len(player.acknowledged)
            for identifier, seq in player.acknowledged.items():
                self.report.lost += kept.get(f"{player.id}/{player.table}/{identifier}") != seq
            known = [
                (number, what, text if what == "move" else "")
                for number, what, text in player.events
            ]
            self.report.diverged += known != happened or player.seq != room.seq


def _answered(player: Player, since: float) -> bool:
    with suppress(IndexError):
        return player.answered[-1][1] > since
    return False
