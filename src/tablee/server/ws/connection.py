"""The WebSocket: frames of a client go to its session, what the session says goes back in order."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket

import tablee
from tablee.server import wire
from tablee.server.core import redaction
from tablee.server.http.authentication import Asker, Here, find_asker
from tablee.server.http.problems import Denied
from tablee.server.limits import AWAY_SECONDS
from tablee.server.service import Service, farewell, who
from tablee.server.ws.carrier import carrier_of
from tablee.server.ws.session import Talk

MOST_BYTES = 4 * 1024 * 1024  # that a connection has not taken up yet
PARTING_SECONDS = 1.0  # to take up the last frame
POLICY = 1008
CODES = {"serve.broken": 1011, "server.store_down": 1013}  # of a farewell; else POLICY
CUT_OFF = {  # who is told of in the log
    "serve.flood": "sends too much",
    "serve.slow_reader": "does not take up what he is sent",
}

log = logging.getLogger("tablee.socket")
Socket = WebSocket[Any, Any, Any]


class Line:
    """A connection: messages are answered one after the other, and nobody is ever held up by it.

    What was begun is finished, also if the connection is lost in the meantime.
    """

    def __init__(self, socket: Socket, service: Service, asker: Asker) -> None:
        assert asker.person is not None
        self._socket = socket
        self._carrier = carrier_of(socket.scope)
        self._service = service
        self._heard: deque[bytes | str] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._code = POLICY
        self.person = asker.person
        self.token = asker.token
        self.address = asker.address
        self.written = service.meters.updates.observe
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
        """Says something; who does not take up what he is sent, is hung up on."""
        if self._over.is_set():
            return
        self._carrier.say(frame)
        if self._carrier.waiting > MOST_BYTES and self._carrier.stuck:
            self.hang_up(farewell("serve.slow_reader", 1000))

    def hang_up(self, bye: wire.Bye) -> None:
        """Closes the connection, after a word why."""
        if self._over.is_set():
            return
        self._carrier.say(redaction.plain(bye).encode())
        self._carrier.write()
        self._code = CODES.get(bye.why.key, POLICY)
        self._over.set()
        why = bye.why.key.partition(".")[2]
        self._service.meters.cut_off.labels(why).inc()
        if story := CUT_OFF.get(bye.why.key):
            fields = {"address": self.address, "why": why}
            log.warning("a client at %s is cut off: %s", self.address, story, extra=fields)

    async def run(self) -> None:
        """From the greeting until one side has enough."""
        self.session.begin()
        self._carrier.carry_for(self)
        gone = asyncio.ensure_future(self._socket.receive())  # frames are heard: this is the end
        gone.add_done_callback(lambda _: self._over.set())
        try:
            await self._over.wait()
            if not gone.done():
                with suppress(Exception):
                    await asyncio.wait_for(self._socket.close(self._code), PARTING_SECONDS)
        finally:
            self._over.set()
            self.session.end()
            gone.cancel()

    def hear(self, frame: bytes | str) -> None:
        """A message of the client."""
        if self._over.is_set():
            return
        if not all(bucket.take() for bucket in self._buckets):
            self.hang_up(farewell("serve.flood", 1000 * AWAY_SECONDS))
            self._service.limits.send_away(self.person.id)
            self._carrier.stop_hearing()
            return
        if self.token is not None:
            self._service.sightings.note(self.token)
        self._heard.append(frame)
        if self._answering is None:
            self._answering = asyncio.create_task(self._answer())
        else:
            self._carrier.listen(False)  # until all is answered

    async def _answer(self) -> None:
        """Answers all there is to answer."""
        while self._heard and not self._over.is_set():
            try:
                await self.session.receive(self._heard.popleft())
            except Exception:
                log.exception("a message could not be answered")
                self.hang_up(farewell("serve.broken", 1000))
        self._answering = None
        self._carrier.listen(True)


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
            service.sightings.note(asker.token)
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
