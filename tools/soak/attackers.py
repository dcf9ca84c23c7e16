"""Strangers who attack a server from many addresses: `attacks.py` starts this in its own process.

bodies   connections whose request body never ends, opened again whenever the server closes them
flood    requests without a pause, and WebSockets that send all they can until they are closed

It prints what it did as JSON when it is told to stop.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from load_flood import cut_off

BODY = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
REQUEST = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
ENOUGH = b"HTTP/1.1 429"
GUEST = b'{"name": "Eve", "avatar": ""}'
TRICKLE_SECONDS = 4.0  # between two bytes of a body

did: Counter[str] = Counter()


def address(number: int) -> str:
    """Return one of the addresses of the attackers; no player has it."""
    return f"127.9.{number // 250}.{1 + number % 250}"


async def connect(port: int, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from one of the addresses; give up after a second without an answer."""
    where = (address(number), 0)
    return await asyncio.open_connection("127.0.0.1", port, local_addr=where)


async def trickle(port: int, number: int) -> None:
    """Send a body that never ends, again and again."""
    await asyncio.sleep(random.uniform(0, TRICKLE_SECONDS))
    while True:
        with suppress(OSError):
            reader, writer = await connect(port, number)
            did["connections"] += 1
            writer.write(BODY + b"Content-Length: 60000\r\n\r\n")
            while not reader.at_eof():
                writer.write(b" ")
                with suppress(TimeoutError):
                    async with asyncio.timeout(TRICKLE_SECONDS):
                        did["refusals"] += bool(await reader.read(4096))
            writer.close()
        await asyncio.sleep(random.uniform(0.5, 1.5))


async def request(port: int, number: int) -> None:
    """Send requests without a pause, even when they are refused."""
    while True:
        with suppress(OSError):
            reader, writer = await connect(port, number)
            while not reader.at_eof():
                writer.write(REQUEST * 10)
                answer = await reader.read(65536)
                did["requests"] += 10
                did["refusals"] += answer.count(ENOUGH)
            writer.close()
        await asyncio.sleep(0.05)


async def shout(port: int, number: int) -> None:
    """Send frames over a WebSocket until it is closed, then reconnect."""
    reader, writer = await connect(port, number)
    writer.write(BODY + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(GUEST) + GUEST)
    head = (await reader.read()).decode("latin-1").lower()
    writer.close()
    token = head.partition("set-cookie: tablee=")[2].partition(";")[0]
    while True:
        try:
            await cut_off(port, token)
            did["cut off"] += 1
        except OSError:
            did["refusals"] += 1
            await asyncio.sleep(0.1)


async def attack(how: str, port: int, seed: int, count: int, addresses: int) -> None:
    """Attack until SIGTERM."""
    random.seed(seed)
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    if how == "bodies":
        works = [trickle(port, number % addresses) for number in range(count)]
    else:
        works = [request(port, number % addresses) for number in range(count)]
        works.append(shout(port, 0))
    tasks = [asyncio.create_task(work) for work in works]
    await over.wait()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    print(json.dumps(did))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)  # attackers have computers of their own, and must not take the server's
    asyncio.run(attack(sys.argv[1], *map(int, sys.argv[2:])))
