"""Deleting old data while people play: no move may wait noticeably longer.

A large database holds finished tables that are due to be deleted, and chat that is due to be
erased. Moves are written at a steady rate, in turn with and without a pruning server beside them.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec

from load import quantile
from server.jobs.years import Server
from server.store.making import a_head, a_row
from soak.outcome import Outcome, at_least
from tablee.server.core.rooms.entries import Identity, Spoke
from tablee.server.jobs.retention import DAY_MS
from tablee.server.store.contract import EventStore, Person

TABLES, ENTRIES = 4_000, 60  # to delete, and of each
CHAT = 20_000  # messages to erase, at tables that stay
TALK = 100  # messages a table
ROUNDS, SECONDS = 6, 20.0  # of each kind, in turn
PLAYERS, MOVES_A_SECOND = 50, 200
MOST_TIMES, MOST_MS = 1.5, 5.0  # of the p99 without pruning
LONG = 100.0  # seconds in which all are deleted
AT_ONCE = 500  # entries that are written together
ADA, GUEST = "a" * 32, "e" * 32  # one with an account, one without
BODY = b'{"what":"move","text":"' + b"x" * 230 + b'"}'
SAID = msgspec.json.encode(Spoke(Identity(ADA, "Ada"), 1, "players", text="hello"))


async def fill(store: EventStore, tables: int, chat: int) -> None:
    """Write old tables: some are due to be deleted; the others have chat that is to be erased."""
    await store.create_person(Person(ADA, "Ada", "", 1_000, "ada", "#"))
    waiting: list[asyncio.Task[None]] = []

    async def write(name: str, entries: int, body: bytes, persons: tuple[str, ...]) -> None:
        for seq in range(1, entries + 1):
            row = a_row(name, seq, body=body)
            await store.append(row, a_head(row, stage="over", persons=persons))

    async with asyncio.TaskGroup() as group:
        for number in range(tables + chat // TALK):
            while len(waiting) >= AT_ONCE:
                _, left = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                waiting = list(left)
            if number < tables:
                work = write(f"old {number}", ENTRIES, BODY, (GUEST,))
            else:
                work = write(f"talk {number}", TALK, SAID, (ADA,))
            waiting.append(group.create_task(work))


async def play(store: EventStore, names: count[int], seconds: float) -> list[float]:
    """Write moves at a steady rate; return how long each took, in milliseconds."""
    waits: list[float] = []
    until = time.perf_counter() + seconds

    async def player(number: int) -> None:
        name = f"new {next(names)}"
        await asyncio.sleep(number / MOVES_A_SECOND)
        for seq in count(1):
            began = time.perf_counter()
            if began >= until:
                return
            row = a_row(name, seq, body=BODY)
            await store.append(row, a_head(row, changed=10**15, persons=(GUEST,)))
            waits.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(PLAYERS / MOVES_A_SECOND)

    await asyncio.gather(*(player(number) for number in range(PLAYERS)))
    return waits


def old_tables(file: Path) -> int:
    """Return how many of the tables to be deleted are left."""
    with closing(sqlite3.connect(file)) as source:
        statement = "SELECT count(*) FROM sitting JOIN heads USING (table_id)"
        found = source.execute(f"{statement} WHERE person = ? AND stage = 'over'", (GUEST,))
        return int(found.fetchone()[0])


async def compare(file: Path, share: float) -> tuple[str, list[str]]:
    """Measure moves without and with pruning, in turn."""
    part = min(1.0, 10 * share)
    rounds, seconds = max(1, round(ROUNDS * part)), max(0.5, SECONDS * part)
    tables, chat = max(100, round(TABLES * share)), max(2 * TALK, round(CHAT * share))
    without, beside, names = [], [], count()
    async with Server(database=str(file)).running() as server:
        await fill(server.store, tables, chat)
        size = sum(one.stat().st_size for one in file.parent.iterdir()) / 1_000_000
        server.time.now += 400 * DAY_MS
        await server.hall.heartbeat.beat()
        for _ in range(rounds):
            without.append(quantile(await play(server.store, names, seconds), 0.99))
            pruning = asyncio.create_task(server.service.pruner.prune())
            beside.append(quantile(await play(server.store, names, seconds), 0.99))
            pruning.cancel()
            await asyncio.wait([pruning])
    deleted = tables - old_tables(file)
    p99 = statistics.median(without), statistics.median(beside)
    wrong = at_least("tables deleted", deleted, tables if rounds * seconds > LONG else 1)
    if p99[1] > MOST_TIMES * p99[0] + MOST_MS:
        wrong.append(f"p99 of a move is {p99[1]:.1f} ms beside pruning, {p99[0]:.1f} ms without")
    told = f"{size:,.0f} MB, {deleted:,} tables deleted beside {MOVES_A_SECOND} moves a second"
    return f"{told}, p99 {p99[0]:.1f} ms without, {p99[1]:.1f} ms beside", wrong


def run(seed: int, share: float) -> Outcome:
    """Compare on SQLite, whose moves and deletions share one writer."""
    with tempfile.TemporaryDirectory() as folder:
        told, wrong = asyncio.run(compare(Path(folder) / "tables.sqlite", share))
    return Outcome(told, wrong)
