"""Kill processes at random times and at fail points, and check what they leave behind."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from server.store.crashes.fail_points import POINTS
from server.store.crashes.kill_child import Life, Planted
from server.store.playing import ANA, Playing
from tablee.server.store import open_store
from tablee.server.store.contract import EventStore, Head, Row

TESTS = Path(__file__).parents[3]
LONGEST_LIFE = 30.0  # seconds until a child that missed its fail point is killed
CAUSES = ("random", *POINTS)


@dataclass
class Report:
    """The figures of a campaign."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0  # matches with duplicate, missing or misplaced entries
    by_game: Counter[str] = field(default_factory=Counter)
    by_cause: Counter[str] = field(default_factory=Counter)

    @property
    def sound(self) -> bool:
        return self.lost == 0 and self.wrong == 0

    def __str__(self) -> str:
        causes = ", ".join(f"{cause} {count}" for cause, count in sorted(self.by_cause.items()))
        games = ", ".join(f"{game} {count:,}" for game, count in sorted(self.by_game.items()))
        return (
            f"{self.kills} kills ({causes}), {self.acknowledged:,} acknowledged ({games}):"
            f" {self.lost} lost, {self.wrong} with something doubled, missing or out of place"
        )


class ForkServer:
    """A process that forks the children, one after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "server.store.crashes.kill_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
        )
        self._rest = b""

    def life(self, life: Life, seconds: float, meanwhile: Callable[[], None] | None) -> list[str]:
        """Run a child until some seconds after its first entry; return its messages."""
        self._in.write(msgspec.json.encode(life) + b"\n")
        pid = 0
        said: list[str] = []
        deadline = time.monotonic() + LONGEST_LIFE
        begun = False
        while True:
            for line in self._lines(max(0.0, min(0.05, deadline - time.monotonic()))):
                word, _, rest = line.partition(" ")
                if word == "born":
                    pid = int(rest)
                elif word == "ack":
                    said.append(rest)
                elif int(rest) != signal.SIGKILL:
                    raise RuntimeError(f"the child ended by itself: {rest}")
                else:
                    return said
            if said and not begun:
                begun = True
                deadline = min(deadline, time.monotonic() + seconds)
                if meanwhile is not None:
                    meanwhile()
            if pid and time.monotonic() >= deadline:
                os.kill(pid, signal.SIGKILL)
                deadline = float("inf")

    def close(self) -> None:
        self._in.close()
        self._process.wait()
        self._out.close()

    @property
    def _in(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _lines(self, patience: float) -> list[str]:
        """Return the lines that have come, or come soon."""
        if not select.select([self._out], [], [], patience)[0]:
            return []
        came = os.read(self._out.fileno(), 1 << 16)
        if not came:
            raise RuntimeError("the nursery is gone")
        *lines, self._rest = (self._rest + came).split(b"\n")
        return [line.decode() for line in lines]


class Campaign:
    """Kills over one store; its knowledge of the matches grows with each life."""

    def __init__(
        self,
        address: str,
        *,
        seed: int,
        tables: int = 12,
        processes: int = 1,
        planted: Planted = "",
        longest: float = 0.3,
        passes: int = 40,
    ) -> None:
        """Random lives last at most `longest` seconds, others at most `passes` of a fail point."""
        self.address = address
        self.report = Report()
        self._planted = planted
        self._longest = longest
        self._passes = passes
        self._random = random.Random(seed)
        self._nurseries = [ForkServer() for _ in range(processes)]
        self._running = [Playing(number) for number in range(tables)]
        self._over: set[str] = set()

    async def run(
        self, kills: int, disturb: Callable[[], None] | None = None, acknowledged: int = 0
    ) -> Report:
        """Kill at random times and at fail points in turn; call `disturb` during each round.

        Go on until the given number of entries have been acknowledged, too.
        """
        try:
            while self.report.kills < kills or self.report.acknowledged < acknowledged:
                await self._lives(disturb)
        finally:
            for nursery in self._nurseries:
                nursery.close()
        return self.report

    async def _lives(self, disturb: Callable[[], None] | None) -> None:
        """Run one life of each process, all at once."""
        lives = []
        for number, nursery in enumerate(self._nurseries):
            kill = self.report.kills + number
            cause = CAUSES[kill % len(CAUSES)]
            at_random = cause == "random"
            life = Life(
                f"life{kill}",
                self.address,
                {match.number: len(match.bodies) for match in self._running},
                fail_at="" if at_random else cause,
                fail_after=self._random.randint(1, self._passes),
                planted=self._planted,
            )
            seconds = self._random.uniform(0.0, self._longest) if at_random else LONGEST_LIFE
            first = disturb if number == 0 else None
            lives.append(asyncio.to_thread(nursery.life, life, seconds, first))
            self.report.by_cause[cause] += 1
        said = await asyncio.gather(*lives)
        self.report.kills += len(said)
        await self._look({line for lines in said for line in lines})

    async def _look(self, said: set[str]) -> None:
        acknowledged: dict[int, set[int]] = {}
        for line in said:
            number, seq = line.split()
            acknowledged.setdefault(int(number), set()).add(int(seq))
        store = open_store(self.address)
        await store.open()
        try:
            for slot, match in enumerate(self._running):
                while await self._is_right(store, match, acknowledged.pop(match.number, set())):
                    match = self._running[slot] = Playing(match.number + len(self._running))
            results = {result.table for result in await store.results_of(ANA)}
        finally:
            await store.close()
        self.report.lost += sum(len(seqs) for seqs in acknowledged.values())
        self.report.lost += len(self._over - results)

    async def _is_right(self, store: EventStore, match: Playing, acknowledged: set[int]) -> bool:
        """Count lost and misplaced entries of a match; return whether the match is over."""
        log, head = await self._settled(store, match.table)
        while len(match.bodies) < len(log) and not match.over:
            match.advance()
        report = self.report
        report.acknowledged += len(acknowledged)
        report.by_game[match.game] += len(acknowledged)
        report.lost += len(acknowledged - {row.seq for row in log})
        report.wrong += not (
            [(row.seq, row.body) for row in log] == list(enumerate(match.bodies, 1))
            and (head.seq if head else 0) == len(log)
            and (head is not None and head.stage == "over") == match.over
        )
        if match.over:
            self._over.add(match.table)
        return match.over

    @staticmethod
    async def _settled(store: EventStore, table: str) -> tuple[Sequence[Row], Head | None]:
        """Return log and head of one moment: PostgreSQL may still commit for a dead client.

        A head only ever grows, so if it is the same before and after, the log is of that moment.
        """
        while True:
            before = await store.head(table)
            log = await store.read(table)
            if before == await store.head(table):
                return log, before


def add(reports: Sequence[Report]) -> Report:
    """Sum up the reports."""
    total = Report()
    for each in reports:
        total.kills += each.kills
        total.acknowledged += each.acknowledged
        total.lost += each.lost
        total.wrong += each.wrong
        total.by_game += each.by_game
        total.by_cause += each.by_cause
    return total
