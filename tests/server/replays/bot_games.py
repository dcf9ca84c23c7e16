"""Deterministic games between bots, played through the hall on a real store."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable
from itertools import count

from msgspec import Struct

from samples import BOARDS, HANDS, OPEN, ROUNDS
from tablee.bots.levels import player
from tablee.discovery import game as find_game
from tablee.kernel.dice import dice_for
from tablee.server import wire
from tablee.server.core.hall import Hall
from tablee.server.core.rooms.entries import Identity
from tablee.server.store import open_store
from tablee.view import View

LEVELS = ("gentle", "casual")
AT_ONCE = 100  # tables
HOST = Identity("ab" * 16, "Ada")


class NumberedGame(Struct, frozen=True):
    """A game determined by its number."""

    number: int
    game: str

    @property
    def table(self) -> str:
        return hashlib.sha256(f"table {self.number}".encode()).hexdigest()[:32]

    @property
    def settings(self) -> wire.Settings:
        seats = find_game(self.game).seats[0]
        levels = [LEVELS[(self.number + seat) % len(LEVELS)] for seat in range(seats)]
        return wire.Settings(self.game, levels)  # type: ignore[arg-type]


class InstantThinkers:
    """Bots without search, which choose at once."""

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        return player(level, view.game.name).choose(view, dice_for(seed, match=event))

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        raise AssertionError("no advice here")


def mixed_games(numbers: Iterable[int], mix: str) -> list[NumberedGame]:
    """Cycle through games as the letters of `mix` say: the initials of OPEN, HANDS, and so on."""
    names = {"o": OPEN, "h": HANDS, "b": BOARDS, "r": ROUNDS}
    return [NumberedGame(number, names[mix[number % len(mix)]]) for number in numbers]


async def play(address: str, games: list[NumberedGame]) -> dict[str, str]:
    """Play games to their ends on a store; return the hash of each transcript by its table."""
    store = open_store(address)
    await store.open()
    ticks, draws = count(1_000), count(1)

    def random(size: int) -> bytes:
        return hashlib.sha512(f"{games[0].number} {next(draws)}".encode()).digest()[:size]

    hall = Hall(store, InstantThinkers(), process="cd" * 16, now=lambda: next(ticks), random=random)
    hashes: dict[str, str] = {}
    try:
        for first in range(0, len(games), AT_ONCE):
            some = games[first : first + AT_ONCE]
            await asyncio.gather(
                *(hall.tables.open(one.settings, HOST, table=one.table) for one in some)
            )
            await hall.tasks.finished()
            for one in some:
                room = await hall.rooms.current(one.table)
                assert room.stage == "over", (one, room.stage)
                assert room.match is not None
                hashes[one.table] = room.match.transcript.hash
    finally:
        await store.close()
    return hashes
