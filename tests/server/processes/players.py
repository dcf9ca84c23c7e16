"""Players who play on while processes die, and remember everything they were told.

A player who loses the connection goes to any process, as behind a proxy, says how much they know,
and retries what was not answered. The updates must continue exactly where they stopped.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from itertools import count
from typing import Any

import httpx

from load_line import Line
from samples import HANDS, OPEN, ROUNDS

HEARTBEAT = 0.5  # seconds of silence before a ping
MOST_SILENCES = 3  # unanswered pings before hanging up
OPENING = 2.0  # seconds before the next process is tried
TRY_AGAIN = 0.05
PATIENCE = 60.0
LOST = (OSError, TimeoutError)
CLOSED = b""  # comes after the last frame

Json = dict[str, Any]
_ids = count(1)


class PlayerConnection(Line):
    """A connection that tells its owner when it is closed."""

    def hung_up(self, problem: Exception | None) -> None:
        self.heard(CLOSED)


@dataclass
class Waiting:
    """A command that is not answered yet."""

    message: Json
    since: float = field(default_factory=time.monotonic)


@dataclass(eq=False)
class Player:
    """A player at a table of two."""

    id: str
    token: str
    number: int  # of the table
    seat: int
    ports: list[int]  # of the running processes
    random: random.Random
    pause: float  # seconds before a move, on average
    table: str = ""
    playing: bool = True  # False: no new moves
    seq: int = 0
    room: Json = field(default_factory=dict)
    events: list[tuple[int, str, str]] = field(default_factory=list)
    waiting: Waiting | None = None
    planned: int = -1
    acknowledged: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    interruptions: list[float] = field(default_factory=list)  # seconds without a connection
    answered: list[tuple[float, float]] = field(default_factory=list)  # sent, done
    line: Line | None = None  # once the table has been received

    async def live(self) -> None:
        """Connect, again and again."""
        lost: float | None = None
        port = self.ports[(self.number + self.seat) % len(self.ports)]
        while True:
            frames: asyncio.Queue[bytes] = asyncio.Queue()
            try:
                async with asyncio.timeout(OPENING):
                    line = await PlayerConnection.connect(port, self.token, frames.put_nowait)
                try:
                    await self._talk(line, frames, lost)
                finally:
                    line.close()
            except LOST:
                pass
            if self.line is not None:
                lost, self.line = time.monotonic(), None
            await asyncio.sleep(TRY_AGAIN)
            port = self.random.choice(self.ports)

    async def _talk(self, line: Line, frames: asyncio.Queue[bytes], lost: float | None) -> None:
        _send(line, {"do": "watch", "table": self.table, "since": self.seq})
        silences = 0
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    frame = await frames.get()
            except TimeoutError:
                silences += 1
                if silences == MOST_SILENCES:
                    return
                _send(line, {"do": "ping", "n": 1})
                continue
            silences = 0
            if frame == CLOSED:
                return
            message = json.loads(frame)
            if message["do"] == "bye":
                return
            if message["do"] == "update" and self.line is None:
                self.line = line
                if lost is not None:
                    self.interruptions.append(time.monotonic() - lost)
                if self.waiting is not None:
                    _send(line, self.waiting.message)
            self._hear(message)

    # --- receiving ---------------------------------------------------------------------------

    def _hear(self, message: Json) -> None:
        if message["do"] == "update":
            self._shown(message)
        elif self.waiting is not None and message.get("id") == self.waiting.message["id"]:
            if message["do"] == "done":
                self.acknowledged[message["id"]] = message["seq"]
                self.answered.append((self.waiting.since, time.monotonic()))
            else:
                self.refused.append(message)
            self.waiting = None
        self._consider()

    def _shown(self, update: Json) -> None:
        if update["since"] != self.seq:
            self.problems.append(f"told from {update['since']} on, knew {self.seq}")
        for news in update["news"]:
            if news["is"] != "event":
                continue
            if news["number"] != len(self.events) + 1:
                self.problems.append(f"event {news['number']} after {len(self.events)}")
            self.events.append((news["number"], news["what"], news["text"]))
        self.seq, self.room = update["seq"], update["room"]

    # --- acting ------------------------------------------------------------------------------

    def _consider(self) -> None:
        """Plan a move if the player is to act."""
        event = self.room.get("event", 0)
        if not (self.playing and self.room.get("moves")) or self.waiting or event <= self.planned:
            return
        self.planned = event
        wait = self.random.uniform(0.5, 1.5) * self.pause
        asyncio.get_running_loop().call_later(wait, self._move, self.room)

    def _move(self, room: Json) -> None:
        if not self.playing or room["event"] != self.room["event"]:
            return
        move = self.random.choice(room["moves"])["text"]
        self.say("move", seat=self.seat, move=move, after=room["event"])

    def say(self, do: str, **fields: Any) -> None:
        """Send a command now, or once connected."""
        message = {"do": do, "id": f"{do}-{next(_ids):08}", "table": self.table, **fields}
        self.waiting = Waiting(message)
        if self.line is not None:  # if the connection is just closing, the next one retries
            _send(self.line, message)


def _send(line: Line, message: Json) -> None:
    line.send(json.dumps(message).encode())


@dataclass
class Guests:
    """Creates guests and their tables."""

    ports: list[int]
    seed: int
    pause: float
    games: tuple[str, ...] = (OPEN, HANDS, ROUNDS)

    async def table(self, http: httpx.AsyncClient, number: int) -> list[Player]:
        """Set up a table of two people who prefer different processes."""
        players = []
        for seat, name in enumerate(("Ada", "Bob"), 1):
            answer = await http.post("/api/guest", json={"name": name})
            answer.raise_for_status()
            dice = random.Random(f"{self.seed} {number} {seat}")
            me, token = answer.json()["id"], answer.cookies["tablee"]
            players.append(Player(me, token, number, seat, self.ports, dice, self.pause))
        host = {"Authorization": f"Bearer {players[0].token}"}
        game = self.games[number % len(self.games)]
        settings = {"game": game, "seats": ["me", "open"]}
        made = await http.post("/api/tables", json=settings, headers=host)
        for player in players:
            player.table = made.raise_for_status().json()["table"]
        return players

    async def tables(self, count: int) -> list[Player]:
        """Set up so many tables."""
        http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.ports[0]}", timeout=PATIENCE)
        http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # it is shared
        found: list[Player] = []
        async with http:
            for first in range(0, count, 16):
                numbers = range(first, min(first + 16, count))
                made = await asyncio.gather(*(self.table(http, number) for number in numbers))
                found += [player for players in made for player in players]
        return found
