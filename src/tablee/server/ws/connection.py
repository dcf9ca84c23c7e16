"""One client's connection: its messages go to its session, one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Any

from litestar import WebSocket, websocket

import tablee
from tablee.server import wire
from tablee.server.auth.accounts import identity_of
from tablee.server.core.session import Session
from tablee.server.core.views import redaction
from tablee.server.errors import HttpRefusal, TooManyRequests
from tablee.server.http.authentication import Requester, ServiceDep, find_requester
from tablee.server.limits import BAN_SECONDS
from tablee.server.service import Service
from tablee.server.ws.gate import ServerGate
from tablee.server.ws.protocol import WebSocketProtocol, protocol_of
from tablee.show.saying import Saying

MOST_UNSENT = 4 * 1024 * 1024  # bytes that a connection has not taken yet
FULL_SECONDS = 5  # until a person with too many connections may try again
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

    A message that has been started on is finished, even if the connection is lost.
    """

    def __init__(self, protocol: WebSocketProtocol, service: Service, requester: Requester) -> None:
        assert requester.person is not None
        self._protocol = protocol
        self._service = service
        self._received: deque[bytes | str] = deque()
        self._answering: asyncio.Task[None] | None = None
        self._over = False
        self.person = requester.person
        self.token = requester.token
        self.address = requester.address
        self._buckets = service.limits.messages(requester.person.id, requester.address)
        self.session = Session(
            service.hall,
            identity_of(requester.person),
            self.send,
            self.hang_up,
            ServerGate(service),
            tablee.__version__,
        )

    async def run(self) -> None:
        """Exchange messages until either side closes the connection."""
        refusal = self._service.sanctions.why_not(self.person.id, self.address)
        if refusal is not None:  # said here: a browser doesn't tell the page why a handshake fails
            self.hang_up(wire.Bye(redaction.refusal_said(refusal), None))
            return
        self.session.begin()
        self._protocol.start(self.receive, self._service.metrics.updates.observe)
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
            self.hang_up(wire.Bye(Saying("serve.flood"), 1000 * BAN_SECONDS))
            self._service.limits.ban(self.person.id)
            self._protocol.stop_reading()
            return
        if self.token is not None:
            self._service.last_seen.note(self.token)
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
                self.hang_up(wire.Bye(Saying("serve.broken"), 1000))
        self._answering = None
        self._protocol.read(True)

    def send(self, message: bytes) -> None:
        """Send a message; a client that has stopped reading is disconnected."""
        if self._over:
            return
        self._protocol.send(message)
        if self._protocol.unsent > MOST_UNSENT and self._protocol.stuck:
            self.hang_up(wire.Bye(Saying("serve.slow_reader"), 1000))

    def hang_up(self, bye: wire.Bye) -> None:
        """Close the connection, and say why first."""
        if self._over:
            return
        self._over = True
        reason = bye.why.key.partition(".")[2]
        self._service.metrics.cut_off.labels(reason).inc()
        if story := LOGGED.get(bye.why.key):
            fields = {"address": self.address, "why": reason}
            log.warning("a client at %s is cut off: %s", self.address, story, extra=fields)
        self._protocol.send(redaction.plain(bye).encode())
        self._protocol.close(CLOSE_CODES.get(bye.why.key, POLICY))

    def restart(self) -> None:
        """Close the connection because the server restarts: the client reconnects at once."""
        self._protocol.shutdown()


@websocket("/ws")
async def connect(socket: WebSocket[Any, Any, Any], service: ServiceDep) -> None:
    """Let a known person in, within the limits, and serve the connection until it closes."""
    requester = await find_requester(socket, service)
    if requester.person is None:
        raise HttpRefusal(401, "serve.nobody")
    if not service.limits.enter(requester.person.id, requester.address):
        most = service.config.connections
        raise TooManyRequests(FULL_SECONDS, "serve.too_many_connections", most=most)
    try:
        if requester.token is not None:
            service.last_seen.note(requester.token)
        await socket.accept()
        connection = Connection(protocol_of(socket.scope), service, requester)
        service.connections.add(connection)
        service.metrics.connections.inc()
        try:
            await connection.run()
        finally:
            service.connections.remove(connection)
            service.metrics.connections.dec()
    finally:
        service.limits.leave(requester.person.id, requester.address)
