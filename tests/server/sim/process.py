"""A server process of a simulated world, and its bots."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from server.store.faulty import FaultyStore, Weather
from tablee.bots.levels import player
from tablee.kernel.dice import dice_for
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.store.contract import StoreDown
from tablee.view import View

if TYPE_CHECKING:
    from server.sim.world import World

EPOCH = 1_700_000_000_000


class Thinkers:
    """Bots that think for some virtual time."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random = world.random

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        await asyncio.sleep(self.random.random() * 0.2 if self.world.quiet_at is None else 1e9)
        name = "random" if level == "random" else "thumb"
        return player(name, view.game.name).choose(view, dice_for(seed, match=event))

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        await asyncio.sleep(self.random.random())
        moves = [wire.AdvisedMove(text, 0.5, 0.1, 0.0, []) for text in view.moves()]
        return wire.Advice("", 0, 0, moves, [])


class Process:
    """A server process that can crash, freeze, be cut off, and have a wrong clock."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.offset = 0
        self.awake = asyncio.Event()
        self.awake.set()
        self.cut = False  # from the store
        self.life = 0
        self.hall: Hall | None = None
        self.store: FaultyStore | None = None

    def now(self) -> int:
        return EPOCH + int(self.world.loop.time() * 1000) + self.offset

    async def start(self) -> None:
        """Start; without a store, give up and start again."""
        while not await self._started():
            await asyncio.sleep(0.1)

    async def _started(self) -> bool:
        self.life += 1
        weather = Weather(self.world.random, **self.world.storms, cut=self.cut, pause=self._pause)
        self.store = store = FaultyStore(self.world.disk, weather)
        await store.open()
        hall = self.world.hall_class(
            store,
            Thinkers(self.world),
            process=f"p{self.number}.{self.life}",
            now=self.now,
            random=self.world.random.randbytes,
        )
        try:
            await hall.start()
        except StoreDown:
            self.store = None
            _kill(hall, store)
            return False
        self.hall = hall
        return True

    async def _pause(self) -> None:
        await asyncio.sleep(self.world.random.random() * 0.01)
        await self.awake.wait()

    def crash(self) -> None:
        hall, store = self.hall, self.store
        self.hall = self.store = None
        if hall is None or store is None:
            return
        _kill(hall, store)
        for client in self.world.clients:
            client.lost(self)

    async def restart(self) -> None:
        if self.hall is None:
            return  # it is already starting
        self.crash()
        self.awake.set()
        await asyncio.sleep(self.world.random.random() * 8)
        await self.start()

    def cut_off(self) -> None:
        """Cut it off from the store, which others may still reach."""
        self.cut = True
        if self.store is not None:
            self.store.cut_off()

    def heal(self) -> None:
        """Connect it to the store again."""
        if self.cut:
            self.cut = False
            if self.store is not None:
                self.store.heal()


def _kill(hall: Hall, store: FaultyStore) -> None:
    """Keep of a dead process only what it had written."""
    store.leave()
    hall.abandon()
