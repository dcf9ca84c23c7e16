"""A year of one-time visitors, in simulated time, to see what the database keeps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from msgspec.structs import asdict

from samples import OPEN
from server.core.helpers import ADA, ManualClock
from server.live import InstantThinkers
from tablee.discovery import all_games
from tablee.server import wire
from tablee.server.core.rooms.entries import Identity
from tablee.server.core.rooms.room import RoomRefusal
from tablee.server.jobs.retention import DAY_MS, Pruned
from tablee.server.ops.database import measure
from tablee.server.runtime.config import load
from tablee.server.service import Service
from tablee.server.store import open_store
from tablee.server.store.contract import Person, Token
from tablee.server.store.memory.store import Disk, MemoryStore

NONE: Mapping[str, str] = {}


class Server:
    """A service without a network, on a clock that advances only when a test says so."""

    def __init__(
        self,
        disk: Disk | None = None,
        database: str = "memory:",
        settings: Mapping[str, str] = NONE,
    ) -> None:
        self.time = ManualClock()
        self.config = load({"database": database, **settings}, {})
        store = MemoryStore(disk) if disk else open_store(database)
        self.service = Service(self.config, store, InstantThinkers(), self.time)
        self.store, self.hall = self.service.store, self.service.hall

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Server]:
        await self.store.open()
        try:
            yield self
        finally:
            self.hall.abandon()
            await self.hall.tasks.finished()
            await self.store.close()

    async def come(self, who: Identity, password: str | None = None) -> None:
        person = Person(who.id, who.name, "", self.time.now, password and who.name, password)
        await self.store.create_person(person)

    async def finished_game(self, host: Identity = ADA) -> str:
        table = await self.hall.tables.open(wire.Settings(OPEN, ["me", "gentle"]), host)
        await self.hall.commits.do(wire.Resign("resign-00001", table, 1), host)
        return table

    async def prune(self, days: float = 0) -> Pruned:
        """Advance by some days with the server running, then prune."""
        self.time.now += int(days * DAY_MS)
        await self.hall.heartbeat.beat()
        return await self.service.pruner.prune()

    async def exists(self, table: str) -> bool:
        try:
            await self.hall.rooms.current(table)
        except RoomRefusal:
            return False
        return True


@dataclass
class Year:
    """The tables visitors left, what was deleted, and the bytes in use at the end of each day."""

    entries: int = 0
    visitors: int = 0
    pruned: Pruned = field(default_factory=Pruned)
    bytes: list[int] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """Return how much larger the last quarter was than the one before."""
        quarter = len(self.bytes) // 4
        return sum(self.bytes[-quarter:]) / sum(self.bytes[-2 * quarter : -quarter])


async def years(
    folder: Path, seed: int, days: int, visitors: int, settings: Mapping[str, str] = NONE
) -> Year:
    """Let visitors come every day, and prune every night."""
    random, found = Random(seed), Year()
    database = str(folder / "years.sqlite")
    async with Server(database=database, settings=settings).running() as server:
        for day in range(days):
            for number in range(visitors):
                name = f"{day:05x}{number:05x}"
                await visit(server, Identity(f"{seed:022x}{name}", name), random, found)
            pruned = await server.prune(1)
            for what, count in asdict(pruned).items():
                setattr(found.pruned, what, getattr(found.pruned, what) + count)
            sizes = await measure(database)
            found.bytes.append(sizes.total - sizes.unused)
    return found


async def visit(server: Server, who: Identity, random: Random, found: Year) -> None:
    """Come as a guest, play a little around one screen, finish or leave, and chat."""
    game = random.choice(all_games())
    await server.come(who)
    token = Token(bytes.fromhex(who.id), who.id, server.time.now, server.time.now)
    await server.store.add_token(token)
    settings = wire.Settings(game.name, ["me"] * game.seats[0])
    table = await server.hall.tables.open(settings, who)
    room = await server.hall.rooms.current(table)
    for number in range(random.randrange(2, 9)):
        assert room.match is not None
        seat = room.match.to_act
        if seat < 1:
            break
        text = random.choice(room.match.view(seat).moves())
        move = wire.Move(f"move-{number:07}", table, seat, text, room.event)
        await server.hall.commits.do(move, who)
        room = await server.hall.rooms.current(table)
    said = wire.Speak("speak-000001", table, "players", text="x" * random.randrange(1, 200))
    await server.hall.commits.do(said, who)
    if random.random() < 0.7:
        for seat in range(1, game.seats[0]):
            await server.hall.commits.do(wire.Resign(f"resign-{seat:05}", table, seat), who)
    found.visitors += 1
    found.entries += (await server.hall.rooms.current(table)).seq
