"""Many players at once, in a process of their own, started by `load.py`.

Each table has two people, each with a connection. They play random moves among those that the
server offers, at the pace of people or as fast as they are answered. After a match both want a
rematch. Latency is measured from sending a move until its sender gets `done`, and until the other
player is shown it.

Programs get a table as numbers, with their legal moves. A page gets records and finds the legal
moves itself.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from pathlib import Path
from typing import Literal

import httpx
import msgspec

import tablee
from load_line import MANY_ADDRESSES, Line, address_of
from tablee.kernel.compile.layout import from_text
from tablee.view import legal_codes

GAMES = tuple(game.name for game in tablee.all_games() if 2 in game.seats)
CLOCK = {"kind": "fischer", "first": 3_600_000, "increment": 5_000}
AT_ONCE = 16  # people who connect at the same time
PATIENCE = 60.0


class Move(msgspec.Struct):
    """A move offered by the server."""

    text: str


class Again(msgspec.Struct):
    """The table of the rematch, once it exists."""

    table: str | None = None


class View(msgspec.Struct):
    """A view for programs."""

    moves: list[str]


class PackedRecord(msgspec.Struct):
    """What pages are told."""

    data: str


class Settings(msgspec.Struct):
    """What is played."""

    game: str


class Room(msgspec.Struct):
    """The fields of a room needed to play."""

    stage: str
    event: int
    to_act: int
    settings: Settings
    moves: list[Move] = []
    view: View | None = None
    record: PackedRecord | None = None
    rematch: Again | None = None

    @property
    def texts(self) -> list[str]:
        """Return the moves, in any form."""
        if self.record is not None:
            game = tablee.game(self.settings.game)
            state = from_text(game.state.State, self.record.data)
            return [game.notation.NOTATION.text(code) for code in legal_codes(game, state)]
        return self.view.moves if self.view else [one.text for one in self.moves]


class Update(msgspec.Struct):
    """The fields of an update needed to play."""

    table: str
    room: Room


class Done(msgspec.Struct):
    """An acknowledgement."""

    id: str
    seq: int


READ_UPDATE = msgspec.json.Decoder(Update).decode
READ_DONE = msgspec.json.Decoder(Done).decode
_ids = count(1)


class Plan(msgspec.Struct):
    """The settings of a run."""

    port: int
    tables: int
    seconds: float
    pause: float = 0.0  # seconds between two moves of a table, on average; 0: at once
    settle: float = 2.0  # seconds of warm-up before measuring
    seed: int = 1
    server: int = 0  # its process id, if its time and memory are to be measured
    games: tuple[str, ...] = GAMES
    form: Literal["view", "scene", "record"] = "view"  # `view` for programs, `record` for pages


class Found(msgspec.Struct):
    """The result: how many moves, and their latencies in milliseconds."""

    moves: int
    seconds: float
    done: list[float]
    shown: list[float]
    refused: int = 0
    cpu: float = 0.0  # seconds of processor that the server has used meanwhile
    memory: float = 0.0  # of the server at the end, in MB
    done_at: list[float] = []  # when, by `perf_counter`
    shown_at: list[float] = []


@dataclass
class Person:
    """A person at a table."""

    seat: int
    token: str
    line: Line = field(init=False)
    sent: dict[str, float] = field(default_factory=dict)  # unacknowledged moves, and when sent
    unseen: list[tuple[int, float]] = field(default_factory=list)  # the other's: event, and when
    wants: str = ""  # the table of the rematch

    def say(self, **message: object) -> None:
        """Send a message."""
        self.line.send(msgspec.json.encode(message))


@dataclass
class Table:
    """Two people and their match."""

    play: Play
    id: str
    people: list[Person] = field(default_factory=list)
    planned: int = -1  # the last event after which a move was planned or made
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, person: Person, frame: bytes) -> None:
        """Handle a message to a person."""
        now = time.perf_counter()
        if frame.startswith(b'{"do":"done","id":"move'):
            if self.play.counts(now):
                self.play.done_at.append(now)
                self.play.done.append(1000 * (now - person.sent[READ_DONE(frame).id]))
            del person.sent[READ_DONE(frame).id]
        elif frame.startswith(b'{"do":"update"'):
            update = READ_UPDATE(frame)
            if update.table == self.id:
                self._shown(person, update.room, now)
        elif frame.startswith(b'{"do":"done","id":"sit'):
            self.people[0].say(do="begin", id=f"begin-{next(_ids):08}", table=self.id)
        elif frame.startswith(b'{"do":"done","id":"begin'):
            self.begun.set()
        elif frame.startswith((b'{"do":"refused"', b'{"do":"bye"')):
            self.play.refused.append(frame)

    def _shown(self, person: Person, room: Room, now: float) -> None:
        while person.unseen and person.unseen[0][0] < room.event:
            _, since = person.unseen.pop(0)
            if self.play.counts(now):
                self.play.shown_at.append(now)
                self.play.shown.append(1000 * (now - since))
        if room.stage == "over":
            self._again(person, room)
        elif room.to_act == person.seat and room.texts and room.event > self.planned:
            self.planned = room.event
            self.play.later(self._move, person, room)

    def _move(self, person: Person, room: Room) -> None:
        move = self.play.random.choice(room.texts)
        identifier = f"move-{next(_ids):08}"
        person.sent[identifier] = now = time.perf_counter()
        self.people[2 - person.seat].unseen.append((room.event, now))
        person.say(
            do="move", id=identifier, table=self.id, seat=person.seat, move=move, after=room.event
        )

    def watch(self, person: Person) -> None:
        """Watch the table as a person."""
        person.say(do="watch", table=self.id, form=self.play.plan.form)

    def _again(self, person: Person, room: Room) -> None:
        """Request a rematch, and go there."""
        assert room.rematch is not None
        if room.rematch.table is not None:
            old, self.id, self.planned = self.id, room.rematch.table, -1
            for one in self.people:
                one.say(do="unwatch", table=old)
                self.watch(one)
        elif person.wants != self.id:
            person.wants = self.id
            person.say(do="rematch", id=f"again-{next(_ids):08}", table=self.id)


class Play:
    """All tables, and the measurements."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = random.Random(plan.seed)
        self.done: list[float] = []
        self.shown: list[float] = []
        self.done_at: list[float] = []
        self.shown_at: list[float] = []
        self.refused: list[bytes] = []
        self._from, self._until = float("inf"), float("inf")
        self._tables: list[Table] = []

    async def run(self) -> Found:
        """Let everyone connect, play for a while, and leave."""
        await _in_turns(self._come(n) for n in range(self.plan.tables))
        tell(f"{self.plan.tables} tables are there")
        loop = asyncio.get_running_loop()
        for table in self._tables:
            loop.call_later(
                self.random.uniform(0, self.plan.pause),
                partial(self._begin, table),
            )
        await asyncio.sleep(self.plan.pause + self.plan.settle)
        tell(f"measuring for {self.plan.seconds:g} s")
        self._from = time.perf_counter()
        self._until = self._from + self.plan.seconds
        cpu = cpu_of(self.plan.server)
        await asyncio.sleep(self.plan.seconds)
        cpu, memory = cpu_of(self.plan.server) - cpu, memory_of(self.plan.server)
        for table in self._tables:
            for person in table.people:
                person.line.close()
        if self.refused:
            tell(f"refused: {self.refused[0].decode()[:300]}")
        return Found(
            len(self.done), self.plan.seconds, self.done, self.shown, len(self.refused), cpu,
            memory, self.done_at, self.shown_at,
        )  # fmt: skip

    def _begin(self, table: Table) -> None:
        for person in table.people:
            table.watch(person)

    async def _come(self, number: int) -> None:
        """Let two people connect, one open a table, the other sit down, and start the game."""
        people, games = [], self.plan.games
        async with self._http(number) as http:
            for seat, name in enumerate(("Ada", "Bob"), 1):
                answer = await http.post("/api/guest", json={"name": name})
                people.append(Person(seat, answer.raise_for_status().cookies["tablee"]))
            answer = await http.post(
                "/api/tables",
                json={"game": games[number % len(games)], "seats": ["me", "open"], "clock": CLOCK},
                headers={"Authorization": f"Bearer {people[0].token}"},
            )
        table = Table(self, answer.raise_for_status().json()["table"], people)
        for person in people:
            heard = partial(table.hear, person)
            person.line = await Line.connect(self.plan.port, person.token, heard, number)
        people[1].say(do="sit", id=f"sit-{next(_ids):08}", table=table.id, seat=2)
        await asyncio.wait_for(table.begun.wait(), PATIENCE)
        self._tables.append(table)

    def _http(self, home: int) -> httpx.AsyncClient:
        """Return an HTTP client that two people share; it stores no cookies."""
        here = address_of(home) if MANY_ADDRESSES else None
        http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.plan.port}",
            timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(verify=False, local_address=here),
        )
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        return http

    def counts(self, now: float) -> bool:
        """Return whether the warm-up is over."""
        return self._from <= now < self._until

    def later(self, move: Callable[[Person, Room], None], person: Person, room: Room) -> None:
        """Move after thinking."""
        if self.plan.pause == 0:
            move(person, room)
        else:
            pause = self.random.uniform(0.5, 1.5) * self.plan.pause
            asyncio.get_running_loop().call_later(pause, move, person, room)


def cpu_of(process: int) -> float:
    """Return the processor seconds a process has used so far, where /proc is available."""
    file = Path(f"/proc/{process}/stat")
    if not process or not file.exists():
        return 0.0
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """Return the memory of a process in MB, where /proc is available."""
    file = Path(f"/proc/{process}/statm")
    if not process or not file.exists():
        return 0.0
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _in_turns(works: Iterable[Awaitable[None]]) -> None:
    """Run all, some of them at the same time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[None]) -> None:
        async with turn:
            await work

    await asyncio.gather(*(one(work) for work in works))


def tell(text: str) -> None:
    """Print progress."""
    print(f"  … {text}", file=sys.stderr, flush=True)


def main() -> None:
    """Read the plan as JSON from the first argument; print the result as JSON."""
    gc.disable()  # a pause here would be taken for one of the server
    plan = msgspec.convert(json.loads(sys.argv[1]), Plan)
    print(msgspec.json.encode(asyncio.run(Play(plan).run())).decode())


if __name__ == "__main__":
    main()
