"""Frames between a client and its line, by the shortest way.

uvicorn shakes hands, reads frames, answers pings and closes. In between, once a line has taken
over, there is no queue and no task: a frame that came is heard at once, and all that is said in one
turn of the loop goes out in one piece.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.http11 import Request

    from tablee.server.ws.connection import Line

EXTENSION = "tablee.carrier"
HANGING_UP_SECONDS = 1.0
TEXT = 0x81  # a whole text frame
PIECE = 4096  # bytes read at once: about as many small frames as a burst may have


class Carrier(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, with a shorter way and less patience: once we have hung up, it is over.

    Otherwise a flooder who does not listen could go on for ten seconds, and a reader who is stuck
    would hold his connection for as long as he likes.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._line: Line | None = None
        self._said: list[bytes] = []  # frames that are not written yet
        self._since = 0.0  # the first of them
        self.waiting = 0  # bytes
        self._deaf = False

    def handle_connect(self, event: Request) -> None:
        """Somebody shakes hands: the application can find who carries for him."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(Any, self.scope)["extensions"][EXTENSION] = self

    async def send(self, message: ASGISendEvent) -> None:
        """A handshake that was answered with a refusal is complete; uvicorn would log an error."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """The whole of a connection."""
        await super().run_asgi()
        self.loop.call_later(HANGING_UP_SECONDS, self.transport.abort)

    def carry_for(self, line: Line) -> None:
        """From now on a line hears what comes, also what has come already."""
        self._line = line
        for message in [self.queue.get_nowait() for _ in range(self.queue.qsize())]:
            if message["type"] == "websocket.receive":
                text = message.get("text")
                line.hear(cast(bytes, message.get("bytes")) if text is None else text)
            else:
                self.queue.put_nowait(message)
        self.listen(True)

    def listen(self, more: bool) -> None:
        """Whether to read on."""
        if self.read_paused is more and not self._deaf and not self.transport.is_closing():
            self.read_paused = not more
            (self.transport.resume_reading if more else self.transport.pause_reading)()

    def data_received(self, data: bytes) -> None:
        """Reads piece by piece: a flood shall not be read to its end before somebody stops it."""
        for start in range(0, len(data), PIECE):
            if not self._deaf:
                super().data_received(data[start : start + PIECE])

    def stop_hearing(self) -> None:
        """Whatever may come, nobody looks at it any more."""
        self.listen(False)
        self._deaf = True

    def send_receive_event_to_app(self) -> None:
        """A whole message is there."""
        if self._line is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self._line.hear(data)
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        self._line.hear(text)

    @property
    def stuck(self) -> bool:
        """Whether the network takes up nothing for now; what is large is not stuck yet."""
        return not self.writable.is_set()

    # --- what is said ------------------------------------------------------------------------

    def say(self, text: bytes) -> None:
        """Puts a frame behind those that wait."""
        size = len(text)
        if size < 126:
            head = bytes((TEXT, size))
        elif size < 1 << 16:
            head = bytes((TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((TEXT, 127)) + size.to_bytes(8, "big")
        if not self._said:
            self._since = time.perf_counter()
            self.loop.call_soon(self.write)
        self._said += (head, text)
        self.waiting += size

    def write(self) -> None:
        """Hands all that waits to the network, unless that has to wait itself."""
        if not self._said or self.stuck:
            return
        data = b"".join(self._said)
        self._said.clear()
        self.waiting = 0
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(data)
            if self._line is not None:
                self._line.written(time.perf_counter() - self._since)

    def resume_writing(self) -> None:
        """The network takes up more."""
        super().resume_writing()
        self.write()


def carrier_of(scope: Scope) -> Carrier:
    """Who carries for a connection."""
    return cast(Carrier, cast(Any, scope)["extensions"][EXTENSION])
