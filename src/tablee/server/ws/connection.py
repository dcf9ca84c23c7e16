"""One client's connection: its messages go to its session, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from litestar import WebSocket, websocket

import tablee
from tablee.server import wire
from tablee.server.core import redaction
from tablee.server.http.authentication import Asker, Here, find_asker
from tablee.server.http.problems import Denied
from tablee.server.limits import AWAY_SECONDS
from tablee.server.service import Service, farewell, who
from tablee.server.ws.protocol import WebSocketProtocol, protocol_of
from tablee.server.ws.session import LimitedSession

MOST_UNSENT = 4 * 1024 * 1024  # bytes that a connection has not taken yet
POLICY = 1008
CLOSE_CODES = {"serve.broken": 1011, "server.store_down": 1013}  # by reason; else POLICY
LOGGED = {
    "serve.flood": "sends too much",
    "serve.slow_reader": "does not read what it is sent",
}
"""Reasons for closing a connection that are logged, in words."""

log = logging.getLogger("tablee.socket")


class Connection:
    """A client that is connected; answering one never holds up another.

    A message that has been started on is finished, even if the connection is lost meanwhile.
    """

    def __init__(self, protocol: WebSocketProtocol, service: Service, asker: Asker) -> None:
        assert asker.person is not None
        self._protocol = protocol
        self._service = service
        self._received: deque[bytes | str] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._over = False
        self.person = asker.person
        self.token = asker.token
        self.address = asker.address
        self._buckets = service.limits.messages(asker.person.id, asker.address)
        self.session = LimitedSession(
            service.hall,
            who(asker.person),
            self.send,
            tablee.__version__,
            service=service,
            hang_up=self.hang_up,
        )

    async def run(self) -> None:
        """Exchange messages until either side closes the connection."""
        self.session.begin()
        self._protocol.start(self.receive, self._service.meters.updates.observe)
        try:
            await self._protocol.closed.wait()
        finally:
            self._over = True
            self.session.end()

    def receive(self, message: bytes | str) -> None:
        """Queue a message for its answer; a client that sends too much is disconnected."""
        if self._over:
            return
        if not all(bucket.take() for bucket in self._buckets):
            self.hang_up(farewell("serve.flood", 1000 * AWAY_SECONDS))
            self._service.limits.send_away(self.person.id)
            self._protocol.stop_reading()
            return
        if self.token is not None:
            self._service.sightings.note(self.token)
        self._received.append(message)
        if self._answering is None:
            self._answering = asyncio.create_task(self._answer())
        else:
            self._protocol.read(False)  # until everything is answered

    async def _answer(self) -> None:
        while self._received and not self._over:
            try:
                await self.session.receive(self._received.popleft())
            except Exception:
                log.exception("a message could not be answered")
                self.hang_up(farewell("serve.broken", 1000))
        self._answering = None
        self._protocol.read(True)

    def send(self, message: bytes) -> None:
        """Send a message; a client that has stopped reading is disconnected."""
        if self._over:
            return
        self._protocol.send(message)
        if self._protocol.unsent > MOST_UNSENT and self._protocol.stuck:
            self.hang_up(farewell("serve.slow_reader", 1000))

    def hang_up(self, bye: wire.Bye) -> None:
        """Close the connection, and say why first."""
        if self._over:
            return
        self._over = True
        reason = bye.why.key.partition(".")[2]
        self._service.meters.cut_off.labels(reason).inc()
        if story := LOGGED.get(bye.why.key):
            fields = {"address": self.address, "why": reason}
            log.warning("a client at %s is cut off: %s", self.address, story, extra=fields)
        self._protocol.send(redaction.plain(bye).encode())
        self._protocol.close(CLOSE_CODES.get(bye.why.key, POLICY))

    def restart(self) -> None:
        """Close the connection because the server restarts: the client reconnects at once."""
        self._protocol.shutdown()


@websocket("/ws")
async def connect(socket: WebSocket[Any, Any, Any], service: Here) -> None:
    """Let a known person in, within the limits, and serve the connection until it closes."""
    asker = await find_asker(socket, service)
    if asker.person is None:
        raise Denied(401, "serve.nobody")
    if not service.limits.enter(asker.person.id, asker.address):
        raise Denied(429, "serve.too_many_connections")
    try:
        if asker.token is not None:
            service.sightings.note(asker.token)
        await socket.accept()
        connection = Connection(protocol_of(socket.scope), service, asker)
        service.lines.add(connection)
        service.meters.connections.inc()
        try:
            await connection.run()
        finally:
            service.lines.discard(connection)
            service.meters.connections.dec()
    finally:
        service.limits.leave(asker.person.id, asker.address)
