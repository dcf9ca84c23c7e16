"""The process that gets killed: plays matches through a real store, and reports acknowledgements.

It is started once, and forks a child for each life it is given, so that lives begin at once. Lines
come in as JSON; lines go out as `born PID`, `ack MATCH SEQ`, `end STATUS`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from contextlib import nullcontext
from typing import Literal

import msgspec
from msgspec.structs import replace

from server.store.crashes.fail_points import (
    Hook,
    Point,
    hook_acknowledgements,
    hooked_connect,
    postgres_hooked,
)
from server.store.playing import Playing
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, Repeated, StoreDown, StoreRefused, Taken
from tablee.server.store.postgres.store import PostgresStore
from tablee.server.store.sqlite.store import SqliteStore

Planted = Literal["", "early", "twice"]
STORES = SqliteStore, PostgresStore  # imported once for all lives


class Life(msgspec.Struct):
    """The task of a child."""

    name: str
    address: str
    matches: dict[int, int]  # played concurrently, with the number of entries each has
    fail_at: str = ""  # a fail point
    fail_after: int = 1  # passes of the fail point before the kill
    planted: Planted = ""


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def play(store: EventStore, life: Life, match: Playing) -> None:
    """Play matches one after the other, to their ends."""
    while True:
        try:
            for _ in await store.read(match.table, after=len(match.bodies)):
                match.advance()
            while not match.over:
                await play_entry(store, life, match)
            match = Playing(match.number + len(life.matches))
        except (Taken, Repeated, StoreDown):  # another process plays it, too: catch up
            continue


async def play_entry(store: EventStore, life: Life, match: Playing) -> None:
    row, head, result = match.entry(life.name)
    if life.planted == "early":
        say(f"ack {match.number} {row.seq}")
    await store.append(row, head, result)
    say(f"ack {match.number} {row.seq}")
    if life.planted == "twice" and result is None:
        again = replace(row, seq=row.seq + 1, command=row.command + "-again")
        await store.append(again, replace(head, seq=again.seq))
    match.advance()


async def opened(address: str, hook: Hook | None) -> EventStore:
    """Open the store, waiting for a database that may just have been killed, too."""
    while True:
        store = open_store(address)
        if isinstance(store, SqliteStore) and hook is not None:
            store = SqliteStore(store.path, hooked_connect(hook))
            hook_acknowledgements(asyncio.get_running_loop(), hook)
        try:
            await store.open()
        except StoreRefused as refusal:
            if refusal.key != "store.unreachable":
                raise
            await asyncio.sleep(0.05)
        else:
            return store


async def live(life: Life, matches: list[Playing]) -> None:
    passed = 0

    def hook(point: Point) -> None:
        nonlocal passed
        passed += point == life.fail_at
        if passed == life.fail_after:
            os.kill(os.getpid(), signal.SIGKILL)

    store = await opened(life.address, hook if life.fail_at else None)
    with postgres_hooked(hook) if life.fail_at else nullcontext():
        await asyncio.gather(*(play(store, life, match) for match in matches))


def main() -> None:
    known: dict[int, Playing] = {}
    for line in sys.stdin:
        life = msgspec.json.decode(line, type=Life)
        known = {number: known.get(number) or Playing(number) for number in life.matches}
        for number, entries in life.matches.items():
            while len(known[number].bodies) < entries:
                known[number].advance()
        pid = os.fork()
        if pid == 0:
            try:
                asyncio.run(live(life, list(known.values())))
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        say(f"born {pid}")
        say(f"end {os.waitpid(pid, 0)[1]}")


if __name__ == "__main__":
    main()
