"""Limits for unfinished requests; httptools, which uvicorn reads with, has none.

uvicorn creates one `RequestLimits` per connection (its `http` setting), which passes everything on
to uvicorn's own protocol and follows along with a parser of its own. Nothing is read from a
connection that is one too many.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import httptools
import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from tablee.server.errors import HttpRefusal
from tablee.server.http.open_connections import RETRY_SECONDS, OpenConnections
from tablee.server.http.problems import problem_of

TOO_LARGE = 431  # the status of a request whose headers are too long, also the next time
MOST_BYTES = 64 * 1024  # of a request besides its body, which has a limit of its own
HEADER_SECONDS = 20.0  # for a request to send its headers
BODY_SECONDS = 20.0  # for a request to send its body
GRACE_SECONDS, LOWEST_RATE = 5.0, 1024  # bytes a second that a body arrives with, after a while
READER_SECONDS = 30.0  # in which an answer must be read at the same rate


def refusal_bytes(refusal: HttpRefusal) -> bytes:
    """Return a refusal as a whole answer, for a request that never reaches the application."""
    body = msgspec.json.encode(problem_of(refusal))
    again = () if refusal.status == TOO_LARGE else (refusal.seconds or RETRY_SECONDS,)
    headers = (
        "content-type: application/json",
        f"content-length: {len(body)}",
        *(f"retry-after: {seconds}" for seconds in again),
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "connection: close",
    )
    return STATUS_LINE[refusal.status] + "\r\n".join((*headers, "", "")).encode() + body


class RequestLimits(asyncio.Protocol):
    """Closes a connection whose request is too long, or that takes too long over it."""

    def __init__(
        self,
        others: OpenConnections,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._others = others
        self._inner = HttpToolsProtocol(config, server_state, app_state, _loop)
        self._loop = _loop or asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        # As uvicorn's own parser: what follows the last request is no error.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._admitted = False
        self._arrived = 0  # bytes of the latest piece, without those of bodies
        self._size = 0  # of the request so far, without its body
        self._body_size, self._began = 0, 0.0  # of the body, and when the headers were complete
        self._timer: asyncio.TimerHandle | None = None  # for the request
        self._reader_timer: asyncio.TimerHandle | None = None  # for the answer
        self.address = ""

    # --- what the event loop calls -----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start waiting for the first request, unless this connection is one too many."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        try:
            self._others.enter(self)
        except HttpRefusal as refusal:
            self._transport.write(refusal_bytes(refusal))
            self._transport.close()
            return
        self._admitted = True
        self._start_timer(HEADER_SECONDS, "headers")
        self._inner.connection_made(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._leave()
        if self._admitted:
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count, then pass on; a request that is too long is refused."""
        if not self._admitted:
            return
        self._arrived = len(data)
        self._size += len(data)
        if self._parser is not None:
            if self._timer is None:  # what comes after a request is another one, or nothing
                self._start_timer(HEADER_SECONDS, "headers")
            try:
                self._parser.feed_data(data)
            except httptools.HttpParserUpgrade:
                pass  # both parsers go on with the next request, unless uvicorn opens a WebSocket
            except httptools.HttpParserError:  # answered by uvicorn
                self._parser = None
        if self._size > MOST_BYTES:
            if not self._transport.is_closing():
                refusal = HttpRefusal(TOO_LARGE, "serve.long_headers", most=MOST_BYTES)
                self._transport.write(refusal_bytes(refusal))
                self._transport.close()
            return
        self._inner.data_received(data)
        if self._transport.get_protocol() is not self:  # it is a WebSocket now
            self._leave()

    def eof_received(self) -> None:
        """Let the transport close."""

    def pause_writing(self) -> None:
        """Pass on, and start waiting for the client to read."""
        self._inner.pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """Pass on."""
        self._stop_reader_timer()
        self._inner.resume_writing()

    def drop(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    # --- what the parser calls ---------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Restart the count: a request begins somewhere in the latest piece."""
        self._size = self._arrived
        self._start_timer(HEADER_SECONDS, "headers")

    def on_headers_complete(self) -> None:
        """Start waiting for the body."""
        self._body_size = 0
        self._began = self._loop.time()
        self._start_timer(GRACE_SECONDS, "body")

    def on_body(self, body: bytes) -> None:
        """Leave the body out of the count."""
        self._arrived -= len(body)
        self._size -= len(body)
        self._body_size += len(body)

    def on_message_complete(self) -> None:
        """Stop waiting: the request is whole."""
        self._stop_timer()

    # --- the timers --------------------------------------------------------------------------

    def _start_timer(self, seconds: float, waiting_for: str) -> None:
        self._stop_timer()
        self._timer = self._loop.call_later(seconds, self._look, waiting_for)

    def _look(self, waiting_for: str) -> None:
        """Close a connection that is late; a body that arrives fast enough may go on."""
        passed = self._loop.time() - self._began
        fast = LOWEST_RATE * passed <= self._body_size
        if waiting_for == "body" and fast and passed < BODY_SECONDS:
            self._start_timer(min(1.0, BODY_SECONDS - passed), waiting_for)
            return
        self._others.count(self.address, waiting_for)
        cycle = self._inner.cycle
        if waiting_for == "body" and not (cycle and cycle.response_started):
            self._transport.write(
                refusal_bytes(HttpRefusal(408, "serve.slow_body", most=int(BODY_SECONDS)))
            )
        self._transport.close()

    def _wait_for_reader(self) -> None:
        self._stop_reader_timer()
        unread = self._transport.get_write_buffer_size()
        self._reader_timer = self._loop.call_later(READER_SECONDS, self._look_at_reader, unread)

    def _look_at_reader(self, before: int) -> None:
        """Close a connection whose client has read too little of the answer."""
        if before - self._transport.get_write_buffer_size() < LOWEST_RATE * READER_SECONDS:
            self._others.count(self.address, "reader")
            self.drop()
        else:
            self._wait_for_reader()

    def _leave(self) -> None:
        """Stop counting, and stop waiting."""
        self._others.leave(self)
        self._stop_timer()
        self._stop_reader_timer()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _stop_reader_timer(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None
