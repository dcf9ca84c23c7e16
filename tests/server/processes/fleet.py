"""`tablee serve` as processes on one database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx

READY = re.compile(r"http://[^\s:]+:(\d+)")
PATIENCE = 60.0
LOOSE = (
    "request-rate", "request-burst", "message-rate", "message-burst", "connections",
    "guests-an-hour", "tables-an-hour",
)  # fmt: skip
TESTS = Path(__file__).parents[2]


@dataclass
class ServerProcess:
    """A server process that keeps its port when it is started again."""

    database: str
    log: Path
    program: str = "tablee"
    port: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        flags = [part for limit in LOOSE for part in (f"--{limit}", "100000")]
        with self.log.open("ab") as errors:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", self.program, "serve", "--port", str(self.port),
                    "--database", self.database, "--bot-workers", "1", *flags,
                ],
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, "PYTHONPATH": str(TESTS), "PYTHONUNBUFFERED": "1"},
                text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        found = READY.search(self.process.stdout.readline())
        if found is None:
            self.process.communicate(timeout=PATIENCE)
            raise RuntimeError(f"a process did not start: {self.log.read_text()[-2000:]}")
        self.port = int(found[1])
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < until, "a process does not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/healthz", timeout=5).is_success
        except httpx.HTTPError:
            return False

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def end(self, number: signal.Signals) -> None:
        """End it by a signal, and wait until it is gone."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGCONT)  # otherwise a frozen process never ends
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
