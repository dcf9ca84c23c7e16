"""HTTP requests: uvicorn reads them with httptools, which by itself knows no limit."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_BYTES = 64 * 1024  # of a request besides its body, which has a limit of its own


class Requests(HttpToolsProtocol):
    """A connection on which nobody fills our memory with a line or headers without end."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._piece = 0  # bytes that have just come
        self._size = 0  # of the request so far, without its body

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
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._size -= len(body)
        super().on_body(body)
