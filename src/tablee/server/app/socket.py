"""The WebSocket: frames of a client go to its session, what the session says goes back in order."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

import tablee
from tablee.server import wire
from tablee.server.core import seen

from .asker import Asker, Here, find_asker
from .problems import Denied
from .service import Service, farewell, who
from .talk import Talk

MOST_WAITING = 512  # frames that a connection has not taken up yet
MOST_BYTES = 4 * 1024 * 1024
PARTING_SECONDS = 1.0  # to take up the last frame
GOING_AWAY, POLICY = 1001, 1008
CODES = {"serve.broken": 1011, "server.store_down": 1013}  # of a farewell; else POLICY

log = logging.getLogger("tablee.socket")
Socket = WebSocket[Any, Any, Any]


class Line:
    """A connection: what is to be sent waits here, and never holds up anybody."""

    def __init__(self, socket: Socket, service: Service, asker: Asker) -> None:
        assert asker.person is not None
        self._socket = socket
        self._service = service
        self._queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._bytes = 0
        self._over = asyncio.Event()
        self._code = GOING_AWAY
        self.person = asker.person
        self.token = asker.token
        self._buckets = service.limits.messages(asker.person.id, asker.address)
        self.session = Talk(
            service.hall,
            who(asker.person),
            self.send,
            tablee.__version__,
            service=service,
            hang_up=self.hang_up,
        )

    def send(self, frame: bytes) -> None:
        """Puts a frame into the queue; who does not take up what he is sent, is hung up on."""
        if self._over.is_set():
            return
        self._queue.put_nowait((time.perf_counter(), frame))
        self._bytes += len(frame)
        if self._queue.qsize() > MOST_WAITING or self._bytes > MOST_BYTES:
            self.hang_up(farewell("serve.slow_reader", 1000))

    def hang_up(self, bye: wire.Bye) -> None:
        """Closes the connection, after a word why."""
        if self._over.is_set():
            return
        self._queue.put_nowait((time.perf_counter(), seen.plain(bye).encode()))
        self._code = CODES.get(bye.why.key, POLICY)
        self._over.set()
        self._service.meters.cut_off.labels(bye.why.key.partition(".")[2]).inc()

    async def run(self) -> None:
        """Reads and writes until one side has enough."""
        self.session.begin()
        tasks = [
            asyncio.create_task(work) for work in (self._read(), self._write(), self._over.wait())
        ]
        reading, writing, _ = tasks
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            reading.cancel()
            if self._over.is_set():
                await asyncio.wait([writing], timeout=PARTING_SECONDS)
                with suppress(Exception):
                    await asyncio.wait_for(self._socket.close(self._code), PARTING_SECONDS)
        finally:
            self.session.end()
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception) and not isinstance(outcome, GONE):
                    log.error("a connection has failed", exc_info=outcome)

    async def _read(self) -> None:
        while True:
            message: Any = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if not all(bucket.take() for bucket in self._buckets):
                self.hang_up(farewell("serve.flood", 10_000))
                return
            frame = message["text"] if message.get("text") is not None else message["bytes"]
            try:
                await self.session.receive(frame)
            except Exception:
                log.exception("a message could not be answered")
                self.hang_up(farewell("serve.broken", 1000))
                return

    async def _write(self) -> None:
        """Sends what waits; ends when the connection is over and all is sent."""
        updates = self._service.meters.updates
        while not (self._over.is_set() and self._queue.empty()):
            since, frame = await self._queue.get()
            self._bytes -= len(frame)
            await self._socket.send_text(frame.decode())
            updates.observe(time.perf_counter() - since)


GONE = (WebSocketDisconnect, OSError)


@websocket("/ws")
async def talk(socket: Socket, service: Here) -> None:
    """One connection of somebody, from the greeting to the end."""
    asker = await find_asker(socket, service)
    if asker.person is None:
        raise Denied(401, "serve.nobody")
    if not service.limits.enter(asker.person.id, asker.address):
        raise Denied(429, "serve.too_many_connections")
    try:
        if asker.token is not None:
            await service.store.used_token(asker.token, service.now())
        await socket.accept()
        line = Line(socket, service, asker)
        service.lines.add(line)
        service.meters.connections.inc()
        try:
            await line.run()
        finally:
            service.lines.discard(line)
            service.meters.connections.dec()
    finally:
        service.limits.leave(asker.person.id, asker.address)
