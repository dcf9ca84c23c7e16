"""A real server in a thread on a free port, and clients that connect over the network."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from samples import OPEN
from tablee.bots.levels import player
from tablee.cli.serve import new_loop
from tablee.kernel.dice import dice_for
from tablee.server import wire
from tablee.server.ops import run as server
from tablee.server.ops.run import RunningServer, serve
from tablee.server.runtime.config import load
from tablee.server.service import Service
from tablee.server.store import open_store
from tablee.server.workers import Workers
from tablee.view import View

PATIENCE = 30.0  # seconds; nothing takes that long
Json = dict[str, Any]
T = TypeVar("T")
LOOSE = {
    "request_rate": "100000", "request_burst": "100000", "message_rate": "100000",
    "message_burst": "100000", "connections": "10000", "http_connections": "10000",
    "guests_an_hour": "1000000", "tables_an_hour": "1000000", "logins_an_hour": "1000000",
    "stored_mb_a_day": "1000000",
}  # fmt: skip
"""Limits high enough for any test that is not about limits."""
_ids = count(1)


class InstantThinkers(Workers):
    """Choose at once by the rule of thumb, without a worker process."""

    def __init__(self) -> None:
        super().__init__(1)

    def start(self) -> None: ...

    def close(self) -> None: ...

    async def choose(self, view: View, level: str, seed: int, event: int, whose: str) -> str:
        return player("casual", view.game.name).choose(view, dice_for(seed, match=event))

    async def advise(self, view: View, seed: int, whose: str) -> wire.Advice:
        moves = [wire.AdvisedMove(move, 0.5, 0.1, 0.0, []) for move in view.moves()]
        return wire.Advice("", 0, view.seat or 0, moves, [])

    async def review(self, whose: str, transcript: str, progress: Callable[[float], None]) -> Json:
        progress(0.5)
        await asyncio.sleep(0)
        return {"game": "?", "plies": transcript.count("\n")}


def eventually(happens: Callable[[], Any]) -> None:
    """Wait for a condition, in a test that is not async; fail if it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@dataclass
class Socket:
    """An open WebSocket."""

    connection: ClientConnection
    latest: dict[str, Json] = field(default_factory=dict)  # the latest update of each table
    heard: list[Json] = field(default_factory=list)  # until the connection was closed

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> Json:
        message: Json = json.loads(self.connection.recv(timeout))
        if message["do"] == "update":
            self.latest[message["table"]] = message
        return message

    def until(self, *kinds: str, **values: Any) -> Json:
        """Return the next message of a kind with these values."""
        while True:
            message = self.receive()
            if message["do"] in kinds and all(message.get(k) == v for k, v in values.items()):
                return message

    def code(self) -> int:
        """Read until the connection is closed; return its close code."""
        try:
            while True:
                self.heard.append(self.receive())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def command(self, do: str, table: str, **fields: Any) -> Json:
        """Send a command; return `done` or `refused`."""
        identifier = fields.pop("id", None) or f"command-{next(_ids)}"
        self.send(do=do, id=identifier, table=table, **fields)
        return self.until("done", "refused", id=identifier)

    def watch(self, table: str, **fields: Any) -> Json:
        """Watch a table; return the first update."""
        self.send(do="watch", table=table, **fields)
        return self.until("update", table=table)


@dataclass
class Visitor:
    """A person on the server, with the token of a program."""

    house: House
    id: str
    name: str
    token: str
    http: httpx.Client

    @contextmanager
    def socket(self, **options: Any) -> Iterator[Socket]:
        headers = {"Authorization": f"Bearer {self.token}"}
        with self.house.connect(headers, **options) as connection:
            socket = Socket(connection)
            assert socket.receive()["do"] == "welcome"
            yield socket

    def table(
        self, game: str = OPEN, seats: tuple[str, ...] = ("me", "gentle"), **more: Any
    ) -> str:
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])


@dataclass
class House:
    """A running server."""

    running: RunningServer
    loop: asyncio.AbstractEventLoop  # of its event loop
    visitors: list[Visitor] = field(default_factory=list)
    _clients: list[httpx.Client] = field(default_factory=list)

    @property
    def port(self) -> int:
        return self.running.port

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def service(self) -> Service:
        return self.running.service

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the server's event loop, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def client(self, **options: Any) -> httpx.Client:
        """Return a client without a token."""
        client = httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False, **options)
        self._clients.append(client)
        return client

    def guest(self, name: str = "Ada") -> Visitor:
        """Create a guest who connects as a program."""
        answer = self.client().post("/api/guest", json={"name": name})
        assert answer.status_code == 201, answer.text
        token = answer.cookies["tablee"]
        client = self.client(headers={"Authorization": f"Bearer {token}"})
        visitor = Visitor(self, answer.json()["id"], name, token, client)
        self.visitors.append(visitor)
        return visitor

    @contextmanager
    def connect(self, headers: dict[str, str], **options: Any) -> Iterator[ClientConnection]:
        options = {"max_size": None, "proxy": None, "compression": None, **options}
        address = f"ws://localhost:{self.port}/ws"
        with connect(address, additional_headers=headers, **options) as connection:
            yield connection

    def close(self) -> None:
        for client in self._clients:
            client.close()


@contextmanager
def open_house(
    database: str = "memory:", workers: Workers | None = None, **settings: str
) -> Iterator[House]:
    """Run a server in a thread, and stop it cleanly afterwards.

    Garbage collection is off: it would walk the objects of all tests in this process.
    """
    flags = {**LOOSE, "host": "localhost", "port": "0", "database": database, **settings}
    config = load(flags, {})
    ready: list[House] = []
    problems: list[BaseException] = []
    started = threading.Event()

    def on_ready(running: RunningServer) -> None:
        ready.append(House(running, asyncio.get_running_loop()))

    async def main() -> None:
        service = Service(config, open_store(config.database), workers or InstantThinkers())
        serving = asyncio.create_task(serve(service, on_ready))
        while not serving.done() and not (ready and ready[0].running.server.started):
            await asyncio.sleep(0.005)
        if not serving.done():
            started.set()
        await serving

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(main())
        except BaseException as problem:
            problems.append(problem)
        finally:
            started.set()

    thread = threading.Thread(target=run, daemon=True)
    with patch.object(server, "short_pauses", nullcontext):
        thread.start()
        assert started.wait(PATIENCE)
    if problems:
        raise problems[0]
    house = ready[0]
    try:
        yield house
    finally:
        house.close()
        house.running.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()
        if problems:
            raise problems[0]


def sqlite_file(folder: Path) -> str:
    """Return the address of a new SQLite file."""
    return str(folder / "tablee.sqlite")
