"""Strangers who attack a server from many addresses: `attacks.py` starts this in its own process.

bodies   connections whose request never ends, opened again whenever the server closes them
flood    requests without a pause, and WebSockets that send all they can until they are closed

It prints a line when it has begun, and what it did as JSON when it is told to stop.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from load_flood import cut_off

GUEST_HEAD = b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
REQUEST = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
ENOUGH = b"HTTP/1.1 429"
ENDLESS = GUEST_HEAD + b"Content-Length: 60000\r\n\r\n"
UPGRADE = REQUEST[:-2] + b"Connection: Upgrade\r\nUpgrade: foo\r\n\r\n"
BEGINNINGS = (
    (b"", ENDLESS),
    (UPGRADE, ENDLESS),
    (UPGRADE, b"GET /api/ga"),
    (UPGRADE, REQUEST[:-2] + b"X: y"),
)
"""Whole requests, followed by one that never ends."""
GUEST = b'{"name": "Eve", "avatar": ""}'
TRICKLE_SECONDS = 4.0  # between two bytes of a request
GREEDY = 300  # connections of one more address; the server allows 200
RAMP_SECONDS, BEGIN_SECONDS = 1.0, 20.0  # in which all begin, and must have begun

did: Counter[str] = Counter()


def address(number: int) -> str:
    """Return one of the addresses of the attackers; no player has it."""
    return f"127.9.{number // 250}.{1 + number % 250}"


async def connect(port: int, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from one of the addresses; give up after a second without an answer."""
    where = (address(number), 0)
    return await asyncio.open_connection("127.0.0.1", port, local_addr=where)


async def trickle(port: int, number: int, way: int) -> None:
    """Send a request that never ends, again and again; `way` chooses how it begins."""
    before, endless = BEGINNINGS[way % len(BEGINNINGS)]
    await asyncio.sleep(random.uniform(0, RAMP_SECONDS))
    while True:
        try:
            reader, writer = await connect(port, number)
        except OSError as problem:
            did[f"not connected: {problem.strerror}"] += 1
        else:
            did["connections"] += 1
            did["open"] += 1
            did["open at once"] = max(did["open at once"], did["open"])
            began = time.monotonic()
            with suppress(OSError):
                await hold(reader, writer, before, endless)
            did["open"] -= 1
            did["given up"] += time.monotonic() - began > RAMP_SECONDS  # not refused at once
            writer.close()
        await asyncio.sleep(random.uniform(0.5, 1.5))


async def hold(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, before: bytes, endless: bytes
) -> None:
    """Send requests and a byte of the last one every now and then, until the server closes."""
    writer.write(before)
    if before:
        count_refusal(await reader.read(65536))
    writer.write(endless)
    while not reader.at_eof():
        writer.write(b"x")
        with suppress(TimeoutError):
            async with asyncio.timeout(TRICKLE_SECONDS):
                count_refusal(await reader.read(65536))


def count_refusal(answer: bytes) -> None:
    """Count an answer that is a refusal."""
    did["refusals"] += answer.startswith(b"HTTP/1.1 4")
    did["too many"] += answer.startswith(ENOUGH)


async def request(port: int, number: int) -> None:
    """Send requests without a pause, even when they are refused."""
    while True:
        with suppress(OSError):
            reader, writer = await connect(port, number)
            did["connections"] += 1
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
    writer.write(
        GUEST_HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(GUEST) + GUEST
    )
    head = (await reader.read()).decode("latin-1").lower()
    writer.close()
    token = head.partition("set-cookie: tablee=")[2].partition(";")[0]
    while True:
        try:
            did["connections"] += 1
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
        works = [trickle(port, n % addresses, n // addresses) for n in range(count)]
        works += [trickle(port, addresses, n) for n in range(GREEDY)]
    else:
        works = [request(port, number % addresses) for number in range(count)]
        works.append(shout(port, 0))
    tasks = [asyncio.create_task(work) for work in works]
    with suppress(TimeoutError):
        async with asyncio.timeout(BEGIN_SECONDS):
            while did["connections"] < len(works):
                await asyncio.sleep(0.1)
    print(flush=True)
    await over.wait()
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    print(json.dumps(did))


def raise_file_limit() -> None:
    """Let this process open as many connections as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(19)  # attackers have computers of their own, and must not take the server's
    raise_file_limit()
    asyncio.run(attack(sys.argv[1], *map(int, sys.argv[2:])))
