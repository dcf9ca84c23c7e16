"""One WebSocket on the network, built on the Sans-I/O interface of `websockets`.

uvicorn creates one per upgraded connection (its `ws` setting). The handshake goes through the ASGI
application. After that, messages go straight to the connection's `receive`, without a queue or a
task: everything sent in one turn of the event loop leaves in one write, and a connection that the
server has closed is gone after a second. docs/decisions has the reasons and the figures.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import uvicorn
from litestar.types import Scope
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

EXTENSION = "tablee.websocket"
ANSWER = "websocket.http.response"  # the ASGI extension for refusing a handshake with a reason
CLOSE_SECONDS = 1.0  # for the client to complete the closing handshake
PIECE = 4096  # bytes parsed at a time: about as many small frames as a burst may have

log = logging.getLogger("tablee.socket")
library_log = logging.getLogger("websockets.server")


class WebSocketProtocol(asyncio.Protocol):
    """The handshake, frames, pings and close of one connection."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._app = config.loaded_app
        self._connections = cast(set[Any], server_state.connections)
        self._tasks = server_state.tasks
        self._app_state = app_state
        self._ping_seconds = config.ws_ping_interval or 0.0
        self._loop = _loop or asyncio.get_running_loop()
        self._conn = ServerProtocol(max_size=config.ws_max_size, logger=library_log)
        self._transport: asyncio.Transport
        self._response: Response  # to the handshake
        self._refusal: tuple[int, Headers, bytes] | None = None
        self._receive: Callable[[bytes | str], None] | None = None
        self._on_sent: Callable[[float], None] = lambda _: None
        self._fragments: list[bytes] = []
        self._is_text = True
        self._pong_missing = False
        self._ping_timer: asyncio.TimerHandle | None = None
        self._unsent_since = 0.0
        self._reading = True
        self._deaf = False
        self._abort_timer: asyncio.TimerHandle | None = None
        self.unsent = 0  # bytes of messages that the network has not taken yet
        self.stuck = False  # whether the network takes nothing at the moment
        self.closed = asyncio.Event()

    # --- what the application uses -----------------------------------------------------------

    def start(
        self, receive: Callable[[bytes | str], None], on_sent: Callable[[float], None]
    ) -> None:
        """Pass messages to `receive` from now on, and the delay of each write to `on_sent`."""
        self._receive, self._on_sent = receive, on_sent
        self.read(True)

    def send(self, text: bytes) -> None:
        """Send a text message, together with everything else sent in this turn of the loop."""
        if self._conn.state is not State.OPEN:
            return
        if not self.unsent:
            self._unsent_since = time.perf_counter()
            self._loop.call_soon(self._write)
        self._conn.send_text(text)
        self.unsent += len(text)

    def close(self, code: int) -> None:
        """Close the connection; after a second without the client's answer it is dropped."""
        if self._conn.state is State.OPEN:
            self._conn.send_close(code)
            self._write()

    def read(self, more: bool) -> None:
        """Read on, or leave what arrives to the network."""
        if self._reading is not more and not self._deaf and not self._transport.is_closing():
            self._reading = more
            (self._transport.resume_reading if more else self._transport.pause_reading)()

    def stop_reading(self) -> None:
        """Ignore whatever else arrives."""
        self.read(False)
        self._deaf = True

    # --- what uvicorn and the event loop call ------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin; nothing is read between the handshake's request and `start`."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)
        self.read(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake the tasks that wait for the end."""
        self._connections.discard(self)
        for timer in (self._ping_timer, self._abort_timer):
            if timer is not None:
                timer.cancel()
        self.closed.set()

    def pause_writing(self) -> None:
        """Hold messages back: the network takes no more for now."""
        self.stuck = True

    def resume_writing(self) -> None:
        """Send what was held back."""
        self.stuck = False
        self._write()

    def eof_received(self) -> None:
        """Let the transport close: the client sends nothing more."""

    def shutdown(self) -> None:
        """Close because the server stops."""
        if self._conn.state is State.CONNECTING:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        self.close(CloseCode.SERVICE_RESTART)
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse piece by piece, so that a flood is not parsed to its end before it is stopped."""
        for start in range(0, len(data), PIECE):
            if self._deaf or self._transport.is_closing():
                return
            self._conn.receive_data(data[start : start + PIECE])
            for event in self._conn.events_received():
                if isinstance(event, Request):
                    self._begin_handshake(event)
                else:
                    self._handle(cast(Frame, event))
            if self._conn.state is not State.OPEN:
                self._write()

    # --- the handshake, answered by the ASGI application -------------------------------------

    def _begin_handshake(self, request: Request) -> None:
        self._response = self._conn.accept(request)
        if self._response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._conn.send_response(self._response)
            self._write()
            return
        task = self._loop.create_task(self._run(self._scope_of(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope_of(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": _address(self._transport, "sockname"),
            "client": _address(self._transport, "peername"),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode("utf-8", "surrogateescape"))
                for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {ANSWER: {}, EXTENSION: self},
        }

    async def _run(self, scope: dict[str, Any]) -> None:
        events = iter([{"type": "websocket.connect"}])

        async def receive() -> dict[str, Any]:
            for event in events:
                return event
            await self.closed.wait()
            return {"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE}

        try:
            await cast(Any, self._app)(scope, receive, self._answer)
        except Exception:
            log.exception("a WebSocket failed")
            self.close(CloseCode.INTERNAL_ERROR)
        finally:
            if self._conn.state is State.CONNECTING and not self._conn.eof_sent:
                self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)
            if self._conn.state is not State.CLOSING:
                self._transport.close()

    async def _answer(self, message: Any) -> None:
        """Do what the application says: accept, refuse with or without a reason, or close."""
        match message["type"]:
            case "websocket.accept":
                for name, value in message.get("headers", ()):
                    self._response.headers[name.decode("latin-1")] = value.decode("latin-1")
                self._conn.send_response(self._response)
                self._write()
                if self._ping_seconds:
                    self._ping_timer = self._loop.call_later(self._ping_seconds, self._ping)
            case "websocket.close" if self._conn.state is State.CONNECTING:
                self._refuse(HTTPStatus.FORBIDDEN)
            case "websocket.close":
                self.close(message.get("code", CloseCode.NORMAL_CLOSURE))
            case "websocket.http.response.start":
                pairs = [(n.decode("latin-1"), v.decode("latin-1")) for n, v in message["headers"]]
                self._refusal = message["status"], Headers(pairs), b""
            case "websocket.http.response.body" if self._refusal is not None:
                status, headers, body = self._refusal
                self._refusal = status, headers, body + message.get("body", b"")
                if not message.get("more_body", False):
                    self._refuse(*self._refusal)
            case other:
                raise RuntimeError(f"unexpected ASGI message {other}")

    def _refuse(self, status: int, headers: Headers | None = None, body: bytes = b"") -> None:
        headers = headers or Headers()
        headers["Connection"] = "close"
        headers["Content-Length"] = str(len(body))
        self._conn.send_response(Response(status, HTTPStatus(status).phrase, headers, body))
        self._write()

    # --- frames ------------------------------------------------------------------------------

    def _handle(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._is_text = frame.opcode is Opcode.TEXT
        elif frame.opcode is not Opcode.CONT:
            self._pong_missing = self._pong_missing and frame.opcode is not Opcode.PONG
            self._write()  # the library has answered a ping or a close
            return
        self._fragments.append(bytes(frame.data))
        if not frame.fin:
            return
        message = b"".join(self._fragments)
        self._fragments.clear()
        if self._receive is None or self._conn.state is not State.OPEN:
            return
        if not self._is_text:
            self._receive(message)
            return
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self._conn.fail(CloseCode.INVALID_DATA)
        else:
            self._receive(text)

    def _ping(self) -> None:
        """Drop the connection if the client has not answered the last ping, else send another."""
        self._ping_timer = self._loop.call_later(self._ping_seconds, self._ping)
        if self._conn.state is not State.OPEN:
            return
        if self._pong_missing:
            self._conn.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
        else:
            self._pong_missing = True
            self._conn.send_ping(b"")
        self._write()

    def _write(self) -> None:
        """Hand everything to the network, unless it is stuck and the connection stays open."""
        state = self._conn.state
        if self.stuck and state is State.OPEN:
            return
        unsent, self.unsent = self.unsent, 0
        data = b"".join(self._conn.data_to_send())
        if data and not self._transport.is_closing():
            self._transport.write(data)
            if unsent:
                self._on_sent(time.perf_counter() - self._unsent_since)
        if state is State.OPEN:
            return
        if state is not State.CONNECTING:
            self.closed.set()
        if self._conn.eof_sent:
            self._transport.close()
        if self._conn.close_expected() and self._abort_timer is None:
            self._abort_timer = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)


def _address(transport: asyncio.Transport, which: str) -> tuple[str, int] | None:
    found = transport.get_extra_info(which)
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else None


def protocol_of(scope: Scope) -> WebSocketProtocol:
    """Return the protocol that carries a connection of the application."""
    return cast(WebSocketProtocol, cast(Any, scope)["extensions"][EXTENSION])
