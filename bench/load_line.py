"""A minimal WebSocket client, so that the measuring client is not itself the bottleneck.

It implements as much of RFC 6455 as our server needs: whole text frames, pings, a close.
"""

from __future__ import annotations

import asyncio
import base64
import os
import sys
from collections.abc import Callable
from typing import cast

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
NO_MASK = bytes(4)  # a client has to mask; a mask of zeros changes nothing

MANY_ADDRESSES = sys.platform == "linux"  # all of 127.0.0.0/8 is this machine


def address_of(home: int) -> str:
    """Return the address of a person, if there are many."""
    return f"127.0.{1 + home // 200}.{1 + home % 200}"


Heard = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """An open connection; `heard` is called with each text frame."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self._rest = bytearray()
        self._open = asyncio.get_running_loop().create_future()
        self.closed = False

    @classmethod
    async def connect(cls, port: int, token: str, heard: Heard, home: int = 0) -> Line:
        """Connect as the program with that token, from one of many addresses if requested."""
        loop = asyncio.get_running_loop()
        here = (address_of(home), 0) if MANY_ADDRESSES else None
        transport, line = await loop.create_connection(
            lambda: cls(heard), "127.0.0.1", port, local_addr=here
        )
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {token}\r\n\r\n".encode()
        )
        try:
            await line._open
        except BaseException:  # also if the caller was cancelled
            line.close()
            raise
        return line

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Close the connection."""
        self.closed = True
        self._transport.close()

    # --- called by the loop ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(problem or ConnectionError("hung up"))
        if not self.closed:
            self.closed = True
            self.hung_up(problem)

    def hung_up(self, problem: Exception | None) -> None:
        """The server has closed the connection."""
        raise ConnectionError("the server has hung up") from problem

    def data_received(self, data: bytes) -> None:
        rest = self._rest
        rest += data
        if not self._open.done():
            head, end, _ = rest.partition(b"\r\n\r\n")
            if not end:
                return
            del rest[: len(head) + 4]
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._open.set_exception(ConnectionError(head.decode()))
                return
            self._open.set_result(None)
        at = 0
        while (frame := _frame(rest, at)) is not None:
            kind, begin, at = frame
            if kind == TEXT:
                self.heard(bytes(rest[begin:at]))
            elif kind == PING:
                self._write(PONG, bytes(rest[begin:at]))
            elif kind == CLOSE:
                self._write(CLOSE, bytes(rest[begin:at]))
                self._transport.close()
        if at:
            del rest[:at]

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport.is_closing():
            return
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | kind, 0x80 | size))
        else:
            head = bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + payload)


def _frame(data: bytearray, at: int) -> tuple[int, int, int] | None:
    r"""Return the kind of the frame that begins there, where its payload begins, and its end.

    >>> _frame(bytearray(b"\x81\x02hi!"), 0), _frame(bytearray(b"\x81\x02h"), 0)
    ((1, 2, 4), None)
    """
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        begin += wide
        if len(data) < begin:
            return None
        size = int.from_bytes(data[at + 2 : begin], "big")
    end = begin + size
    return (data[at] & 0x0F, begin, end) if len(data) >= end else None
