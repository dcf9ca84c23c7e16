"""People who play, many at once, in a process of their own, which `load.py` starts.

Each table has two people, each with a connection. They play moves by lot among those that the
server offers, at the pace of people or as fast as they are answered. When a match is over both want
another one. The time a move takes is measured from the moment it is sent until its sender is told
that it is done, and until the other one is shown it.

Programs are told of a table in numbers. Who looks at a page is sent what it draws and says, and
asks for what pages ask for: what each move would do.
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

GAMES = tuple(game.name for game in tablee.all_games() if 2 in game.seats)
CLOCK = {"kind": "fischer", "first": 3_600_000, "increment": 5_000}
AT_ONCE = 16  # people who come in at the same time
PATIENCE = 60.0


class Move(msgspec.Struct):
    """A move that is offered."""

    text: str


class Again(msgspec.Struct):
    """The table at which they play again, once it is there."""

    table: str | None = None


class View(msgspec.Struct):
    """What programs are told."""

    moves: list[str]


class Room(msgspec.Struct):
    """As much of a table as it takes to play."""

    stage: str
    event: int
    to_act: int
    moves: list[Move] = []
    view: View | None = None
    rematch: Again | None = None

    @property
    def texts(self) -> list[str]:
        """The moves, in whatever form they are told."""
        return self.view.moves if self.view else [one.text for one in self.moves]


class Update(msgspec.Struct):
    """As much of an update."""

    table: str
    room: Room


class Done(msgspec.Struct):
    """A command is carried out."""

    id: str
    seq: int


READ_UPDATE = msgspec.json.Decoder(Update).decode
READ_DONE = msgspec.json.Decoder(Done).decode
_ids = count(1)


class Plan(msgspec.Struct):
    """What to do."""

    port: int
    tables: int
    seconds: float
    pause: float = 0.0  # seconds between two moves of a table, on average; 0: at once
    settle: float = 2.0  # seconds of play before it counts
    seed: int = 1
    server: int = 0  # its process id, if its time and memory are to be looked at
    games: tuple[str, ...] = GAMES
    form: Literal["view", "scene", "frames"] = "view"  # `view` for programs, `frames` for pages


class Found(msgspec.Struct):
    """What was found: how many moves, and how long each took, in milliseconds."""

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
    """Somebody at a table."""

    seat: int
    token: str
    line: Line = field(init=False)
    sent: dict[str, float] = field(default_factory=dict)  # moves not done yet, and since when
    unseen: list[tuple[int, float]] = field(default_factory=list)  # the other's: event, since when
    wants: str = ""  # the table at which they want to play again

    def say(self, **message: object) -> None:
        """Send a message."""
        self.line.send(msgspec.json.encode(message))


@dataclass
class Table:
    """Two people and the match they play."""

    play: Play
    id: str
    people: list[Person] = field(default_factory=list)
    planned: int = -1  # the event after which a move is planned, or was made
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, person: Person, frame: bytes) -> None:
        """A message to a person."""
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
            if self.play.plan.form == "frames":
                person.say(do="previews", table=self.id, seat=person.seat)
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
        """A person looks at the table."""
        person.say(do="watch", table=self.id, form=self.play.plan.form)

    def _again(self, person: Person, room: Room) -> None:
        """The match is over: both want another one, and go there."""
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
    """All tables, and what is measured at them."""

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
        """Everybody comes in, plays for a while, and leaves."""
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
        """Two people come, one opens a table, the other sits down, and play begins."""
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
        """Return the browser two people share; it forgets who they are."""
        here = address_of(home) if MANY_ADDRESSES else None
        http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{self.plan.port}",
            timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(verify=False, local_address=here),
        )
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        return http

    def counts(self, now: float) -> bool:
        """Return whether it is measured now."""
        return self._from <= now < self._until

    def later(self, move: Callable[[Person, Room], None], person: Person, room: Room) -> None:
        """A person thinks, and then moves."""
        if self.plan.pause == 0:
            move(person, room)
        else:
            pause = self.random.uniform(0.5, 1.5) * self.plan.pause
            asyncio.get_running_loop().call_later(pause, move, person, room)


def cpu_of(process: int) -> float:
    """Seconds of processor that a process has used so far, where /proc says so."""
    file = Path(f"/proc/{process}/stat")
    if not process or not file.exists():
        return 0.0
    user, system = file.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """Return what a process has in memory, in MB, where /proc says so."""
    file = Path(f"/proc/{process}/statm")
    if not process or not file.exists():
        return 0.0
    return int(file.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _in_turns(works: Iterable[Awaitable[None]]) -> None:
    """Does all, some of them at the same time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(work: Awaitable[None]) -> None:
        async with turn:
            await work

    await asyncio.gather(*(one(work) for work in works))


def tell(text: str) -> None:
    """How far it is."""
    print(f"  … {text}", file=sys.stderr, flush=True)


def main() -> None:
    """The plan comes as JSON in the first argument; what is found goes out as JSON."""
    gc.disable()  # a pause of ours would be taken for one of the server
    plan = msgspec.convert(json.loads(sys.argv[1]), Plan)
    print(msgspec.json.encode(asyncio.run(Play(plan).run())).decode())


if __name__ == "__main__":
    main()
