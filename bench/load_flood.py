"""An attacker that sends as many frames as it can, is cut off, and comes back; see `load.py`."""

from __future__ import annotations

import asyncio
import os
import sys
import time

import httpx
import msgspec

from load_line import Line

FRAME = msgspec.json.encode({"do": "ping", "n": 1})
AT_ONCE = 50  # frames between two looks at what has come back
GIVE_UP = 30.0  # seconds
HOME = 50_000  # nobody else lives there


class Flood(Line):
    """A connection whose end is no surprise."""

    def connection_lost(self, problem: Exception | None) -> None:
        """It is over, as it should be."""
        self.closed = True
        super().connection_lost(problem)


async def cut_off(port: int, token: str) -> float:
    """Send until the server hangs up; return after how many seconds."""
    line = await Flood.connect(port, token, lambda _: None, HOME)
    began = time.perf_counter()
    while not line.closed and time.perf_counter() - began < GIVE_UP:
        for _ in range(AT_ONCE):
            line.send(FRAME)
        await asyncio.sleep(0)
    return time.perf_counter() - began


async def flood(port: int, seconds: float) -> None:
    """Come back again and again, and print how long the server put up with it each time."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        answer = await http.post("/api/guest", json={"name": "Eve"})
        token = answer.raise_for_status().cookies["tablee"]
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        try:
            print(await cut_off(port, token), flush=True)
        except ConnectionError:  # not even let in
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)  # an attacker has a computer of its own
    asyncio.run(flood(int(sys.argv[1]), float(sys.argv[2])))
