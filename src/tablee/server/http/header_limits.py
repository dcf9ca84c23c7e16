"""Limits for the head of a request: httptools, which uvicorn reads requests with, has none.

uvicorn creates one `HeaderLimits` per connection (its `http` setting), which passes everything on
to uvicorn's own protocol and follows along with a parser of its own.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

MOST_BYTES = 64 * 1024  # of a request besides its body, which has a limit of its own
HEADER_SECONDS = 20.0  # for a request to send its headers
TOO_LONG = "The request line or its headers are too long."


class HeaderLimits(asyncio.Protocol):
    """Closes a connection whose request headers are too long or take too long."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._inner = HttpToolsProtocol(config, server_state, app_state, _loop)
        self._loop = _loop or asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._parser: httptools.HttpRequestParser | None = httptools.HttpRequestParser(self)
        # As uvicorn's own parser: what follows the last request is no error.
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._arrived = 0  # bytes of the latest piece
        self._size = 0  # of the request so far, without its body
        self._timer: asyncio.TimerHandle | None = None

    # --- what the event loop calls -----------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start waiting for the first request."""
        self._transport = cast(asyncio.Transport, transport)
        self._start_timer()
        self._inner.connection_made(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count, then pass on; a request that is too long is answered with 400."""
        self._arrived = len(data)
        self._size += len(data)
        if self._parser is not None:
            try:
                self._parser.feed_data(data)
            except httptools.HttpParserUpgrade:
                self._stop_timer()
                self._parser = None
            except httptools.HttpParserError:  # answered by uvicorn
                self._parser = None
        if self._size > MOST_BYTES:
            if not self._transport.is_closing():
                self._inner.send_400_response(TOO_LONG)
            return
        self._inner.data_received(data)

    def eof_received(self) -> None:
        """Let the transport close."""

    def pause_writing(self) -> None:
        """Pass on."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on."""
        self._inner.resume_writing()

    # --- what the parser calls ---------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Count anew: a request begins somewhere in the latest piece."""
        self._size = self._arrived
        self._start_timer()

    def on_headers_complete(self) -> None:
        """Stop waiting: only the body is left."""
        self._stop_timer()

    def on_body(self, body: bytes) -> None:
        """Leave the body out of the count."""
        self._size -= len(body)

    # --- the timer ---------------------------------------------------------------------------

    def _start_timer(self) -> None:
        self._stop_timer()
        self._timer = self._loop.call_later(HEADER_SECONDS, self._transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
