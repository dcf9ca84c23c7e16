"""HTTP requests: uvicorn reads them with httptools, which by itself knows no limit."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES = 64 * 1024  # of a request besides its body, which has a limit of its own
HEADER_SECONDS = 20.0  # in which its headers have to be there


class Requests(HttpToolsProtocol):
    """A connection on which nobody fills our memory, or our time, with headers without end."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._piece = 0  # bytes that have just come
        self._size = 0  # of the request so far, without its body
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody is there, and is expected to say what he wants."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """He is gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._wait_no_more()
        self._patience = self.loop.call_later(HEADER_SECONDS, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def data_received(self, data: bytes) -> None:
        """Some more bytes."""
        self._piece = len(data)
        self._size += len(data)
        super().data_received(data)
        if self._size > MOST_BYTES and not self.transport.is_closing():
            self.send_400_response("The request line or its headers are too long.")

    def on_message_begin(self) -> None:
        """A request begins, somewhere in what has just come."""
        self._size = self._piece
        self._wait()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """All that is left to come is the body."""
        self._wait_no_more()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._size -= len(body)
        super().on_body(body)
