"""A real `tablee serve`, in a process and a folder of its own, for the time of a measurement."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

import tablee
from load_client import cpu_of
from load_line import MANY_ADDRESSES

READY = re.compile(r"http://[^\s:]+:(\d+)")
PATIENCE = 60.0
IDLE = 0.1  # seconds of processor in a second
CALM = 4  # that many seconds in a row
LOOSE = (
    "request-rate",
    "request-burst",
    "connections",
    "http-connections",
    "guests-an-hour",
    "tables-an-hour",
)
"""Limits that would interfere, since everyone comes from one address."""
HASTY = ("message-rate", "message-burst")
"""Limits that would stop clients that move as soon as they can."""


@dataclass(frozen=True)
class House:
    """A running server."""

    port: int
    process: int

    def wait_for_workers(self, patience: float) -> None:
        """Wait until its workers are ready and idle."""
        until = time.monotonic() + patience
        before, idle = 0.0, 0
        while idle < CALM and time.monotonic() < until:
            time.sleep(1)
            now = sum(map(cpu_of, children_of(self.process)))
            idle = 0 if now - before > IDLE else idle + 1
            before = now

    def bots_play(self, tables: int, seats: int = 4) -> None:
        """Open tables of the game with most moves, where the strongest bots play for hours."""
        game = max(tablee.all_games(), key=lambda one: one.state.MAX_MOVES).name
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE) as http:
            answer = http.post("/api/guest", json={"name": "Ada"}).raise_for_status()
            http.headers["Authorization"] = f"Bearer {answer.cookies['tablee']}"
            http.cookies.clear()
            for _ in range(tables):
                wanted = {"game": game, "seats": ["master"] * seats}
                http.post("/api/tables", json=wanted).raise_for_status()


def children_of(process: int) -> list[int]:
    """Return the child processes of a process, where /proc is available."""
    files = Path(f"/proc/{process}/task").glob("*/children")  # of each thread
    return [int(child) for file in files for child in file.read_text().split()]


@contextmanager
def open_house(
    warm_up: float, workers: int = 1, *, hasty: bool = True, loose: Sequence[str] = LOOSE
) -> Iterator[House]:
    """Start a server on SQLite, wait until it is ready, and stop it cleanly afterwards."""
    with tempfile.TemporaryDirectory(prefix="tablee-load-") as folder:
        wide = (*loose, *HASTY) if hasty or not MANY_ADDRESSES else loose
        flags = [part for limit in wide for part in (f"--{limit}", "100000")]
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [
                    sys.executable, "-m", "tablee", "serve", "--port", "0",
                    "--database", str(Path(folder) / "load.sqlite"),
                    "--bot-workers", str(workers), *flags,
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                text=True,
            )  # fmt: skip
        try:
            assert process.stdout is not None
            found = READY.search(process.stdout.readline())
            if found is None:
                raise RuntimeError(f"the server did not start: {log.read_text()}")
            house = House(int(found[1]), process.pid)
            house.wait_for_workers(warm_up)
            yield house
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
            assert process.stdout is not None
            process.stdout.close()
        if "ERROR" in (said := log.read_text()):
            raise RuntimeError(f"the server says: {said[-2000:]}")
