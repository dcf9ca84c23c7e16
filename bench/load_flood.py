"""An attacker that sends as many frames as it can, is disconnected, and returns; see `load.py`."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import httpx
import msgspec

from load_line import Line

FRAME = msgspec.json.encode({"do": "ping", "n": 1})
AT_ONCE = 50  # frames between two reads of what has come back
GIVE_UP = 30.0  # seconds
HOME = 50_000  # an address nobody else uses


class Flood(Line):
    """A connection whose end is expected."""

    def connection_lost(self, problem: Exception | None) -> None:
        """Note that it is over."""
        self.closed = True
        super().connection_lost(problem)


async def cut_off(port: int, token: str) -> float:
    """Send until the server disconnects; return after how many seconds."""
    line = await Flood.connect(port, token, lambda _: None, HOME)
    began = time.perf_counter()
    while not line.closed and time.perf_counter() - began < GIVE_UP:
        for _ in range(AT_ONCE):
            line.send(FRAME)
        await asyncio.sleep(0)
    return time.perf_counter() - began


async def flood(port: int, seconds: float) -> None:
    """Return again and again, and print how long each connection lasted."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        answer = await http.post("/api/guest", json={"name": "Eve"})
        token = answer.raise_for_status().cookies["tablee"]
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        try:
            print(await cut_off(port, token), flush=True)
        except ConnectionError:  # refused at the handshake
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)  # a real attacker has a computer of its own
    asyncio.run(flood(int(sys.argv[1]), float(sys.argv[2])))
